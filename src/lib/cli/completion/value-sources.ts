// SPDX-License-Identifier: Apache-2.0

import type { Io } from '../../io/io.ts'
import type { FleetFlags } from '../flags/cluster-flags.ts'
import type { LiveNames } from './cluster-names.ts'
import type { Values } from './parse-line.ts'

/** Where the values of a flag or an argument come from. */
export type ValueSource = (flags: FleetFlags, root: string, io: Io, signal: AbortSignal) => Promise<readonly string[]>

const live =
  (...what: LiveNames[]): ValueSource =>
  async (flags, root, io, signal) => {
    const { liveNames } = await import('./cluster-names.ts')
    return (await Promise.all(what.map((one) => liveNames(one, flags, root, io, signal)))).flat()
  }
const scenarios: ValueSource = async (_, root) => (await import('../demo/demo-fleet.ts')).scenarioNames(root)
const profiles: ValueSource = async (_, __, io) => {
  const { profileFile, profileNames } = await import('../../fleet/profile.ts')
  return profileNames(profileFile(io.env, io.home))
}
const contexts: ValueSource = async (flags, _, io) => (await import('./cluster-names.ts')).contextNames(flags, io)
const shells: ValueSource = async () => Object.keys((await import('./shell-scripts.ts')).SCRIPTS)
const checks: ValueSource = async () => (await import('../../checks/index.ts')).CHECKS.map(({ id }) => id)
const categories: ValueSource = async () => (await import('../../model/check/check.ts')).CATEGORIES
const views: ValueSource = async () => (await import('../../render/tui/screen.ts')).VIEW_NAMES
const commands: ValueSource = async () => Object.keys((await import('../oclif/registry.ts')).COMMANDS)
const both =
  (...sources: ValueSource[]): ValueSource =>
  async (...rest) =>
    (await Promise.all(sources.map((source) => source(...rest)))).flat()
const schemas: ValueSource = async () =>
  (await import('../../reports/schema/index.ts')).schemaRows().map(({ name }) => name)

/** Where the values of arguments come from, by the argument's name: the same in every command. */
const ARGUMENTS: Readonly<Record<string, ValueSource>> = {
  name: live('claims'),
  object: live('claims'),
  pool: live('pools'),
  subject: live('pools', 'nodes'),
  node: live('nodes'),
  scenario: scenarios,
  profile: profiles,
  shell: shells,
  check: both(categories, checks),
  cluster: async (...line) => (await import('./cluster-names.ts')).clusterNames(...line),
  controlplane: live('controlplanes'),
  view: views,
  word: checks,
  report: schemas,
}

/** The same for flags, and for those of one command that mean something else elsewhere. */
const FLAGS: Readonly<Record<string, ValueSource>> = {
  demo: scenarios,
  profile: profiles,
  context: contexts,
  'control-plane-context': contexts,
  'arbiter-context': contexts,
  'garden-context': contexts,
  namespace: live('namespaces'),
  tenant: live('claims'),
  pool: live('pools'),
  claim: live('claims'),
  suppress: checks,
  'rbac --for': commands,
}

/** Where this one's values come from; undefined where nobody knows. */
export function sourceOf({ of, name, command }: Values, typed: string): ValueSource | undefined {
  if (of === 'argument') return ARGUMENTS[name]
  if (/^(hypervisor|storage)-context$/.test(name)) return assignedContexts(typed)
  return FLAGS[`${command} --${name}`] ?? FLAGS[name]
}

/** POOL=CONTEXT: the contexts, once the pool is typed. */
function assignedContexts(typed: string): ValueSource {
  const [, pool = ''] = /^([^=]+=)/.exec(typed) ?? []
  if (pool === '') return async (...rest) => (await live('pools')(...rest)).map((name) => `${name}=`)
  return async (...rest) => (await contexts(...rest)).map((name) => pool + name)
}
