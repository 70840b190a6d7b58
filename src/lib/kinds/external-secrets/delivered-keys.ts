// SPDX-License-Identifier: Apache-2.0
import { entriesAt, fieldAt, listAt, textAt } from '../../model/object/fields.ts'

/**
 * The keys of its Secret under which an ExternalSecret writes a value that it read, unchanged. A template may write it
 * under another name, or make something else of it; then nothing can be compared.
 */
export function deliveredKeys(object: unknown, secretKey: string): readonly string[] {
  const made = entriesAt(object, 'spec.target.template.data')
  const isMadeElsewhere = listAt(object, 'spec.target.template.templateFrom').length > 0
  if (made.length === 0 && !isMadeElsewhere) return [secretKey]
  const passed = made.flatMap(([key, text]) => (passedOn(text) === secretKey ? [key] : []))
  const isMerged = textAt(object, 'spec.target.template.mergePolicy') === 'Merge' && !isMadeElsewhere
  const isOwn = isMerged && fieldAt(object, 'spec.target.template.data') !== undefined
  return isOwn && !made.some(([key]) => key === secretKey) ? [...passed, secretKey] : passed
}

/** {{ .password }}, {{ .password | toString }}, {{ index . "clouds.yaml" }} */
function passedOn(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const [, plain, quoted] =
    /^\s*\{\{-?\s*(?:\.(\w+)|index\s+\.\s+["`]([^"`]+)["`])\s*(?:\|\s*toString\s*)?-?\}\}\s*$/.exec(text) ?? []
  // what stands around it is written, too
  return text.trim() === text ? (plain ?? quoted) : undefined
}
