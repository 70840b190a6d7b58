// SPDX-License-Identifier: Apache-2.0
import { entriesAt, fieldAt, listAt, textAt } from '../../model/object/fields.ts'

/** The keys under which an ExternalSecret writes a value unchanged; values transformed by a template are left out. */
export function deliveredKeys(object: unknown, secretKey: string): readonly string[] {
  const templated = entriesAt(object, 'spec.target.template.data')
  const hasTemplateFrom = listAt(object, 'spec.target.template.templateFrom').length > 0
  if (templated.length === 0 && !hasTemplateFrom) return [secretKey]
  const unchanged = templated.flatMap(([key, text]) => (referencedKey(text) === secretKey ? [key] : []))
  const isMerged = textAt(object, 'spec.target.template.mergePolicy') === 'Merge' && !hasTemplateFrom
  const keepsUntemplated = isMerged && fieldAt(object, 'spec.target.template.data') !== undefined
  return keepsUntemplated && !templated.some(([key]) => key === secretKey) ? [...unchanged, secretKey] : unchanged
}

/** {{ .password }}, {{ .password | toString }}, {{ index . "clouds.yaml" }} */
function referencedKey(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const [, plain, quoted] =
    /^\s*\{\{-?\s*(?:\.(\w+)|index\s+\.\s+["`]([^"`]+)["`])\s*(?:\|\s*toString\s*)?-?\}\}\s*$/.exec(text) ?? []
  // text around the expression becomes part of the value
  return text.trim() === text ? (plain ?? quoted) : undefined
}
