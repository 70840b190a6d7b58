// SPDX-License-Identifier: Apache-2.0
import { safeLine } from '../model/safe.ts'
import { readLine, type Suggestion, type Wanted } from './complete-line.ts'
import type { FleetFlags } from './fleet-flags.ts'
import type { Io } from './io.ts'
import { manifest } from './manifest.ts'

/** How long somebody who presses Tab waits for a cluster, in ms. */
const PATIENCE = 1000

/** What a shell should do with the answer, in the numbers of kubectl's protocol. */
const NO_FILES = 4
const NO_SPACE_NO_FILES = 6
const FILES = 0

type Source = (flags: FleetFlags, root: string, io: Io, signal: AbortSignal) => Promise<readonly string[]>

const live =
  (...what: ('claims' | 'pools' | 'nodes' | 'namespaces')[]): Source =>
  async (flags, root, io, signal) => {
    const { liveNames } = await import('./complete-names.ts')
    return (await Promise.all(what.map((one) => liveNames(one, flags, root, io, signal)))).flat()
  }
const scenarios: Source = async (_, root) => (await import('./demo-fleet.ts')).scenarioNames(root)
const profiles: Source = async (_, __, io) => {
  const { profileFile, profileNames } = await import('../fleet/profile.ts')
  return profileNames(profileFile(io.env, io.home))
}
const contexts: Source = async (flags, _, io) => (await import('./complete-names.ts')).contextNames(flags, io)
const shells: Source = async () => Object.keys((await import('./completion-scripts.ts')).SCRIPTS)
const checks: Source = async () => (await import('../checks/index.ts')).CHECKS.map(({ id }) => id)
const schemas: Source = async () => (await import('../reports/schema/index.ts')).schemaRows().map(({ name }) => name)

/** Where the values of arguments come from, by the argument's name: the same in every command. */
const ARGUMENTS: Readonly<Record<string, Source>> = {
  name: live('claims'),
  object: live('claims'),
  pool: live('pools'),
  subject: live('pools', 'nodes'),
  node: live('nodes'),
  scenario: scenarios,
  profile: profiles,
  shell: shells,
  check: checks,
  word: checks,
  report: schemas,
}

/** The same for flags. */
const FLAGS: Readonly<Record<string, Source>> = {
  demo: scenarios,
  profile: profiles,
  context: contexts,
  'control-plane-context': contexts,
  'arbiter-context': contexts,
  'garden-context': contexts,
  namespace: live('namespaces'),
  tenant: live('claims'),
  pool: live('pools'),
  suppress: checks,
}

/**
 * Answers kubectl's question for completion: a line per word that could come next, then what the shell should do.
 * A cluster that does not answer in time, a broken config, anything at all: fewer words, and never a message.
 */
export async function complete(line: readonly string[], root: string, io: Io): Promise<void> {
  const wanted = readLine(line, manifest)
  const found = [...wanted.words, ...(await values(wanted, root, io))]
  const fitting = found.filter(({ word }) => word.startsWith(wanted.typed))
  const unique = new Map(fitting.map((suggestion) => [suggestion.word, suggestion]))
  const lines = [...unique.values()].map(({ word, about }) => (about ? `${word}\t${safeLine(about)}` : word))
  await io.stdout.write([...lines, `:${directive(wanted, [...unique.keys()])}`, ''].join('\n'))
}

async function values({ values: asked, typed, flags }: Wanted, root: string, io: Io): Promise<readonly Suggestion[]> {
  if (asked === undefined) return []
  if (asked.of === 'flag' && asked.name === 'output') return formats(asked.summary)
  const assigned = asked.of === 'flag' && /^(hypervisor|storage)-context$/.test(asked.name)
  const source = assigned ? assignedContexts(typed) : (asked.of === 'flag' ? FLAGS : ARGUMENTS)[asked.name]
  if (source === undefined) return []
  const given = Object.fromEntries([...flags].map(([name, all]) => [name, all.at(-1)])) as unknown as FleetFlags
  const limit = AbortSignal.timeout(Number(io.env['C5C3_COMPLETION_TIMEOUT_MS']) || PATIENCE)
  const tooLate = new Promise<readonly string[]>((resolve) => limit.addEventListener('abort', () => resolve([])))
  const names = await Promise.race([source(given, root, io, limit).catch(() => []), tooLate])
  return [...names].sort().map((word) => ({ word }))
}

/** POOL=CONTEXT: the contexts, once the pool is typed. */
function assignedContexts(typed: string): Source {
  const [, pool = ''] = /^([^=]+=)/.exec(typed) ?? []
  if (pool === '') return async (...rest) => (await live('pools')(...rest)).map((name) => `${name}=`)
  return async (...rest) => (await contexts(...rest)).map((name) => pool + name)
}

/** The flag's summary names the formats of its command: table, wide, jsonpath=… */
function formats(summary: string): Suggestion[] {
  return summary.split(', ').map((word) => ({ word: word.replace(/…$/, '') }))
}

function directive({ values: asked }: Wanted, words: readonly string[]): number {
  if (words.length > 0 && words.every((word) => word.endsWith('='))) return NO_SPACE_NO_FILES
  return asked !== undefined && words.length === 0 && /\bfile\b/i.test(asked.summary) ? FILES : NO_FILES
}
