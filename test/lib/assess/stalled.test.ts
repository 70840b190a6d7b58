// SPDX-License-Identifier: Apache-2.0
// Progress beyond its time is stalled, and a date belongs to the state it is shown with.
import { describe, expect, it } from 'vitest'
import { assess } from '../../../src/lib/assess/assess.ts'
import { buildGraph } from '../../../src/lib/graph/build.ts'
import { conditionProof } from '../../../src/lib/model/check/evidence.ts'
import type { GraphNode } from '../../../src/lib/model/graph/graph.ts'
import type { Health } from '../../../src/lib/model/graph/health.ts'
import type { KindSpec } from '../../../src/lib/model/graph/kind.ts'
import { conditionNamed, fromCondition, readyHealth } from '../../../src/lib/model/object/conditions.ts'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'
import { ago, link, NOW, smallKind, snapshotOf, thing } from '../graph/small.ts'

const HOUR = 3600

const waiting = (seconds: number) =>
  condition({ status: 'False', reason: 'Progressing', lastTransitionTime: ago(seconds) })

const condition = (fields: object): KubeObject => ({
  ...thing('B.t.test', 'ns/b'),
  status: { conditions: [{ type: 'Ready', ...fields }] },
})

function healthOf(object: KubeObject, more: Partial<KindSpec> = {}): Health {
  const kinds = [smallKind('B.t.test', { health: (one) => readyHealth(one), ...more })]
  const snapshot = snapshotOf({ kinds, clusters: { management: { objects: [object] } } })
  const assessment = assess(buildGraph(snapshot, kinds), { now: NOW })
  const [id] = assessment.graph.nodes.keys()
  if (!id) throw new Error('no node')
  return assessment.own(id)
}

describe('stalled', () => {
  it.each([
    ['within an hour', waiting(HOUR - 60), {}, 'progressing'],
    ['after an hour', waiting(HOUR + 60), {}, 'stalled'],
    ['within the time of its kind', waiting(2 * HOUR), { grace: 3 * HOUR }, 'progressing'],
    ['after the time of its kind', waiting(700), { grace: 600 }, 'stalled'],
    ['work that takes long', waiting(2 * HOUR), { grace: 600, progressSeconds: 6 * HOUR }, 'progressing'],
    ['without a date', condition({ status: 'False', reason: 'Progressing' }), {}, 'progressing'],
    ['held by a finalizer', thing('B.t.test', 'ns/b', { deletionTimestamp: ago(2 * HOUR) }), {}, 'stalled'],
  ])('%s', (_, object, more, state) => {
    expect(healthOf(object, more).state).toBe(state)
  })

  it('keeps the reason and the date', () => {
    expect(healthOf(waiting(3 * HOUR))).toMatchObject({ state: 'stalled', reason: 'Progressing', since: ago(3 * HOUR) })
  })

  it('makes what depends on it stalled', () => {
    const kinds = [smallKind('A.t.test'), smallKind('B.t.test', { health: (one) => readyHealth(one) })]
    const a = thing('A.t.test', 'ns/a', { links: [link({ namespace: 'ns', name: 'b' })] })
    const snapshot = snapshotOf({ kinds, clusters: { management: { objects: [a, waiting(2 * HOUR)] } } })
    const assessment = assess(buildGraph(snapshot, kinds), { now: NOW })
    expect(assessment.graph.of('A.t.test').map(({ id }) => assessment.state(id))).toEqual(['stalled'])
  })
})

describe('the date of a state', () => {
  const old = condition({ status: 'True', lastTransitionTime: ago(95 * 24 * HOUR) })
  const silent = (one: KubeObject): Health => ({
    ...fromCondition(conditionNamed(one, 'Ready'), 'Ready'),
    state: 'unknown',
  })

  it('is not that of a condition that reports health', () => {
    const health = healthOf(old, { health: silent })
    expect(health.state).toBe('unknown')
    expect(health.since).toBeUndefined()
  })

  it('of a healthy object is that of its condition', () => {
    expect(healthOf(old).since).toBe(ago(95 * 24 * HOUR))
  })

  it('is not that of a condition about an older spec', () => {
    const stale = condition({ status: 'False', observedGeneration: 1, lastTransitionTime: ago(95 * 24 * HOUR) })
    const health = healthOf({ ...stale, metadata: { ...stale.metadata, generation: 2 } })
    expect([health.state, health.since]).toEqual(['failed', undefined])
  })

  it.each([
    ['Ready', 'True', undefined],
    ['Ready', 'False', ago(60)],
    ['Degraded', 'True', ago(60)],
  ])('of evidence %s=%s', (type, status, since) => {
    const object = condition({ type, status, lastTransitionTime: ago(60) })
    expect(conditionProof({ object } as GraphNode, type).since).toBe(since)
  })
})
