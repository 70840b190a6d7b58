// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { type Scope, scopeReport } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import type { Resource } from '../../model/object/resource.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import { byOurClock, type ClockRow, clocksOf } from '../events/clock-skew.ts'
import { completenessOf } from '../shared/completeness.ts'
import { ageOf, type NodeReport, nodeReport } from '../shared/object-row.ts'
import { journalVerdictOf } from '../shared/verdict.ts'
import { type ChangeType, changesOf } from './object-changes.ts'

/** Changes of one object at one time. */
export interface ChangeRow {
  /** Adjusted to the local clock. */
  readonly time: string
  readonly age?: string
  readonly change: ChangeType
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly cluster: string
  readonly says: readonly string[]
}

export interface ChangesReport extends Report {
  readonly kind: 'Changes'
  /** RFC 3339. */
  readonly since: string
  readonly subjects: readonly NodeReport[]
  readonly clocks: readonly ClockRow[]
  /** Oldest first. */
  readonly changes: readonly ChangeRow[]
}

export interface ChangesInput {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly subjects: readonly GraphNode[]
  /** The subjects, their dependencies, and the Pods those own. */
  readonly resources: readonly Resource[]
  readonly skews: ReadonlyMap<string, number>
  /** Milliseconds before the snapshot. */
  readonly since: number
  readonly scope: Scope
  readonly allowIncomplete: boolean
}

/** Changes across all clusters by time; simultaneous changes of the same type to one object share a row. */
export function changesReport(input: ChangesInput): ChangesReport {
  const { snapshot, assessment, subjects, since, allowIncomplete } = input
  const now = snapshot.takenAt
  const clocks = clocksOf(input.skews)
  const labels = new Map(snapshot.clusters.map(({ cluster, label }) => [cluster.uid, label]))
  const rows = input.resources.flatMap((resource) => {
    const cluster = labels.get(resource.cluster.uid) ?? resource.cluster.name
    return rowsOf(resource, cluster, clocks, now).filter(({ time }) => now - Date.parse(time) <= since)
  })
  return {
    apiVersion: API_VERSION,
    kind: 'Changes',
    ...journalVerdictOf({ snapshot, states: subjects.map(({ id }) => assessment.state(id)), allowIncomplete }),
    completeness: completenessOf([...labels.values()], snapshot.gaps),
    ...scopeReport(input.scope),
    since: new Date(now - since).toISOString().replace('.000Z', 'Z'),
    subjects: subjects.map((node) => nodeReport(assessment, node)),
    clocks,
    changes: rows.sort((a, b) => Date.parse(a.time) - Date.parse(b.time) || (sortKey(a) < sortKey(b) ? -1 : 1)),
  }
}

function rowsOf({ object }: Resource, cluster: string, clocks: readonly ClockRow[], now: number): ChangeRow[] {
  const { namespace, name } = object.metadata
  const objectChanges = changesOf(object)
  // the initial conditions of a new object are part of its creation
  const created = objectChanges.find(({ type }) => type === 'created')?.time
  const groups = Map.groupBy(objectChanges, ({ type, time }) => `${time === created ? 'created' : type} ${time}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const time = byOurClock(clocks, cluster, first?.time)
    if (!first || time === undefined) return []
    const age = ageOf(time, now)
    return [
      {
        time,
        ...(age ? { age } : {}),
        change: first.type,
        kind: object.kind,
        ...(namespace === undefined ? {} : { namespace }),
        name,
        cluster,
        says: group.map(({ says }) => says),
      },
    ]
  })
}

const sortKey = ({ cluster, kind, namespace = '', name, change }: ChangeRow) =>
  `${cluster} ${kind} ${namespace}/${name} ${change}`
