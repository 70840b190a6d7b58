// SPDX-License-Identifier: Apache-2.0

import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { VIEW_NAMES, type ViewName } from '../../render/tui/screen.ts'

/** A word of the command line as oclif read it. */
interface Token {
  readonly type: 'flag' | 'arg'
  readonly flag?: string
  readonly input: string
}

/** What knows which flags take no value. */
interface Flagged {
  readonly flags: Readonly<Record<string, { readonly type: string }>>
  readonly baseFlags: Readonly<Record<string, { readonly type: string }>>
}

type Command = (...words: readonly string[]) => string

/** How the screen is drawn is no part of what is shown. */
const DRAWING: ReadonlySet<string> = new Set(['ascii', 'color', 'output', 'no-headers', 'sort-by', 'debug', 'timeout'])

/** Makes commands of ours that look at the same landscape as this command line. */
export function equivalentCommand(raw: readonly Token[], { flags, baseFlags }: Flagged): Command {
  const shared = raw.flatMap(({ type, flag = '', input }) => {
    if (type !== 'flag' || DRAWING.has(flag)) return []
    const isBoolean = (flags[flag] ?? baseFlags[flag])?.type === 'boolean'
    return isBoolean ? [`--${flag}`] : [`--${flag}`, input]
  })
  return (...words) => formatCommand(c5c3Command(...words, ...shared))
}

/** The view somebody names; a usage error when there is none. */
export function viewOf(word: string | undefined): ViewName {
  if (word === undefined) return 'tree'
  const found = VIEW_NAMES.find((name) => name === word.toLowerCase())
  if (found) return found
  const close = closestMatches(word, VIEW_NAMES)
  throw new C5c3Error('USAGE', 'usage', `there is no view "${safeLine(word)}"`, [
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

/** There is nothing to draw on: the command that prints the same does not need it. */
export const withoutTerminal = (view: ViewName, command: Command): C5c3Error =>
  new C5c3Error('USAGE', 'usage', 'a full screen needs a terminal, and this is none', [
    `the same as text: ${command(COMMANDS[view])}`,
  ])
