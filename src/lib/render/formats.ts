// SPDX-License-Identifier: Apache-2.0
import { C5c3Error } from '../model/report/errors.ts'
import { closestMatches } from '../model/text/closest-matches.ts'
import { safeLine } from '../model/text/sanitize.ts'

/** Every output format. Each command declares those that make sense for it, its default first. */
export const FORMATS = [
  'table',
  'wide',
  'tree',
  'json',
  'yaml',
  'jsonl',
  'name',
  'jsonpath',
  'custom-columns',
  'dot',
  'mermaid',
  'junit',
  'sarif',
  'markdown',
  'github',
  'html',
] as const

export type Format = (typeof FORMATS)[number]

/** For commands that print a list. */
export const LIST_FORMATS: readonly Format[] = [
  'table',
  'wide',
  'json',
  'yaml',
  'jsonl',
  'name',
  'jsonpath',
  'custom-columns',
]

/** For commands that draw a tree. */
export const TREE_FORMATS: readonly Format[] = [
  'tree',
  ...LIST_FORMATS.filter((format) => format !== 'table'),
  'dot',
  'mermaid',
  'html',
]

/** For lists whose order can be drawn as a graph. */
export const GRAPH_FORMATS: readonly Format[] = [...LIST_FORMATS, 'dot', 'mermaid']

/** For lists that can be shown on a page with the dependency graph. */
export const LANDSCAPE_FORMATS: readonly Format[] = [...LIST_FORMATS, 'html']

/** For commands that assess OpenStack clusters. */
export const STATUS_FORMATS: readonly Format[] = [...LIST_FORMATS, 'dot', 'mermaid', 'junit', 'html']

/** For commands that report tests. */
export const TEST_FORMATS: readonly Format[] = [...LIST_FORMATS, 'junit', 'markdown']

/** For commands that report past runs. */
export const HISTORY_FORMATS: readonly Format[] = [...LIST_FORMATS, 'markdown']

/** For commands that report findings. */
export const FINDING_FORMATS: readonly Format[] = [...LIST_FORMATS, 'junit', 'sarif', 'markdown', 'html']

/** For commands that report findings in files. */
export const MANIFEST_FORMATS: readonly Format[] = [...LIST_FORMATS, 'junit', 'sarif', 'markdown', 'github']

/** For commands that stream lines. */
export const LOG_FORMATS: readonly Format[] = ['table', 'json', 'yaml', 'jsonl', 'name']

/** For commands that print one object. */
export const FACT_FORMATS: readonly Format[] = ['table', 'wide', 'json', 'yaml', 'name', 'jsonpath']

/** For commands that explain one object. */
export const WHY_FORMATS: readonly Format[] = [...FACT_FORMATS, 'markdown', 'html']

/** For the command that puts everything into one document. */
export const REPORT_FORMATS: readonly Format[] = ['html', 'json', 'yaml', 'markdown']

/** For commands without a report: only errors use the format. */
export const ERROR_FORMATS: readonly Format[] = ['table', 'json', 'yaml']

/** Formats that need an argument after "=", with an example. */
const ARGUMENTS: Partial<Readonly<Record<Format, string>>> = {
  jsonpath: "jsonpath='{.verdict}'",
  'custom-columns': 'custom-columns=NAME:.name,STATE:.state',
}

/** A parsed -o: jsonpath={.verdict} is jsonpath with the argument {.verdict}. */
export interface FormatChoice {
  readonly format: Format
  readonly argument: string
}

/** Parses -o; the default is the first format. Throws a usage error with the formats of the command. */
export function chooseFormat(text: string | undefined, allowed: readonly Format[]): FormatChoice {
  if (text === undefined) return { format: allowed[0] ?? 'table', argument: '' }
  const equals = text.indexOf('=')
  const [word, argument] = equals === -1 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)]
  const format = FORMATS.find((known) => known === word)
  if (!format || (equals !== -1 && !ARGUMENTS[format])) throw unknownFormat(text, word, allowed)
  if (!allowed.includes(format)) throw usageError(`output format "${format}" is not supported by this command`, allowed)
  if (ARGUMENTS[format] && argument === '')
    throw new C5c3Error('USAGE', 'usage', `-o ${format} requires an expression`, [`-o ${ARGUMENTS[format]}`])
  return { format, argument }
}

/** The formats of a command for its help: "table, wide, json, jsonpath=…". */
export function formatWords(formats: readonly Format[]): string {
  return formats.map((format) => (ARGUMENTS[format] ? `${format}=…` : format)).join(', ')
}

function unknownFormat(text: string, word: string, allowed: readonly Format[]): C5c3Error {
  const close = closestMatches(word, allowed)
  return usageError(`unknown output format "${safeLine(text)}"`, allowed, close)
}

function usageError(message: string, allowed: readonly Format[], close: readonly string[] = []): C5c3Error {
  return new C5c3Error('USAGE', 'usage', message, [
    ...(close.length > 0 ? [`did you mean: ${close.join(', ')}?`] : []),
    `formats: ${formatWords(allowed)}`,
  ])
}
