// SPDX-License-Identifier: Apache-2.0

import { observeOptions } from '../../cli/flags/observe-options.ts'
import type { ReadFlags } from '../../cli/flags/read-flags.ts'
import type { CommandContext } from '../../cli/oclif/topic.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { observe } from '../../pipeline/observe.ts'
import { withTenants } from '../../pipeline/tenant-kinds.ts'
import { unreadOf } from '../../reports/shared/unread-candidates.ts'
import { TEMPEST, tempestSuites } from '../../reports/tempest/suites.ts'
import { type LogTarget, logTargets } from '../logs/target.ts'
import { TEMPEST_KINDS } from './read.ts'
import { oneSuite } from './select-suite.ts'

/** The Job of the requested log: the named run, or the newest one of the suite. */
export async function tempestLogTarget(
  { fleet, signal, now }: Pick<CommandContext, 'fleet' | 'signal' | 'now'>,
  { name, run }: { readonly name?: string; readonly run?: string },
  flags: ReadFlags,
): Promise<LogTarget> {
  const tenant = flags.tenant ?? name
  const observation = await observe(fleet, {
    ...observeOptions({ now, signal }, flags),
    acceptCached: false,
    only: withTenants(TEMPEST_KINDS, { ...flags, ...(tenant === undefined ? {} : { tenant }) }),
  })
  const { snapshot, scope, assessment } = observation
  const { graph } = assessment
  const suites = tempestSuites(graph, scope, snapshot)
  const jobs =
    run === undefined ? oneSuite(name, { graph, scope, snapshot }).jobs : suites.flatMap((suite) => suite.jobs)
  const named = jobs.filter((job) => run === undefined || namesOf(job).includes(run))
  const [subject, ...others] = run === undefined ? named.slice(0, 1) : named
  if (subject && others.length === 0) return logTargets(fleet, observation, { subject, owners: [subject] })
  if (subject)
    throw new C5c3Error('AMBIGUOUS', 'usage', `"${safeLine(run ?? '')}" is ${named.length} Jobs`, [
      ...named.slice(0, 8).map((job) => namesOf(job)[2] ?? ''),
    ])
  const hidden = unreadOf(RUNS, new Set(snapshot.clusters.map(({ label }) => label)), snapshot)
  if (hidden) throw hidden.error(run === undefined ? 'a run of it' : `a run "${safeLine(run)}"`)
  if (run === undefined)
    throw new C5c3Error('NOT_FOUND', 'notFound', 'no run found: its Jobs were cleaned up, or it has never run', [
      'to start one: kubectl c5c3 tempest run',
    ])
  const close = closestMatches(run, [...new Set(jobs.flatMap(namesOf))])
  throw new C5c3Error('NOT_FOUND', 'notFound', `run "${safeLine(run)}" not found`, [
    close.length > 0 ? `did you mean: ${close.join(', ')}?` : 'to list the runs: kubectl c5c3 tempest history',
  ])
}

/** What is needed to find the runs of a suite. */
const RUNS = { kinds: [TEMPEST, 'CronJob.batch', 'Job.batch'], roles: ['control-plane'], isNamed: true } as const

const namesOf = ({ name, namespace, cluster }: LogTarget['subject']): readonly string[] => [
  name,
  `${namespace}/${name}`,
  `${namespace}/${name}@${cluster.label}`,
]
