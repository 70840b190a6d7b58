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
import { runSelectedChecks } from '../../pipeline/run-checks.ts'
import { withTenants } from '../../pipeline/tenant-kinds.ts'
import type { TempestInput } from '../../reports/tempest/report.ts'
import { suitesNamed, type TempestSuite, tempestSuites } from '../../reports/tempest/suites.ts'
import { readRunLogs } from './run-logs.ts'

/** In storage clusters and elsewhere nobody tests OpenStack. */
const ROLES = ['control-plane'] as const
export const TEMPEST_KINDS: readonly KindSpec[] = [tempest, { ...cronJob, roles: ROLES }, { ...job, roles: ROLES }]

const CHECKS = [tempestFailed, tempestSilent]

export interface TempestOptions {
  readonly flags: ReadFlags & { readonly 'allow-incomplete': boolean }
  readonly name?: string | undefined
  /** The runs of a suite whose logs are needed. */
  readonly runs: (suite: TempestSuite) => readonly GraphNode[]
  /** Reads these logs; default: anew each time. */
  readonly logsOf?: typeof readRunLogs
}

/** What the tempest commands work on: suites, findings, and the logs of those runs that are asked for. */
export async function readTempest(landscape: CommandContext, options: TempestOptions): Promise<TempestInput> {
  const { fleet, progress } = landscape
  const { flags, name } = options
  const how = { ...observeOptions(landscape, flags), only: tempestKinds(flags, name) }
  return tempestInput(await progress.during('all clusters', observe(fleet, how)), landscape, options)
}

/** What is read for them. */
export function tempestKinds(flags: ReadFlags, name: string | undefined): readonly KindSpec[] {
  const tenant = flags.tenant ?? name
  return withTenants(TEMPEST_KINDS, { ...flags, ...(tenant === undefined ? {} : { tenant }) })
}

/** The same of what was read. */
export async function tempestInput(
  seen: Observation,
  { fleet, signal, progress }: Pick<CommandContext, 'fleet' | 'signal' | 'progress'>,
  { flags, name, runs, logsOf = readRunLogs }: TempestOptions,
): Promise<TempestInput> {
  const { graph } = seen.assessment
  const all = tempestSuites(graph, seen.scope, seen.snapshot)
  const suites = name === undefined ? all : suitesNamed(name, all, graph, seen.snapshot)
  const logs = await progress.during('logs', logsOf(fleet, suites.flatMap(runs), signal))
  const { causes } = runSelectedChecks(seen, CHECKS)
  return { ...seen, causes, suites, logs, allowIncomplete: flags['allow-incomplete'] }
}
