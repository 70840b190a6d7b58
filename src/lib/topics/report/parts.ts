// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../../assess/causes.ts'
import { CHECKS } from '../../checks/index.ts'
import type { Fleet } from '../../fleet/member.ts'
import { KINDS } from '../../kinds/index.ts'
import type { Check } from '../../model/check/check.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import type { Scope } from '../../model/landscape/scope.ts'
import { DAY } from '../../model/text/time.ts'
import { onDemandInputs } from '../../pipeline/check-inputs.ts'
import { clockSkews } from '../../pipeline/clock-skew.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { projectObservation } from '../../pipeline/project-observation.ts'
import { changesReport } from '../../reports/changes/report.ts'
import { checkReport } from '../../reports/check/report.ts'
import { eventsReport } from '../../reports/events/report.ts'
import { type HypervisorsReport, hypervisorsReport } from '../../reports/hypervisors/report.ts'
import { poolsReport } from '../../reports/pools/report.ts'
import type { LandscapeParts } from '../../reports/report/report.ts'
import { overviewSubjects } from '../../reports/shared/find-subject.ts'
import { statusReport } from '../../reports/status/report.ts'
import { agentKinds, HYPERVISOR_CHECKS, HYPERVISOR_KINDS } from '../hypervisors/kinds.ts'

/** All parts of the report, and what they have in common. */
export interface LandscapeReports {
  readonly parts: LandscapeParts
  readonly causes: readonly Cause[]
  /** As `status` and `tree` assess it. */
  readonly assessment: Assessment
}

/** Every report of a fleet from one observation, each identical to that of its own command. */
export function landscapeParts(
  wide: Observation,
  fleet: Fleet,
  flags: { readonly 'allow-incomplete': boolean; readonly 'accept-cached': boolean },
): LandscapeReports {
  const allowIncomplete = flags['allow-incomplete']
  const acceptCached = flags['accept-cached']
  const common = { scope: {}, allowIncomplete, skews: clockSkews(fleet) }
  const narrow = (kinds: readonly KindSpec[], checks?: readonly Check[]) =>
    projectObservation(wide, { kinds, checks, acceptCached })
  const usual = narrow(defaultKinds(wide))
  const checked = narrow(defaultKinds(wide, onDemandInputs(CHECKS)))
  const subjects = overviewSubjects(usual.assessment.graph, {}, usual.snapshot)
  return {
    causes: checked.causes,
    assessment: usual.assessment,
    parts: {
      status: statusReport(usual.snapshot, usual.assessment, {
        ...common,
        subjects,
        causes: usual.causes,
        acceptCached,
      }),
      check: checkReport({ ...common, ...checked, failOn: 'warning', suppressions: [] }),
      pools: poolsReport(usual.snapshot, usual.assessment, common),
      hypervisors: hypervisorsPart(narrow(HYPERVISOR_KINDS, HYPERVISOR_CHECKS), fleet, common),
      events: eventsReport({ ...common, snapshot: wide.snapshot, events: wide.snapshot.events ?? [], types: [] }),
      changes: changesReport({ ...common, ...usual, subjects, resources: wide.snapshot.resources, since: DAY }),
    },
  }
}

/** The kinds of a command that reads everything, and some more. */
function defaultKinds({ kinds }: Observation, also: readonly KindSpec[] = []): readonly KindSpec[] {
  const known = new Set(KINDS.map(kindName))
  const names = new Set(also.map(kindName))
  const listed = KINDS.filter((kind) => !kind.onDemand && !names.has(kindName(kind)))
  const withoutOnDemand = also.map((kind) => ({ ...kind, onDemand: false }))
  return [...listed, ...withoutOnDemand, ...kinds.filter((kind) => !known.has(kindName(kind)))]
}

function hypervisorsPart(
  observation: Observation,
  { members, profile }: Fleet,
  common: { readonly scope: Scope; readonly allowIncomplete: boolean },
): HypervisorsReport {
  // Clusters that cannot hold hypervisors do not count as gaps.
  const roles = new Set(HYPERVISOR_KINDS.flatMap((kind) => kind.roles))
  const clusters = observation.snapshot.clusters.filter(({ cluster }) =>
    cluster.roles.some(({ role }) => roles.has(role)),
  )
  const labels = new Set(clusters.map(({ label }) => label))
  const gaps = observation.snapshot.gaps.filter(({ cluster }) => labels.has(cluster))
  return hypervisorsReport({
    ...common,
    snapshot: { ...observation.snapshot, clusters, gaps },
    assessment: observation.assessment,
    causes: observation.causes,
    known: members.flatMap(({ cluster }) =>
      cluster.roles.flatMap(({ role, name }) => (role === 'hypervisor' ? name : [])),
    ),
    agents: agentKinds(profile?.agents),
  })
}
