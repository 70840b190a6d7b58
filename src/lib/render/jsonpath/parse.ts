// SPDX-License-Identifier: Apache-2.0
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { parsePath } from './parse-path.ts'
import { closing } from './scan.ts'
import type { Path, Template, TemplatePart } from './template.ts'

/**
 * kubectl's template language: text outside of braces is printed unchanged, {.a.b} is replaced. A mistake is a usage
 * error with its position.
 */
export function parseTemplate(text: string): Template {
  return withUsageError(text, () => templateOf(text))
}

/** One path in any of the forms that kubectl accepts for columns and sorting: a.b, .a.b, {a.b} or {.a.b}. */
export function parseColumnPath(text: string): Path {
  return withUsageError(text, () => {
    const inner = text.startsWith('{') && text.endsWith('}') ? text.slice(1, -1) : text
    if (inner.trim() === '') throw new Error('there is no path')
    return parsePath(/^[.[$@]/.test(inner) ? inner : `.${inner}`)
  })
}

function withUsageError<T>(text: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new C5c3Error('USAGE', 'usage', `JSONPath "${safeLine(text)}": ${safeLine((error as Error).message)}`, [
      'for example: {range .clusters[*]}{.name}{"\\n"}{end}',
    ])
  }
}

interface OpenRange {
  readonly path: Path
  readonly body: TemplatePart[]
}

function templateOf(text: string): Template {
  const top: TemplatePart[] = []
  const open: OpenRange[] = []
  const add = (part: TemplatePart) => (open.at(-1)?.body ?? top).push(part)
  let at = 0
  while (at < text.length) {
    const brace = text.indexOf('{', at)
    const end = brace === -1 ? text.length : brace
    if (end > at) add({ type: 'text', text: text.slice(at, end) })
    if (brace === -1) break
    const close = closing(text, brace + 1, '}')
    if (close === -1) throw new Error(`the { at ${brace + 1} is not closed`)
    const action = text.slice(brace + 1, close).trim()
    if (/^range\s/.test(action)) open.push({ path: parsePath(action.slice('range'.length)), body: [] })
    else if (action === 'end') {
      const range = open.pop()
      if (!range) throw new Error('{end} without {range …}')
      add({ type: 'range', ...range })
    } else add({ type: 'path', path: parsePath(action) })
    at = close + 1
  }
  if (open.length > 0) throw new Error('{range …} without {end}')
  return top
}
