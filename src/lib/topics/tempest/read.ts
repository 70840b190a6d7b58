// SPDX-License-Identifier: Apache-2.0
import { tempestFailed } from '../../checks/tempest/tempest-failed.ts'
import { tempestSilent } from '../../checks/tempest/tempest-silent.ts'
import { observeOptions } from '../../cli/flags/observe-options.ts'
import type { ReadFlags } from '../../cli/flags/read-flags.ts'
import type { CommandContext } from '../../cli/oclif/topic.ts'
import { cronJob } from '../../kinds/kubernetes/cron-job.ts'
import { job } from '../../kinds/kubernetes/job.ts'
import { tempest } from '../../kinds/openstack/tempest.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { type Observation, observe } from '../../pipeline/observe.ts'
import { withTenants } from '../../pipeline/tenant-kinds.ts'
import type { TempestInput } from '../../reports/tempest/report.ts'
import { suitesNamed, type TempestSuite, tempestSuites } from '../../reports/tempest/suites.ts'
import { readRunLogs } from './run-logs.ts'

/** Tempest runs only in control-plane clusters. */
const ROLES = ['control-plane'] as const
export const TEMPEST_KINDS: readonly KindSpec[] = [tempest, { ...cronJob, roles: ROLES }, { ...job, roles: ROLES }]

export const TEMPEST_CHECKS = [tempestFailed, tempestSilent]

export interface TempestOptions {
  readonly flags: ReadFlags & { readonly 'allow-incomplete': boolean }
  readonly name?: string | undefined
  /** The runs of a suite whose logs are needed. */
  readonly runs: (suite: TempestSuite) => readonly GraphNode[]
  /** How to read logs; default: without a cache. */
  readonly logsOf?: typeof readRunLogs
}

/** Reads the input of the tempest commands: suites, findings, and the logs of the requested runs. */
export async function readTempest(context: CommandContext, options: TempestOptions): Promise<TempestInput> {
  const { fleet, progress } = context
  const { flags, name } = options
  const how = { ...observeOptions(context, flags), only: tempestKinds(flags, name), checks: TEMPEST_CHECKS }
  return tempestInput(await progress.during('all clusters', observe(fleet, how)), context, options)
}

export function tempestKinds(flags: ReadFlags, name: string | undefined): readonly KindSpec[] {
  const tenant = flags.tenant ?? name
  return withTenants(TEMPEST_KINDS, { ...flags, ...(tenant === undefined ? {} : { tenant }) })
}

/** The same from an existing observation. */
export async function tempestInput(
  observation: Observation,
  { fleet, signal, progress }: Pick<CommandContext, 'fleet' | 'signal' | 'progress'>,
  { flags, name, runs, logsOf = readRunLogs }: TempestOptions,
): Promise<TempestInput> {
  const { graph } = observation.assessment
  const all = tempestSuites(graph, observation.scope, observation.snapshot)
  const suites = name === undefined ? all : suitesNamed(name, all, graph, observation.snapshot)
  const logs = await progress.during('logs', logsOf(fleet, suites.flatMap(runs), signal))
  return { ...observation, suites, logs, allowIncomplete: flags['allow-incomplete'] }
}
