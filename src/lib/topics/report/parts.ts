// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../../assess/causes.ts'
import { CHECKS } from '../../checks/index.ts'
import type { Fleet } from '../../fleet/member.ts'
import { KINDS } from '../../kinds/index.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import type { Scope } from '../../model/landscape/scope.ts'
import { DAY } from '../../model/text/time.ts'
import { clockSkews } from '../../pipeline/clock-skew.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { projectObservation } from '../../pipeline/project-observation.ts'
import { onDemandInputs, runAllChecks, runSelectedChecks } from '../../pipeline/run-checks.ts'
import { changesReport } from '../../reports/changes/report.ts'
import { checkReport } from '../../reports/check/report.ts'
import { eventsReport } from '../../reports/events/report.ts'
import { type HypervisorsReport, hypervisorsReport } from '../../reports/hypervisors/report.ts'
import { poolsReport } from '../../reports/pools/report.ts'
import type { LandscapeParts } from '../../reports/report/report.ts'
import { overviewSubjects } from '../../reports/shared/find-subject.ts'
import { statusReport } from '../../reports/status/report.ts'
import { agentKinds, HYPERVISOR_CHECKS, HYPERVISOR_KINDS } from '../hypervisors/kinds.ts'
import { POOL_KINDS } from '../pools/kinds.ts'

/** What the parts are made of: the same reading as several commands see it. */
export interface LandscapeReports {
  readonly parts: LandscapeParts
  readonly causes: readonly Cause[]
  /** As `status` and `tree` judge it. */
  readonly assessment: Assessment
}

/** Every report of a landscape from one reading, each as its own command would give it. */
export function landscapeParts(
  wide: Observation,
  fleet: Fleet,
  flags: { readonly 'allow-incomplete': boolean; readonly 'accept-cached': boolean },
): LandscapeReports {
  const allowIncomplete = flags['allow-incomplete']
  const acceptCached = flags['accept-cached']
  const common = { scope: {}, allowIncomplete, skews: clockSkews(fleet) }
  const narrow = (kinds: readonly KindSpec[]) => projectObservation(wide, kinds, acceptCached)
  const usual = narrow(usualKinds(wide))
  const checked = narrow(usualKinds(wide, onDemandInputs(CHECKS)))
  const pooled = narrow(usualKinds(wide, POOL_KINDS))
  const { results, causes } = runAllChecks(checked, CHECKS)
  const subjects = overviewSubjects(usual.assessment.graph, {}, usual.snapshot)
  return {
    causes,
    assessment: usual.assessment,
    parts: {
      status: statusReport(usual.snapshot, usual.assessment, { ...common, subjects, acceptCached }),
      check: checkReport({ ...common, ...checked, results, causes, failOn: 'warning', suppressions: [] }),
      pools: poolsReport(pooled.snapshot, pooled.assessment, common),
      hypervisors: hypervisorsPart(narrow(HYPERVISOR_KINDS), fleet, common),
      events: eventsReport({ ...common, snapshot: wide.snapshot, events: wide.snapshot.events ?? [], types: [] }),
      changes: changesReport({ ...common, ...usual, subjects, resources: wide.snapshot.resources, since: DAY }),
    },
  }
}

/** The kinds a command reads that looks at everything, and at some besides. */
function usualKinds({ kinds }: Observation, also: readonly KindSpec[] = []): readonly KindSpec[] {
  const known = new Set(KINDS.map(kindName))
  const names = new Set(also.map(kindName))
  const listed = KINDS.filter((kind) => !kind.onDemand && !names.has(kindName(kind)))
  const demanded = also.map((kind) => ({ ...kind, onDemand: false }))
  return [...listed, ...demanded, ...kinds.filter((kind) => !known.has(kindName(kind)))]
}

function hypervisorsPart(
  seen: Observation,
  { members, profile }: Fleet,
  common: { readonly scope: Scope; readonly allowIncomplete: boolean },
): HypervisorsReport {
  // a cluster that cannot hold one is no part of that answer, however dark it is
  const roles = new Set(HYPERVISOR_KINDS.flatMap((kind) => kind.roles))
  const clusters = seen.snapshot.clusters.filter(({ cluster }) => cluster.roles.some(({ role }) => roles.has(role)))
  const labels = new Set(clusters.map(({ label }) => label))
  const gaps = seen.snapshot.gaps.filter(({ cluster }) => labels.has(cluster))
  return hypervisorsReport({
    ...common,
    snapshot: { ...seen.snapshot, clusters, gaps },
    assessment: seen.assessment,
    causes: runSelectedChecks(seen, HYPERVISOR_CHECKS).causes,
    known: members.flatMap(({ cluster }) =>
      cluster.roles.flatMap(({ role, name }) => (role === 'hypervisor' ? name : [])),
    ),
    agents: agentKinds(profile?.agents),
  })
}
