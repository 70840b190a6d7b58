// SPDX-License-Identifier: Apache-2.0

import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { VIEW_NAMES, type ViewName } from '../../render/tui/screen.ts'

/** Builds commands that read the same fleet as this command line. */
export function equivalentCommand(raw: readonly Token[], { flags, baseFlags }: FlagDefinitions): Command {
  const shared = raw.flatMap(({ type, flag = '', input }) => {
    if (type !== 'flag' || DRAWING_FLAGS.has(flag)) return []
    const isBoolean = (flags[flag] ?? baseFlags[flag])?.type === 'boolean'
    return isBoolean ? [`--${flag}`] : [`--${flag}`, input]
  })
  return (...words) => formatCommand(c5c3Command(...words, ...shared))
}

/** Parses the name of a view; throws a usage error when there is none. */
export function viewOf(word: string | undefined): ViewName {
  if (word === undefined) return 'tree'
  const found = VIEW_NAMES.find((name) => name === word.toLowerCase())
  if (found) return found
  const close = closestMatches(word, VIEW_NAMES)
  throw new C5c3Error('USAGE', 'usage', `unknown view "${safeLine(word)}"`, [
    close.length > 0 ? `did you mean: ${close.join(', ')}?` : `views: ${VIEW_NAMES.join(', ')}`,
  ])
}

const COMMANDS: Readonly<Record<ViewName, string>> = {
  tree: 'tree',
  problems: 'check',
  pools: 'pools',
  hypervisors: 'hypervisors',
  secrets: 'credentials',
  gitops: 'gitops',
  events: 'events',
}

/** The error without a terminal, with the command that prints the same. */
export const withoutTerminal = (view: ViewName, command: Command): C5c3Error =>
  new C5c3Error('USAGE', 'usage', 'tui requires a terminal', [`the same as text: ${command(COMMANDS[view])}`])

/** A parsed argument of the command line, as oclif reports it. */
interface Token {
  readonly type: 'flag' | 'arg'
  readonly flag?: string
  readonly input: string
}

/** Tells which flags take no value. */
interface FlagDefinitions {
  readonly flags: Readonly<Record<string, { readonly type: string }>>
  readonly baseFlags: Readonly<Record<string, { readonly type: string }>>
}

type Command = (...words: readonly string[]) => string

/** Flags about drawing do not change the content. */
const DRAWING_FLAGS: ReadonlySet<string> = new Set([
  'ascii',
  'color',
  'output',
  'no-headers',
  'sort-by',
  'debug',
  'timeout',
])
