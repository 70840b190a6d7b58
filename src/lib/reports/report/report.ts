// SPDX-License-Identifier: Apache-2.0

import { isFine, worse } from '../../model/graph/health.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { EXIT, type ExitName, worstExit } from '../../model/report/errors.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import type { ChangesReport } from '../changes/report.ts'
import type { CheckReport } from '../check/report.ts'
import type { EventsReport } from '../events/report.ts'
import type { HypervisorsReport } from '../hypervisors/report.ts'
import type { PoolsReport } from '../pools/report.ts'
import { completenessOf } from '../shared/completeness.ts'
import type { StatusReport } from '../status/report.ts'

/** Reports of one fleet from the same snapshot. */
export interface LandscapeParts {
  readonly status: StatusReport
  readonly check: CheckReport
  readonly pools: PoolsReport
  readonly hypervisors: HypervisorsReport
  readonly events: EventsReport
  readonly changes: ChangesReport
}

export interface LandscapeReport extends Report {
  readonly kind: 'Landscape'
  /** RFC 3339. */
  readonly takenAt: string
  readonly status: StatusReport
  readonly check: CheckReport
  readonly pools: PoolsReport
  readonly hypervisors: HypervisorsReport
  readonly events: EventsReport
  readonly changes: ChangesReport
}

/** The verdict is that of the worst part. */
export function landscapeReport(snapshot: Snapshot, parts: LandscapeParts): LandscapeReport {
  const assessed = [parts.status, parts.check, parts.pools, parts.hypervisors]
  return {
    apiVersion: API_VERSION,
    kind: 'Landscape',
    // healthy-like verdicts such as "off" (no hypervisors) do not override that of the OpenStack clusters
    verdict: assessed
      .map(({ verdict }) => verdict)
      .filter((state) => !isFine(state))
      .reduce<State>(worse, parts.status.verdict),
    exitCode: EXIT[worstExit(assessed.map(({ exitCode }) => nameOf(exitCode)))],
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    takenAt: new Date(snapshot.takenAt).toISOString().replace('.000Z', 'Z'),
    ...parts,
  }
}

const NAMES = new Map(Object.entries(EXIT).map(([name, code]) => [code, name as ExitName]))
const nameOf = (code: number): ExitName => NAMES.get(code as (typeof EXIT)[ExitName]) ?? 'bug'
