// SPDX-License-Identifier: Apache-2.0

import { withFlagsLast } from '../oclif/argv.ts'
import type { CommandManifest } from '../oclif/config.ts'

/** What could come next on a command line. */
export interface CompletionRequest {
  /** Words that are known without looking anywhere. */
  readonly words: readonly Suggestion[]
  /** The flag or argument whose values are wanted besides. */
  readonly values?: Values
  /** What was typed of the word so far; for --flag=text only the text. */
  readonly typed: string
  /** Values of flags that stand on the line already. */
  readonly flags: ReadonlyMap<string, readonly string[]>
}

/** A flag or an argument of a command, by what its help says of it. */
export interface Values {
  readonly of: 'flag' | 'argument'
  readonly name: string
  /** status, contexts:check, … */
  readonly command: string
  readonly summary: string
  /** What help writes for the value: FILE, NAME, healthy|deleted. */
  readonly help?: string
}

export interface Suggestion {
  readonly word: string
  readonly about?: string
}

type Entry = CommandManifest['commands'][string]
type Flag = Entry['flags'][string]

/** Reads a command line up to its last word, which is being typed. Never fails: who types has not finished. */
export function readLine(line: readonly string[], { commands }: CommandManifest): CompletionRequest {
  const ids = Object.keys(commands)
  const before = withFlagsLast(line.slice(0, -1), commands)
  const last = line.at(-1) ?? ''
  const path: string[] = []
  for (const word of before) {
    if (!ids.some((id) => `${id}:`.startsWith(`${[...path, word].join(':')}:`))) break
    path.push(word)
  }
  const command = path.join(':')
  const entry = path.length > 0 ? commands[command] : { ...NO_COMMAND, flags: globalFlags(commands) }
  const { flags, pending, positionals, ended } = readRest(before.slice(path.length), entry)
  const common = { flags, typed: last }
  if (pending) return { ...common, words: optionsOf(pending), values: flagValues(command, pending) }
  const assigned = ended ? null : /^--([\w-]+)=(.*)$/s.exec(last)
  const named = assigned ? entry?.flags[assigned[1] ?? ''] : undefined
  if (named) return { flags, typed: assigned?.[2] ?? '', words: optionsOf(named), values: flagValues(command, named) }
  if (last.startsWith('-') && !ended) return { ...common, words: flagWords(entry, flags) }
  const mayFollow = path.length > 0 ? before.length === path.length : positionals === 0
  const subcommands = mayFollow ? nextWords(path, commands) : []
  const args = Object.values(entry?.args ?? {})
  const argument = args[Math.min(positionals, args.length - 1)]
  // a command that is not strict takes as many of the last as people like
  const more = entry?.strict === false || (argument !== undefined && isMultiple(argument))
  const taken = argument === undefined || (positionals >= args.length && !more)
  if (taken) return { ...common, words: subcommands }
  const words = [...subcommands, ...(argument.options ?? []).map((word) => ({ word }))]
  const summary = argument.description ?? ''
  return { ...common, words, values: { of: 'argument', name: argument.name, command, summary } }
}

const NO_COMMAND: Entry = { id: '', args: {}, flags: {}, aliases: [], hiddenAliases: [], hidden: false }

/** Flags that every command which reads clusters has: they may come before the command. */
const globalFlags = (commands: CommandManifest['commands']): Entry['flags'] => commands['status']?.flags ?? {}

interface Rest {
  readonly flags: Map<string, string[]>
  /** A flag that the next word is the value of. */
  readonly pending: Flag | undefined
  readonly positionals: number
  /** After a bare --. */
  readonly ended: boolean
}

function readRest(words: readonly string[], entry: Entry | undefined): Rest {
  const flags = new Map<string, string[]>()
  let pending: Flag | undefined
  let positionals = 0
  let ended = false
  const give = (flag: Flag, value: string) => flags.set(flag.name, [...(flags.get(flag.name) ?? []), value])
  for (const word of words) {
    if (pending) {
      give(pending, word)
      pending = undefined
    } else if (ended || !word.startsWith('-') || word === '-') positionals++
    else if (word === '--') ended = true
    else {
      const {
        name = '',
        char = '',
        value,
      } = /^(?:--(?<name>[\w-]+)|-(?<char>\w))(?:=?(?<value>.+))?$/s.exec(word)?.groups ?? {}
      const flag =
        entry?.flags[name] ?? Object.values(entry?.flags ?? {}).find((each) => char !== '' && each.char === char)
      if (flag?.type === 'option' && value === undefined) pending = flag
      else if (flag) give(flag, value ?? '')
    }
  }
  return { flags, pending, positionals, ended }
}

function nextWords(path: readonly string[], commands: CommandManifest['commands']): Suggestion[] {
  const words = new Map<string, string | undefined>()
  for (const [id, { summary, hidden }] of Object.entries(commands)) {
    const parts = id.split(':')
    const word = parts[path.length]
    if (hidden || word === undefined || path.some((part, i) => parts[i] !== part)) continue
    if (parts.length === path.length + 1 || !words.has(word))
      words.set(word, parts.length === path.length + 1 ? summary : undefined)
  }
  return [...words].sort(([a], [b]) => (a < b ? -1 : 1)).map(([word, about]) => ({ word, ...(about ? { about } : {}) }))
}

function flagWords(entry: Entry | undefined, given: ReadonlyMap<string, unknown>): Suggestion[] {
  const flags = Object.values(entry?.flags ?? {})
  const open = flags.filter((flag) => !flag.hidden && (!given.has(flag.name) || isMultiple(flag)))
  const words = open.map(({ name, summary }) => ({ word: `--${name}`, ...(summary ? { about: summary } : {}) }))
  return [...words, { word: '--help', about: 'show help' }].sort((a, b) => (a.word < b.word ? -1 : 1))
}

const isMultiple = (part: object) => 'multiple' in part && part.multiple === true
const optionsOf = (flag: Flag): Suggestion[] =>
  flag.type === 'option' ? (flag.options ?? alternatives(helpOf(flag))).map((word) => ({ word })) : []

/** Of healthy|deleted|condition=NAME: healthy, deleted, condition=. Words in capitals are for people to fill in. */
const alternatives = (help: string): string[] =>
  help.includes('|') ? help.split('|').flatMap((word) => /^[a-z-]+(=|$)/.exec(word)?.[0] ?? []) : []

const helpOf = (flag: Flag): string =>
  flag.type === 'option' && typeof flag.helpValue === 'string' ? flag.helpValue : ''

const flagValues = (command: string, flag: Flag): Values => ({
  of: 'flag',
  name: flag.name,
  command,
  summary: flag.summary ?? '',
  help: helpOf(flag),
})
