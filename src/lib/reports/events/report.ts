// SPDX-License-Identifier: Apache-2.0

import { type EventRecord, eventRecords } from '../../model/check/event-record.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { type Scope, scopeReport } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { groupOf } from '../../model/object/reference.ts'
import type { Resource } from '../../model/object/resource.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import { completenessOf } from '../shared/completeness.ts'
import { countedObjects } from '../shared/dependencies.ts'
import { ageOf, type NodeReport, nodeReport } from '../shared/object-row.ts'
import { journalVerdictOf } from '../shared/verdict.ts'
import { byOurClock, type ClockRow, clocksOf } from './clock-skew.ts'

/** One event with its repeats. */
export interface EventRow {
  /** When it last occurred, adjusted to the local clock. */
  readonly time?: string
  readonly age?: string
  /** When it first occurred, adjusted to the local clock. */
  readonly first?: string
  readonly count: number
  readonly type: string
  readonly reason: string
  readonly message: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly cluster: string
  readonly component?: string
  /** It refers to a deleted object that had the same name. */
  readonly earlier?: true
}

export interface EventsReport extends Report {
  readonly kind: 'Events'
  /** The objects the events are about; their dependencies are included. */
  readonly subjects: readonly NodeReport[]
  /** Number of objects covered; absent when all events are shown. */
  readonly objects?: number
  /** Clusters whose clock differs from the local one; their times are corrected. */
  readonly clocks: readonly ClockRow[]
  /** Oldest first. */
  readonly events: readonly EventRow[]
}

export interface EventsInput {
  readonly snapshot: Snapshot
  readonly events: readonly Resource[]
  /** Milliseconds by cluster label. */
  readonly skews: ReadonlyMap<string, number>
  readonly since?: number
  readonly types: readonly string[]
  readonly scope: Scope
  readonly allowIncomplete: boolean
  /** Absent: all events are shown. */
  readonly about?: {
    readonly assessment: Assessment
    readonly subjects: readonly GraphNode[]
    readonly reached: readonly GraphNode[]
    readonly behind: readonly Resource[]
  }
}

/** Events across all clusters by time; repeats are merged and counted. */
export function eventsReport(input: EventsInput): EventsReport {
  const { snapshot, skews, types, since, about, allowIncomplete } = input
  const now = snapshot.takenAt
  const labels = new Map(snapshot.clusters.map(({ cluster, label }) => [cluster.uid, label]))
  const clocks = clocksOf(skews)
  const matchEvent = about ? eventMatcher(about.reached, about.behind) : () => ({})
  const rows = eventRecords(input.events).flatMap((event) => {
    const cluster = labels.get(event.cluster.uid) ?? event.cluster.name
    const match = types.length === 0 || types.includes(event.type) ? matchEvent(event) : undefined
    return match ? [rowOf(event, cluster, clocks, now, match)] : []
  })
  const states = about ? about.subjects.map(({ id }) => about.assessment.state(id)) : (['healthy'] as const)
  return {
    apiVersion: API_VERSION,
    kind: 'Events',
    ...journalVerdictOf({ snapshot, states, allowIncomplete }),
    completeness: completenessOf([...labels.values()], snapshot.gaps),
    ...scopeReport(input.scope),
    subjects: about ? about.subjects.map((node) => nodeReport(about.assessment, node)) : [],
    ...(about ? { objects: countedObjects(about.reached).length } : {}),
    clocks,
    events: grouped(rows, now)
      .filter(({ time }) => since === undefined || (time !== undefined && now - Date.parse(time) <= since))
      .sort(byTime),
  }
}

type Match = { readonly earlier?: true }

/** Matches events by uid, else by name: those refer to an earlier object of that name. */
function eventMatcher(nodes: readonly GraphNode[], owned: readonly Resource[]) {
  const uids = new Set<string>()
  const names = new Map<string, 'there' | 'missing'>()
  for (const { cluster, group, kind, namespace, name, object } of nodes) {
    const clusterUid = cluster.cluster.uid
    if (object?.metadata.uid) uids.add(`${clusterUid} ${object.metadata.uid}`)
    names.set(nameKey(clusterUid, { group, kind, namespace, name }), object ? 'there' : 'missing')
  }
  for (const { cluster, object } of owned) {
    const { uid, namespace, name } = object.metadata
    if (uid) uids.add(`${cluster.uid} ${uid}`)
    names.set(nameKey(cluster.uid, { group: groupOf(object.apiVersion), kind: object.kind, namespace, name }), 'there')
  }
  return ({ cluster, about }: EventRecord): Match | undefined => {
    if (about.uid !== undefined && uids.has(`${cluster.uid} ${about.uid}`)) return {}
    const named = names.get(nameKey(cluster.uid, about))
    if (named === undefined) return undefined
    // kubelet sets the uid of a Node's events to the Node's name
    return named === 'missing' || about.uid === undefined || about.uid === about.name ? {} : { earlier: true }
  }
}

interface Key {
  readonly group: string
  readonly kind: string
  readonly namespace?: string | undefined
  readonly name: string
}

const nameKey = (cluster: string, { group, kind, namespace = '', name }: Key) =>
  `${cluster} ${kind}.${group} ${namespace}/${name}`

function rowOf(event: EventRecord, cluster: string, clocks: readonly ClockRow[], now: number, match: Match): EventRow {
  const time = byOurClock(clocks, cluster, event.last)
  const first = byOurClock(clocks, cluster, event.first)
  const age = ageOf(time, now)
  const { kind, namespace, name } = event.about
  return {
    ...(time === undefined ? {} : { time }),
    ...(age === undefined ? {} : { age }),
    ...(first === undefined ? {} : { first }),
    count: event.count,
    type: event.type,
    reason: event.reason,
    message: event.message.replace(COMBINED, ''),
    kind,
    ...(namespace === undefined ? {} : { namespace }),
    name,
    cluster,
    ...(event.component === undefined ? {} : { component: event.component }),
    ...match,
  }
}

/** client-go prepends this to the message once it aggregates similar events. */
const COMBINED = /^\(combined from similar events\): /

/** Merges events with equal text about the same object. */
function grouped(rows: readonly EventRow[], now: number): EventRow[] {
  const groups = Map.groupBy(rows, ({ cluster, kind, namespace, name, type, reason, message, earlier }) =>
    JSON.stringify([cluster, kind, namespace, name, type, reason, message, earlier]),
  )
  return [...groups.values()].flatMap((group) => {
    const newest = group.reduce((a, b) => ((b.time ?? '') > (a.time ?? '') ? b : a))
    const first = group
      .flatMap((row) => row.first ?? [])
      .sort()
      .at(0)
    const age = ageOf(newest.time, now)
    const count = group.reduce((sum, row) => sum + row.count, 0)
    return [{ ...newest, ...(age ? { age } : {}), ...(first ? { first } : {}), count }]
  })
}

const byTime = (a: EventRow, b: EventRow) =>
  Date.parse(a.time ?? '1970') - Date.parse(b.time ?? '1970') || (sortKey(a) < sortKey(b) ? -1 : 1)

const sortKey = ({ cluster, kind, namespace = '', name, reason, message }: EventRow) =>
  `${cluster} ${kind} ${namespace}/${name} ${reason} ${message}`
