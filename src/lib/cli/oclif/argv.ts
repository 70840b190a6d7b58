// SPDX-License-Identifier: Apache-2.0
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { expandAlias } from './aliases.ts'
import { suggestCommands } from './suggest-command.ts'

/** True for an empty command line, and for --help, -h or help before a bare --. */
export function wantsHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const words = end === -1 ? argv : argv.slice(0, end)
  return words.length === 0 || words[0] === 'help' || words.includes('--help') || words.includes('-h')
}

/** The command to show help for; empty for all. An unknown command exits 2 with the closest matches. */
export function helpWords(argv: readonly string[], ids: readonly string[]): string[] {
  const words = leadingWords(argv[0] === 'help' ? argv.slice(1) : argv)
  if (words.length === 0 || isTopic(words, ids)) return words
  return findCommand(words, ids).id.split(':')
}

/** Moves flags before the command behind it: --context x status NAME becomes status NAME --context x. */
export function withFlagsLast(
  argv: readonly string[],
  commands: Readonly<Record<string, { readonly flags: DescribedFlags }>>,
): readonly string[] {
  const options = Object.values(commands)
    .flatMap(({ flags }) => Object.values(flags))
    .filter(({ type }) => type === 'option')
  const valued = new Set(options.flatMap(({ name, char }) => [`--${name}`, ...(char ? [`-${char}`] : [])]))
  let end = 0
  while (argv[end]?.startsWith('-') && argv[end] !== '--') end += valued.has(argv[end] ?? '') ? 2 : 1
  const words = leadingWords(argv.slice(end))
  return [...words, ...argv.slice(0, end), ...argv.slice(end + words.length)]
}

/** The longest leading run of words that is a command ("contexts check"); empty when there is none. */
export function commandArgs(argv: readonly string[], ids: readonly string[]): string[] {
  const leading = leadingWords(expandAlias(argv))
  while (leading.length > 0 && !ids.includes(leading.join(':'))) leading.pop()
  return leading
}

function leadingWords(argv: readonly string[]): string[] {
  const end = argv.findIndex((word) => word.startsWith('-'))
  return argv.slice(0, end === -1 ? argv.length : end)
}

/** The typed command and its arguments. An unknown command exits 2 with the closest matches. */
export function findCommand(argv: readonly string[], ids: readonly string[]): { id: string; rest: string[] } {
  const words = commandArgs(argv, ids)
  if (words.length > 0) return { id: words.join(':'), rest: argv.slice(words.length) }
  const leading = leadingWords(argv)
  if (leading.length === 1 && isTopic(leading, ids))
    return { id: TOPIC_DEFAULTS[leading.join()] ?? '', rest: argv.slice(1) }
  const typed = leading.join(' ') || (argv[0] ?? '')
  const close = suggestCommands(leading, ids)
  throw new C5c3Error('USAGE', 'usage', `unknown command "${safeLine(typed)}"`, [
    ...(close.length > 0 ? [`did you mean: ${close.join(', ')}?`] : []),
    'to list the commands: kubectl c5c3 --help',
  ])
}

/** Commands below a name that is no command itself. */
const isTopic = (words: readonly string[], ids: readonly string[]) =>
  !ids.includes(words.join(':')) && ids.some((id) => id.startsWith(`${words.join(':')}:`))

/** What runs for the name of a topic alone. */
const TOPIC_DEFAULTS: Readonly<Record<string, string>> = { tempest: 'tempest:results' }

const MACHINE_FORMATS = ['json', 'jsonl', 'yaml'] as const

/** The requested machine format, from the raw arguments: errors use it even when the flags do not parse. */
export function machineFormat(argv: readonly string[]): (typeof MACHINE_FORMATS)[number] | undefined {
  for (const [i, word] of argv.entries()) {
    if (word === '--') return undefined
    const value =
      word === '-o' || word === '--output'
        ? argv[i + 1]
        : /^(?:-o=?|--output=)(?<format>.+)$/.exec(word)?.groups?.['format']
    const format = MACHINE_FORMATS.find((known) => known === value)
    if (format) return format
  }
  return undefined
}

type DescribedFlags = Readonly<Record<string, { readonly name: string; readonly char?: string; readonly type: string }>>
