// SPDX-License-Identifier: Apache-2.0

import type { Snapshot } from '../landscape/snapshot.ts'
import { countAt, textAt } from '../object/fields.ts'
import type { KubeObject, Resource } from '../object/resource.ts'
import type { WarningEvent } from './warning-event.ts'

/** Warnings by the uid of their object, newest first. An object recreated under the same name does not inherit them. */
export function eventsOf({
  events = [],
  resources,
}: Pick<Snapshot, 'events' | 'resources'>): ReadonlyMap<string, readonly WarningEvent[]> {
  const byUid = new Map<string, WarningEvent[]>()
  const nodes = events.some(isAboutNode) ? nodeUids(resources) : new Map<string, string>()
  for (const { cluster, object } of events) {
    if (textAt(object, 'type') !== 'Warning') continue
    const uid = uidOf({ cluster, object }, nodes)
    if (uid === undefined) continue
    const list = byUid.get(uid)
    if (list) list.push(warningOf(object))
    else byUid.set(uid, [warningOf(object)])
  }
  for (const list of byUid.values()) list.sort((a, b) => timeOf(b) - timeOf(a))
  return byUid
}

/** Reads both Event shapes: with a count, and with a series. */
export function warningOf(object: KubeObject): WarningEvent {
  const lastObserved = textAt(object, 'series.lastObservedTime')
  const first = textAt(object, 'firstTimestamp') ?? textAt(object, 'eventTime') ?? object.metadata.creationTimestamp
  const last = lastObserved ?? textAt(object, 'lastTimestamp') ?? textAt(object, 'eventTime') ?? first
  return {
    reason: textAt(object, 'reason') ?? '',
    message: textAt(object, 'message') ?? '',
    count: Math.max(1, countAt(object, 'series.count') ?? countAt(object, 'count') ?? 1),
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
  }
}

function timeOf({ last }: WarningEvent): number {
  const time = Date.parse(last ?? '')
  return Number.isNaN(time) ? 0 : time
}

function uidOf({ cluster, object }: Resource, nodes: ReadonlyMap<string, string>): string | undefined {
  const uid = textAt(object, 'involvedObject.uid')
  return isAboutNode({ cluster, object }) ? (nodes.get(`${cluster.uid}/${uid}`) ?? uid) : uid
}

/** The kubelet sets the name of its Node as the uid. */
function isAboutNode({ object }: Resource): boolean {
  const name = textAt(object, 'involvedObject.name')
  return textAt(object, 'involvedObject.kind') === 'Node' && textAt(object, 'involvedObject.uid') === name
}

function nodeUids(resources: readonly Resource[]): ReadonlyMap<string, string> {
  return new Map(
    resources.flatMap(({ cluster, object: { apiVersion, kind, metadata } }) =>
      kind === 'Node' && apiVersion === 'v1' && metadata.uid
        ? [[`${cluster.uid}/${metadata.name}`, metadata.uid] as const]
        : [],
    ),
  )
}
