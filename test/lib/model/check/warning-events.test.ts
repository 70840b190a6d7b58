// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { eventsOf } from '../../../../src/lib/model/check/warning-events.ts'
import type { KubeObject, Resource } from '../../../../src/lib/model/object/resource.ts'

const clusterOf = (uid: string) => ({ uid, name: uid, roles: [] })

function event(fields: Readonly<Record<string, unknown>>, cluster = 'one'): Resource {
  const object = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'e' }, type: 'Warning', ...fields }
  return { cluster: clusterOf(cluster), object: object as KubeObject }
}

const node = (cluster: string, name: string, uid: string): Resource => ({
  cluster: clusterOf(cluster),
  object: { apiVersion: 'v1', kind: 'Node', metadata: { name, uid } },
})

const about = (uid: unknown, kind = 'Pod', name = 'p') => ({ involvedObject: { kind, name, uid } })
const counts = (events: readonly Resource[], resources: readonly Resource[] = []) =>
  Object.fromEntries([...eventsOf({ events, resources })].map(([uid, list]) => [uid, list.length]))

describe('Warnings', () => {
  it.each([
    [
      { count: 4, firstTimestamp: 'f', lastTimestamp: 'l' },
      { count: 4, first: 'f', last: 'l' },
    ],
    [
      { eventTime: 't', series: { count: 9, lastObservedTime: 's' } },
      { count: 9, first: 't', last: 's' },
    ],
    [
      { eventTime: 't', firstTimestamp: null, lastTimestamp: null },
      { count: 1, first: 't', last: 't' },
    ],
    [{ metadata: { name: 'e', creationTimestamp: 'c' } }, { count: 1, first: 'c', last: 'c' }],
    [{ count: -3, series: 'odd', firstTimestamp: 7 }, { count: 1 }],
  ])('%j', (fields, expected) => {
    const all = eventsOf({ events: [event({ ...about('u'), ...fields })], resources: [] })
    expect(all.get('u')).toEqual([{ reason: '', message: '', ...expected }])
  })

  it('are sorted newest first, invalid dates last', () => {
    const at = (reason: string, lastTimestamp: string) => event({ ...about('u'), reason, lastTimestamp })
    const events = [
      at('b', '2026-11-16T11:00:00Z'),
      at('odd', 'x'),
      at('c', '2026-11-16T11:00:00.5Z'),
      at('a', '2025-01-01T00:00:00Z'),
    ]
    expect(
      eventsOf({ events, resources: [] })
        .get('u')
        ?.map(({ reason }) => reason),
    ).toEqual(['c', 'b', 'a', 'odd'])
  })

  it('of another type, or without a uid, are left out', () => {
    expect(counts([event({ ...about('u'), type: 'Normal' }), event(about(undefined)), event(about(''))])).toEqual({})
    expect(eventsOf({ resources: [] }).size).toBe(0)
  })

  it('of a kubelet have the Node name as uid: it is the Node of that cluster', () => {
    const events = [
      event(about('n1', 'Node', 'n1')),
      event(about('n1', 'Node', 'n1'), 'two'),
      event(about('real', 'Node', 'n1')),
    ]
    const nodes = [node('one', 'n1', 'uid-1'), node('three', 'n1', 'uid-3')]
    expect(counts(events, nodes)).toEqual({ 'uid-1': 1, n1: 1, real: 1 })
  })
})
