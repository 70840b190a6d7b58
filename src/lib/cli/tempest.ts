// SPDX-License-Identifier: Apache-2.0
import { tempestFailed } from '../checks/tempest/tempest-failed.ts'
import { tempestSilent } from '../checks/tempest/tempest-silent.ts'
import { cronJob } from '../kinds/cron-job.ts'
import { job } from '../kinds/job.ts'
import { tempest } from '../kinds/tempest.ts'
import type { GraphNode } from '../model/graph.ts'
import type { KindSpec } from '../model/kind.ts'
import type { TempestInput } from '../reports/tempest-results.ts'
import { suitesNamed, type TempestSuite, tempestSuites } from '../reports/tempest-suites.ts'
import type { Landscape } from './fleet-command.ts'
import { inspect } from './inspect.ts'
import { type ObserveOptions, observe } from './observe.ts'
import { type ReadFlags, scopeOf } from './read-flags.ts'
import { readRunLogs } from './tempest-logs.ts'
import { withTenants } from './tenant-kinds.ts'

/** In storage clusters and elsewhere nobody tests OpenStack. */
const ROLES = ['control-plane'] as const
const KINDS: readonly KindSpec[] = [tempest, { ...cronJob, roles: ROLES }, { ...job, roles: ROLES }]

const CHECKS = [tempestFailed, tempestSilent]

export interface TempestOptions {
  readonly flags: ReadFlags & { readonly 'allow-incomplete': boolean }
  readonly name?: string | undefined
  /** The runs of a suite whose logs are needed. */
  readonly runs: (suite: TempestSuite) => readonly GraphNode[]
}

/** What the tempest commands work on: suites, findings, and the logs of those runs that are asked for. */
export async function readTempest(landscape: Landscape, { flags, name, runs }: TempestOptions): Promise<TempestInput> {
  const { fleet, signal, now, progress } = landscape
  const tenant = flags.tenant ?? name
  const options: ObserveOptions = {
    now,
    signal,
    acceptCached: flags['accept-cached'] ?? false,
    scope: scopeOf(flags),
    only: withTenants(KINDS, { ...flags, ...(tenant === undefined ? {} : { tenant }) }),
    ...(flags.namespace ? { namespace: flags.namespace } : {}),
  }
  const seen = await progress.during('all clusters', observe(fleet, options))
  const { graph } = seen.assessment
  const all = tempestSuites(graph, seen.scope, seen.snapshot)
  const suites = name === undefined ? all : suitesNamed(name, all, graph, seen.snapshot)
  const logs = await progress.during('logs', readRunLogs(fleet, suites.flatMap(runs), signal))
  const { causes } = inspect(seen, CHECKS)
  return { ...seen, causes, suites, logs, allowIncomplete: flags['allow-incomplete'] }
}
