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

/** For commands that list things in an order that can be drawn. */
export const GRAPH_FORMATS: readonly Format[] = [...LIST_FORMATS, 'dot', 'mermaid']

/** For commands that list things whose place in the landscape can be looked at. */
export const LANDSCAPE_FORMATS: readonly Format[] = [...LIST_FORMATS, 'html']

/** For commands that judge OpenStack clusters. */
export const STATUS_FORMATS: readonly Format[] = [...LIST_FORMATS, 'dot', 'mermaid', 'junit', 'html']

/** For commands that tell of tests. */
export const TEST_FORMATS: readonly Format[] = [...LIST_FORMATS, 'junit', 'markdown']

/** For commands that tell what was. */
export const HISTORY_FORMATS: readonly Format[] = [...LIST_FORMATS, 'markdown']

/** For commands that find fault. */
export const FINDING_FORMATS: readonly Format[] = [...LIST_FORMATS, 'junit', 'sarif', 'markdown', 'html']

/** For commands that find fault in files. */
export const MANIFEST_FORMATS: readonly Format[] = [...LIST_FORMATS, 'junit', 'sarif', 'markdown', 'github']

/** For commands that print lines as they come. */
export const LOG_FORMATS: readonly Format[] = ['table', 'json', 'yaml', 'jsonl', 'name']

/** For commands that print one thing. */
export const FACT_FORMATS: readonly Format[] = ['table', 'wide', 'json', 'yaml', 'name', 'jsonpath']

/** For commands that explain one thing. */
export const WHY_FORMATS: readonly Format[] = [...FACT_FORMATS, 'html']

/** For the command that makes one document of everything. */
export const REPORT_FORMATS: readonly Format[] = ['html', 'json', 'yaml', 'markdown']

/** For commands that print no report: the format is that of their errors. */
export const ERROR_FORMATS: readonly Format[] = ['table', 'json', 'yaml']

/** Formats that take something after "=", with an example of it. */
const ARGUMENTS: Partial<Readonly<Record<Format, string>>> = {
  jsonpath: "jsonpath='{.verdict}'",
  'custom-columns': 'custom-columns=NAME:.name,STATE:.state',
}

/** A format as it was asked for: -o jsonpath={.verdict} is jsonpath with the argument {.verdict}. */
export interface FormatChoice {
  readonly format: Format
  readonly argument: string
}

/** What -o says, if this command has it; a usage error that names those it has otherwise. Nothing said is the first. */
export function chooseFormat(text: string | undefined, allowed: readonly Format[]): FormatChoice {
  if (text === undefined) return { format: allowed[0] ?? 'table', argument: '' }
  const equals = text.indexOf('=')
  const [word, argument] = equals === -1 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)]
  const format = FORMATS.find((known) => known === word)
  if (!format || (equals !== -1 && !ARGUMENTS[format])) throw unknown(text, word, allowed)
  if (!allowed.includes(format)) throw refused(`this command has no output format "${format}"`, allowed)
  if (ARGUMENTS[format] && argument === '')
    throw new C5c3Error('USAGE', 'usage', `-o ${format} needs to be told what to print`, [`-o ${ARGUMENTS[format]}`])
  return { format, argument }
}

/** The formats of a command in words: "table, wide, json, jsonpath=…". */
export function formatWords(formats: readonly Format[]): string {
  return formats.map((format) => (ARGUMENTS[format] ? `${format}=…` : format)).join(', ')
}

function unknown(text: string, word: string, allowed: readonly Format[]): C5c3Error {
  const close = closestMatches(word, allowed)
  return refused(`unknown output format "${safeLine(text)}"`, allowed, close)
}

function refused(message: string, allowed: readonly Format[], close: readonly string[] = []): C5c3Error {
  return new C5c3Error('USAGE', 'usage', message, [
    ...(close.length > 0 ? [`did you mean: ${close.join(', ')}?`] : []),
    `formats: ${formatWords(allowed)}`,
  ])
}
