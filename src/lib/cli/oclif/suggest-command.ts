// SPDX-License-Identifier: Apache-2.0
import { editDistance } from '../../model/text/closest-matches.ts'
import { ALIASES } from './aliases.ts'

/** The commands that a user who typed these words may have meant, best first; none if no name is similar. */
export function suggestCommands(words: readonly string[], ids: readonly string[]): string[] {
  const [first = '', ...rest] = words
  const names = [...new Set(ids.map((id) => id.split(':')[0] ?? ''))]
  const command = names.includes(first) ? first : closestName(first, [...names, ...Object.keys(ALIASES)])
  // A name below a topic, typed without it: results, show.
  if (command === undefined) return below(first, ids)
  const name = ALIASES[command] ?? command
  const subcommands = ids.filter((id) => id.startsWith(`${name}:`)).map((id) => id.slice(name.length + 1))
  const subcommand = closestName(rest[0] ?? '', subcommands)
  if (subcommand !== undefined) return [`${name} ${subcommand}`]
  return ids.includes(name) ? [name] : subcommands.map((each) => `${name} ${each}`)
}

const below = (word: string, ids: readonly string[]) =>
  ids.filter((id) => id.endsWith(`:${word}`)).map((id) => id.replaceAll(':', ' '))

function closestName(typed: string, names: readonly string[]): string | undefined {
  if (typed.length < 2) return undefined
  const limit = Math.max(1, Math.floor(typed.length / 3))
  const measured = names.map((name) => ({ name, edits: name.startsWith(typed) ? 0 : editDistance(typed, name) }))
  return measured.filter(({ edits }) => edits <= limit).sort((a, b) => a.edits - b.edits)[0]?.name
}
