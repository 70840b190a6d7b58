// SPDX-License-Identifier: Apache-2.0
import { bare } from './scan.ts'
import { FILTER_OPERATORS, type Filter, type Path } from './template.ts'

/** The condition of [?(…)]: a path that must exist, or a comparison. */
export function parseFilter(text: string, parsePath: (side: string) => Path): Filter {
  if (!text.startsWith('(') || !text.endsWith(')')) throw new Error(`[?${text}] is no filter: write [?(@.name=="x")]`)
  const condition = text.slice(1, -1)
  const side = (part: string) => {
    if (part.trim() === '') throw new Error(`[?${text}] lacks a side`)
    return parsePath(part)
  }
  const at = bare(condition).find(({ char }) => /[=!<>]/.test(char))?.at
  if (at === undefined) return { left: side(condition) }
  const word = /^[=!<>]+/.exec(condition.slice(at))?.[0] ?? ''
  const operator = FILTER_OPERATORS.find((known) => known === word)
  if (!operator) throw new Error(`"${word}" is no comparison: ${FILTER_OPERATORS.join(' ')}`)
  return { left: side(condition.slice(0, at)), test: { operator, right: side(condition.slice(at + word.length)) } }
}
