// SPDX-License-Identifier: Apache-2.0
import { isObject } from '../json.ts'

// .status.conditions[?(@.type=="Ready")].status, .metadata.labels['a\.b'], .spec.list[0], .spec.list[*]
const STEP =
  /\.([\w-]+(?:\\.[\w./-]*)*)|\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]|\[(\*)\]|\[\?\(@\.([\w.-]+)\s*==\s*["']([^"']*)["']\)\]/gy

/** Evaluates the subset of JSONPath that printer columns of CustomResourceDefinitions use. */
export function jsonPath(value: unknown, path: string): readonly unknown[] {
  let found: readonly unknown[] = [value]
  const text = path.startsWith('.') || path.startsWith('[') ? path : `.${path}`
  let end = 0
  for (const step of text.matchAll(STEP)) {
    end += step[0].length
    const [, field, quoted, index, all, key, expected] = step
    const name = (field ?? quoted)?.replace(/\\(.)/g, '$1')
    found = found.flatMap((current): readonly unknown[] => {
      if (name !== undefined) return isObject(current) && Object.hasOwn(current, name) ? [current[name]] : []
      if (!Array.isArray(current)) return all !== undefined && isObject(current) ? Object.values(current) : []
      if (index !== undefined) return current.slice(Number(index), Number(index) + 1)
      if (all !== undefined) return current
      return current.filter((item) => String(jsonPath(item, `.${key}`)[0]) === expected)
    })
  }
  // An unsupported path must find nothing rather than a wrong value.
  return end === text.length ? found.filter((item) => item !== undefined) : []
}
