// SPDX-License-Identifier: Apache-2.0

import { ALIASES, expandAlias } from '../oclif/aliases.ts'
import { withFlagsLast } from '../oclif/argv.ts'
import type { CommandManifest } from '../oclif/config.ts'

/** The position on a command line that is being completed. */
export interface CompletionRequest {
  /** Suggestions known from the manifest alone. */
  readonly words: readonly Suggestion[]
  /** The flag or argument whose values can be suggested, too. */
  readonly values?: Values
  /** The typed part of the current word; for --flag=text only the text. */
  readonly typed: string
  /** Values of flags that are already on the line. */
  readonly flags: ReadonlyMap<string, readonly string[]>
}

/** A flag or argument, as the help describes it. */
export interface Values {
  readonly of: 'flag' | 'argument'
  readonly name: string
  /** For example status or contexts:check. */
  readonly command: string
  readonly summary: string
  /** The placeholder in the help: FILE, NAME, healthy|deleted. */
  readonly help?: string
}

export interface Suggestion {
  readonly word: string
  readonly about?: string
}

/** Parses a command line whose last word is being typed. Never fails: the line is unfinished. */
export function readLine(line: readonly string[], { commands }: CommandManifest): CompletionRequest {
  const ids = Object.keys(commands)
  const before = expandAlias(withFlagsLast(line.slice(0, -1), commands))
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
  const assignedFlag = assigned ? entry?.flags[assigned[1] ?? ''] : undefined
  if (assignedFlag)
    return {
      flags,
      typed: assigned?.[2] ?? '',
      words: optionsOf(assignedFlag),
      values: flagValues(command, assignedFlag),
    }
  if (last.startsWith('-') && !ended) return { ...common, words: flagSuggestions(entry, flags) }
  const canFollow = path.length > 0 ? before.length === path.length : positionals === 0
  const subcommands = canFollow ? subcommandSuggestions(path, commands) : []
  const args = Object.values(entry?.args ?? {})
  const argument = args[Math.min(positionals, args.length - 1)]
  // A non-strict command repeats its last argument.
  const isRepeatable = entry?.strict === false || (argument !== undefined && isMultiple(argument))
  const isComplete = argument === undefined || (positionals >= args.length && !isRepeatable)
  if (isComplete) return { ...common, words: subcommands }
  const words = [...subcommands, ...(argument.options ?? []).map((word) => ({ word }))]
  const summary = argument.description ?? ''
  return { ...common, words, values: { of: 'argument', name: argument.name, command, summary } }
}

const NO_COMMAND: Entry = { id: '', args: {}, flags: {}, aliases: [], hiddenAliases: [], hidden: false }

/** Flags of every command that reads clusters: they may come before the command. */
const globalFlags = (commands: CommandManifest['commands']): Entry['flags'] => commands['status']?.flags ?? {}

interface Rest {
  readonly flags: Map<string, string[]>
  /** The flag whose value is the next word. */
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
  const addValue = (flag: Flag, value: string) => flags.set(flag.name, [...(flags.get(flag.name) ?? []), value])
  for (const word of words) {
    if (pending) {
      addValue(pending, word)
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
      else if (flag) addValue(flag, value ?? '')
    }
  }
  return { flags, pending, positionals, ended }
}

function subcommandSuggestions(path: readonly string[], commands: CommandManifest['commands']): Suggestion[] {
  const words = new Map<string, string | undefined>()
  for (const [id, { summary, hidden }] of Object.entries(commands)) {
    const parts = id.split(':')
    const word = parts[path.length]
    if (hidden || word === undefined || path.some((part, i) => parts[i] !== part)) continue
    if (parts.length === path.length + 1 || !words.has(word))
      words.set(word, parts.length === path.length + 1 ? summary : undefined)
  }
  if (path.length === 0) for (const [alias, name] of Object.entries(ALIASES)) words.set(alias, `Short for ${name}`)
  return [...words].sort(([a], [b]) => (a < b ? -1 : 1)).map(([word, about]) => ({ word, ...(about ? { about } : {}) }))
}

function flagSuggestions(entry: Entry | undefined, given: ReadonlyMap<string, unknown>): Suggestion[] {
  const flags = Object.values(entry?.flags ?? {})
  const open = flags.filter((flag) => !flag.hidden && (!given.has(flag.name) || isMultiple(flag)))
  const words = open.map(({ name, summary }) => ({ word: `--${name}`, ...(summary ? { about: summary } : {}) }))
  return [...words, { word: '--help', about: 'show help' }].sort((a, b) => (a.word < b.word ? -1 : 1))
}

const isMultiple = (part: object) => 'multiple' in part && part.multiple === true
const optionsOf = (flag: Flag): Suggestion[] =>
  flag.type === 'option' ? (flag.options ?? alternatives(helpOf(flag))).map((word) => ({ word })) : []

/** healthy|deleted|condition=NAME gives healthy, deleted and condition=; the user fills in words in capitals. */
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

type Entry = CommandManifest['commands'][string]
type Flag = Entry['flags'][string]
