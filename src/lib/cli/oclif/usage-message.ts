// SPDX-License-Identifier: Apache-2.0
import { stripVTControlCharacters } from 'node:util'
import { safeLine } from '../../model/text/sanitize.ts'

/** What oclif's parser throws: these fields say what is wrong, its messages are styled for its own output. */
export interface ParseError extends Error {
  readonly parse?: unknown
  /** Flags that do not exist. */
  readonly flags?: readonly string[]
  /** Arguments that are missing, or that are too many. */
  readonly args?: readonly (string | { readonly name: string })[]
}

/** The message of a usage error in kubectl's words. */
export function usageMessage(error: ParseError): string {
  const { args = [], flags = [] } = error
  if (flags.length > 0) return `unknown ${noun('flag', flags.length)}: ${flags.map(flagName).join(', ')}`
  const missing = args.flatMap((arg) => (typeof arg === 'string' ? [] : [arg.name.toUpperCase()]))
  if (missing.length > 0) return `missing ${noun('argument', missing.length)}: ${missing.join(', ')}`
  return REWORDED.reduce((text, [pattern, words]) => text.replace(pattern, words), plainText(error.message))
}

const noun = (word: string, count: number) => (count === 1 ? word : `${word}s`)

/** Without a value: it may be a credential. */
const flagName = (flag: string) => safeLine(flag.split('=')[0] ?? '')

function plainText(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('See more help'))
  const text = safeLine(lines.join(' '))
  return text.charAt(0).toLowerCase() + text.slice(1)
}

const REWORDED: readonly (readonly [RegExp, string])[] = [
  [/^the following errors? occurred: /, ''],
  [/^Missing required flag /, 'missing flag: --'],
  [/^parsing (--[\w-]+) (?=invalid )/, '$1: '],
  [/^parsing (--[\w-]+) (.)/, 'invalid $1: $2'],
  [/: Expected an /, ': expected an '],
  [/^expected (--[\w-]+)=(.*) to be one of: (.*)$/, 'invalid $1 "$2" (expected one of: $3)'],
  [/^expected (.*) to be one of: (.*)$/, 'invalid argument "$1" (expected one of: $2)'],
  [/^flag (--[\w-]+) expects a value$/, 'flag $1 requires a value'],
  [/^flag (--[\w-]+) expects one of these values: (.*)$/, 'flag $1 requires a value (one of: $2)'],
  [/^flag (--[\w-]+) can only be specified once$/, 'flag $1 can be given only once'],
  [/^(--[\w-]+)=.* cannot also be provided when using (--[\w-]+)$/, '$1 and $2 are mutually exclusive'],
]
