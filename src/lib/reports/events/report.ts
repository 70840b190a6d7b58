// SPDX-License-Identifier: Apache-2.0

import { type EventRecord, eventRecords } from '../../model/check/event-record.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { type Scope, scopeReport } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { groupOf } from '../../model/object/reference.ts'
import type { Resource } from '../../model/object/resource.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import { byOurClock, type ClockRow, clocksOf } from '../shared/clock-skew.ts'
import { completenessOf } from '../shared/completeness.ts'
import { ageOf, type NodeReport, nodeReport } from '../shared/object-row.ts'
import { verdictOf } from '../shared/verdict.ts'

/** What was said about one object, with its repeats. */
export interface EventRow {
  /** When it was last said, by our clock. */
  readonly time?: string
  readonly age?: string
  /** When it was first said, by our clock. */
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
  /** It is about an object that had this name before the one that has it now. */
  readonly earlier?: true
}

export interface EventsReport extends Report {
  readonly kind: 'Events'
  /** Whose events these are, with all it stands on. */
  readonly subjects: readonly NodeReport[]
  /** How many objects they are about, where not all of a cluster's are shown. */
  readonly objects?: number
  /** Clocks that differ from ours: their times are corrected by it. */
  readonly clocks: readonly ClockRow[]
  /** Oldest first. */
  readonly events: readonly EventRow[]
}

export interface EventsInput {
  readonly snapshot: Snapshot
  readonly events: readonly Resource[]
  /** By the label of the cluster, in ms. */
  readonly skews: ReadonlyMap<string, number>
  readonly since?: number
  readonly types: readonly string[]
  readonly scope: Scope
  readonly allowIncomplete: boolean
  /** Without it all events are shown. */
  readonly about?: {
    readonly assessment: Assessment
    readonly subjects: readonly GraphNode[]
    readonly reached: readonly GraphNode[]
    readonly behind: readonly Resource[]
  }
}

/** What happened, over all clusters, by time; an event that was repeated once, with its count. */
export function eventsReport(input: EventsInput): EventsReport {
  const { snapshot, skews, types, since, about, allowIncomplete } = input
  const now = snapshot.takenAt
  const labels = new Map(snapshot.clusters.map(({ cluster, label }) => [cluster.uid, label]))
  const clocks = clocksOf(skews)
  const concerned = about ? concernedBy(about.reached, about.behind) : () => ({})
  const told = eventRecords(input.events).flatMap((news) => {
    const cluster = labels.get(news.cluster.uid) ?? news.cluster.name
    const match = types.length === 0 || types.includes(news.type) ? concerned(news) : undefined
    return match ? [rowOf(news, cluster, clocks, now, match)] : []
  })
  const states = about ? about.subjects.map(({ id }) => about.assessment.state(id)) : (['healthy'] as const)
  return {
    apiVersion: API_VERSION,
    kind: 'Events',
    ...verdictOf({ snapshot, states, allowIncomplete }),
    completeness: completenessOf([...labels.values()], snapshot.gaps),
    ...scopeReport(input.scope),
    subjects: about ? about.subjects.map((node) => nodeReport(about.assessment, node)) : [],
    ...(about ? { objects: about.reached.length + about.behind.length } : {}),
    clocks,
    events: grouped(told, now)
      .filter(({ time }) => since === undefined || (time !== undefined && now - Date.parse(time) <= since))
      .sort(byTime),
  }
}

type Match = { readonly earlier?: true }

/** Whether an event is about one of them: by uid, or by name where the one that had the name is gone. */
function concernedBy(nodes: readonly GraphNode[], behind: readonly Resource[]) {
  const uids = new Set<string>()
  const names = new Map<string, 'there' | 'missing'>()
  for (const { cluster, group, kind, namespace, name, object } of nodes) {
    const place = cluster.cluster.uid
    if (object?.metadata.uid) uids.add(`${place} ${object.metadata.uid}`)
    names.set(nameKey(place, { group, kind, namespace, name }), object ? 'there' : 'missing')
  }
  for (const { cluster, object } of behind) {
    const { uid, namespace, name } = object.metadata
    if (uid) uids.add(`${cluster.uid} ${uid}`)
    names.set(nameKey(cluster.uid, { group: groupOf(object.apiVersion), kind: object.kind, namespace, name }), 'there')
  }
  return ({ cluster, about }: EventRecord): Match | undefined => {
    if (about.uid !== undefined && uids.has(`${cluster.uid} ${about.uid}`)) return {}
    const named = names.get(nameKey(cluster.uid, about))
    if (named === undefined) return undefined
    // a kubelet gives the name of its Node as the uid
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

function rowOf(news: EventRecord, cluster: string, clocks: readonly ClockRow[], now: number, match: Match): EventRow {
  const time = byOurClock(clocks, cluster, news.last)
  const first = byOurClock(clocks, cluster, news.first)
  const age = ageOf(time, now)
  const { kind, namespace, name } = news.about
  return {
    ...(time === undefined ? {} : { time }),
    ...(age === undefined ? {} : { age }),
    ...(first === undefined ? {} : { first }),
    count: news.count,
    type: news.type,
    reason: news.reason,
    message: news.message.replace(COMBINED, ''),
    kind,
    ...(namespace === undefined ? {} : { namespace }),
    name,
    cluster,
    ...(news.component === undefined ? {} : { component: news.component }),
    ...match,
  }
}

/** What a client of the API writes before the message once it has said the like too often. */
const COMBINED = /^\(combined from similar events\): /

/** The same words about the same object are one row. */
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
  Date.parse(a.time ?? '1970') - Date.parse(b.time ?? '1970') || (placeOf(a) < placeOf(b) ? -1 : 1)

const placeOf = ({ cluster, kind, namespace = '', name, reason, message }: EventRow) =>
  `${cluster} ${kind} ${namespace}/${name} ${reason} ${message}`
