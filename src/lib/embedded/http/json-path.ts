// SPDX-License-Identifier: Apache-2.0
import { isObject } from '../json.ts'

// .status.conditions[?(@.type=="Ready")].status, .metadata.labels['a\.b'], .spec.list[0], .spec.list[*]
const STEP =
  /\.([\w-]+(?:\\.[\w./-]*)*)|\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]|\[(\*)\]|\[\?\(@\.([\w.-]+)\s*==\s*["']([^"']*)["']\)\]/gy

/** The values a printer column's JSONPath finds; the subset that CustomResourceDefinitions use. */
export function jsonPath(value: unknown, path: string): readonly unknown[] {
  let found: readonly unknown[] = [value]
  const text = path.startsWith('.') || path.startsWith('[') ? path : `.${path}`
  let end = 0
  for (const step of text.matchAll(STEP)) {
    end += step[0].length
    const [, field, quoted, index, all, key, wanted] = step
    const name = (field ?? quoted)?.replace(/\\(.)/g, '$1')
    found = found.flatMap((here): readonly unknown[] => {
      if (name !== undefined) return isObject(here) && Object.hasOwn(here, name) ? [here[name]] : []
      if (!Array.isArray(here)) return all !== undefined && isObject(here) ? Object.values(here) : []
      if (index !== undefined) return here.slice(Number(index), Number(index) + 1)
      if (all !== undefined) return here
      return here.filter((item) => String(jsonPath(item, `.${key}`)[0]) === wanted)
    })
  }
  // a path beyond the subset finds nothing rather than something wrong
  return end === text.length ? found.filter((item) => item !== undefined) : []
}
