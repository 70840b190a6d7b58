// SPDX-License-Identifier: Apache-2.0

import type { Io } from '../../io/io.ts'
import type { FleetFlags } from '../flags/cluster-flags.ts'
import type { LiveNames } from './cluster-names.ts'
import type { Values } from './parse-line.ts'

export type ValueSource = (flags: FleetFlags, root: string, io: Io, signal: AbortSignal) => Promise<readonly string[]>

const fromClusters =
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
const allOf =
  (...sources: ValueSource[]): ValueSource =>
  async (...rest) =>
    (await Promise.all(sources.map((source) => source(...rest)))).flat()
const schemas: ValueSource = async () =>
  (await import('../../reports/schema/index.ts')).schemaRows().map(({ name }) => name)

/** By the name of the argument, which means the same in every command. */
const ARGUMENTS: Readonly<Record<string, ValueSource>> = {
  name: fromClusters('claims'),
  object: fromClusters('claims'),
  pool: fromClusters('pools'),
  subject: fromClusters('pools', 'nodes'),
  node: fromClusters('nodes'),
  scenario: scenarios,
  profile: profiles,
  shell: shells,
  check: allOf(categories, checks),
  cluster: async (...line) => (await import('./cluster-names.ts')).clusterNames(...line),
  controlplane: fromClusters('controlplanes'),
  view: views,
  word: checks,
  report: schemas,
}

/** By the name of the flag, with the command where the flag means something else elsewhere. */
const FLAGS: Readonly<Record<string, ValueSource>> = {
  demo: scenarios,
  profile: profiles,
  context: contexts,
  'control-plane-context': contexts,
  'arbiter-context': contexts,
  'garden-context': contexts,
  namespace: fromClusters('namespaces'),
  tenant: fromClusters('claims'),
  pool: fromClusters('pools'),
  claim: fromClusters('claims'),
  suppress: checks,
  'rbac --for': commands,
}

/** Returns undefined if the values are not known. */
export function sourceOf({ of, name, command }: Values, typed: string): ValueSource | undefined {
  if (of === 'argument') return ARGUMENTS[name]
  if (/^(hypervisor|storage)-context$/.test(name)) return assignedContexts(typed)
  return FLAGS[`${command} --${name}`] ?? FLAGS[name]
}

/** Completes POOL=CONTEXT: pools first, contexts once the pool is typed. */
function assignedContexts(typed: string): ValueSource {
  const [, pool = ''] = /^([^=]+=)/.exec(typed) ?? []
  if (pool === '') return async (...rest) => (await fromClusters('pools')(...rest)).map((name) => `${name}=`)
  return async (...rest) => (await contexts(...rest)).map((name) => pool + name)
}
