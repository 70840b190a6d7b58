// SPDX-License-Identifier: Apache-2.0
// The own state of a node, and how it propagates to its dependents.
import { describe, expect, it } from 'vitest'
import { assess } from '../../../src/lib/assess/assess.ts'
import { buildGraph } from '../../../src/lib/graph/build.ts'
import type { Assessment } from '../../../src/lib/model/graph/assessment.ts'
import type { NodeId } from '../../../src/lib/model/graph/graph.ts'
import { type Health, STATES } from '../../../src/lib/model/graph/health.ts'
import type { CountedTargets, KindSpec } from '../../../src/lib/model/graph/kind.ts'
import type { Link } from '../../../src/lib/model/graph/link.ts'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'
import type { State } from '../../../src/lib/model/report/report.ts'
import { ago, forbidden, LONG_AGO, link, NOW, type Small, smallKind, snapshotOf, thing } from '../graph/small.ts'

const KINDS = ['A.t.test', 'B.t.test', 'C.t.test'].map((name) => smallKind(name))
const A = 'management:A.t.test:ns/a' as NodeId
const B = 'management:B.t.test:ns/b' as NodeId
const to = { namespace: 'ns', name: 'b' }

function assessObjects(
  objects: readonly KubeObject[],
  more: Partial<Small & { acceptCached: boolean }> = {},
): Assessment {
  const clusters = { management: { objects }, ...more.clusters }
  const graph = buildGraph(snapshotOf({ kinds: KINDS, ...more, clusters }), more.kinds ?? KINDS)
  return assess(graph, { now: NOW, acceptCached: more.acceptCached ?? false })
}

const a = (links: Link[], more = {}) => thing('A.t.test', 'ns/a', { links, ...more })
const b = (state: State | null, more = {}) => thing('B.t.test', 'ns/b', { state, ...more })

describe('own state', () => {
  it.each<[string, KubeObject, Partial<Health>]>([
    ['its kind says', b('degraded'), { state: 'degraded' }],
    ['no status is unknown', b(null), { state: 'unknown', reason: 'NotObserved' }],
    ['a kind nobody describes: condition Ready', ready('True'), { state: 'healthy' }],
    ['a kind nobody describes and no conditions', ready(undefined), { state: 'unknown', reason: 'NotObserved' }],
    ['a condition that is Unknown', ready('Unknown'), { state: 'unknown' }],
    ['a condition with an unknown status', ready('Maybe'), { state: 'unknown' }],
    ['conditions that are no list', ready('True', { a: 1 }), { state: 'unknown' }],
  ])('%s', (_, object, expected) => {
    const assessment = assessObjects([object])
    const [id] = assessment.graph.nodes.keys()
    expect(assessment.own(id as NodeId)).toMatchObject(expected)
  })

  function ready(status: string | undefined, conditions: unknown = [{ type: 'Ready', status }]): KubeObject {
    return { apiVersion: 'x.test/v1', kind: 'X', metadata: { name: 'x' }, status: { conditions } }
  }

  it('is unknown (Malformed), never healthy and never a crash, when a kind throws on malformed data', () => {
    const throwing = smallKind('A.t.test', {
      health: () => {
        throw new TypeError('odd')
      },
    })
    expect(assessObjects([a([])], { kinds: [throwing] }).own(A)).toMatchObject({
      state: 'unknown',
      reason: 'Malformed',
    })
  })

  it('is unknown for an object of an unknown kind', () => {
    const assessment = assessObjects([])
    expect([assessment.own(A).state, assessment.state(A), assessment.troubles(A)]).toEqual(['unknown', 'unknown', []])
  })

  it('of an unreadable object is unknown, with the reason why it could not be read', () => {
    const assessment = assessObjects([a([link(to)])], { gaps: [forbidden('management', 'B.t.test')] })
    expect(assessment.own(B)).toEqual({ state: 'unknown', reason: 'forbidden', message: 'forbidden: list B.t.test' })
    expect(assessment.state(A)).toBe('unknown')
  })
})

describe('a missing object', () => {
  const createdAt = (creationTimestamp: string | undefined) => ({ creationTimestamp }) as { creationTimestamp: string }
  it.each<[string, string | undefined, number | undefined, State]>([
    ['required long ago', LONG_AGO, undefined, 'failed'],
    ['required just now', ago(299), undefined, 'progressing'],
    ['required five minutes ago', ago(300), undefined, 'failed'],
    ['of a slow kind', ago(1000), 1800, 'progressing'],
    ['of a quick kind', ago(20), 10, 'failed'],
    ['required by an object without an age', undefined, undefined, 'failed'],
    ['required by an object with an invalid age', 'yesterday', undefined, 'failed'],
    ['required by an object with a clock ahead', ago(-30), undefined, 'progressing'],
  ])('%s', (_, created, grace, state) => {
    const kinds = [smallKind('A.t.test'), smallKind('B.t.test', grace === undefined ? {} : { grace })]
    const assessment = assessObjects([a([link(to)], createdAt(created))], { kinds })
    expect(assessment.own(B)).toMatchObject({ state, reason: 'Missing' })
    expect(assessment.state(A)).toBe(state)
  })

  it('has no grace period for a Secret that its young referrer has already used', () => {
    const kinds = [smallKind('A.t.test'), smallKind('B.t.test', { byReference: true, grace: 1800 })]
    const used = (status: string) => ({
      ...a([link(to)], { creationTimestamp: ago(20) }),
      status: { conditions: [{ type: 'Ready', status, reason: 'R', message: 'm' }] },
    })
    expect(assessObjects([used('True')], { kinds }).own(B).state).toBe('failed')
    expect(assessObjects([used('False')], { kinds }).own(B).state).toBe('progressing')
  })

  it('is failed for those that waited long enough, and on its way for those that just came', () => {
    const objects = [
      a([link(to)], { creationTimestamp: LONG_AGO }),
      thing('A.t.test', 'ns/new', { links: [link(to)], creationTimestamp: ago(10) }),
      thing('A.t.test', 'ns/above', { links: [link({ kind: 'A', name: 'new' })] }),
    ]
    const assessment = assessObjects(objects)
    expect(assessment.own(B).state).toBe('failed')
    expect(assessment.state(A)).toBe('failed')
    expect(assessment.state('management:A.t.test:ns/new' as NodeId)).toBe('progressing')
    expect(assessment.state('management:A.t.test:ns/above' as NodeId)).toBe('progressing')
    expect(assessment.troubles('management:A.t.test:ns/new' as NodeId)).toHaveLength(1)
  })

  it('affects dependents that require it, even over weak links', () => {
    for (const [creationTimestamp, state] of [
      [LONG_AGO, 'failed'],
      [ago(10), 'progressing'],
    ] as const) {
      const assessment = assessObjects([a([link(to, { weak: 'degraded' })], { creationTimestamp })])
      expect([assessment.state(A), assessment.troubles(A).length]).toEqual([state, 1])
    }
  })

  it('does not affect dependents for which it is optional', () => {
    expect(assessObjects([a([link(to, { optional: true })])]).state(A)).toBe('healthy')
  })

  it('can have 150,000 dependents', () => {
    const many = Array.from({ length: 150_000 }, (_, i) => thing('A.t.test', `ns/a${i}`, { links: [link(to)] }))
    expect(assessObjects(many).own(B).state).toBe('failed')
  })
})

describe('a cached object', () => {
  const remote = { ...to, where: { role: 'storage', name: 'one' } } as const
  const there = 'storage/one:B.t.test:ns/b' as NodeId
  const copied = (state: State, stale = false) => [
    a([link(remote, { observed: { copy: { status: { state } }, stale } })]),
  ]
  const unreachable = { 'storage/one': { dark: true } }

  it.each<[State, State, State]>([
    ['healthy', 'unknown', 'healthy'],
    ['off', 'unknown', 'off'],
    ['suspended', 'unknown', 'suspended'],
    ['maintenance', 'unknown', 'maintenance'],
    ['progressing', 'unknown', 'progressing'],
    ['unknown', 'unknown', 'unknown'],
    ['degraded', 'degraded', 'degraded'],
    ['failed', 'failed', 'failed'],
  ])('%s is %s, and %s if cached objects are accepted', (state, careful, accepted) => {
    expect(assessObjects(copied(state), { clusters: unreachable }).own(there).state).toBe(careful)
    const trusting = assessObjects(copied(state), { clusters: unreachable, acceptCached: true })
    expect([trusting.own(there).state, trusting.state(A)]).toEqual([
      accepted,
      accepted === 'off' ? 'healthy' : above(accepted),
    ])
  })

  const above = (state: State): State => (['suspended', 'maintenance'].includes(state) ? 'healthy' : state)

  it('reports that it is cached and the state of the cached copy', () => {
    expect(assessObjects(copied('healthy'), { clusters: unreachable }).own(there)).toMatchObject({ reason: 'Cached' })
    expect(assessObjects(copied('progressing'), { clusters: unreachable }).own(there)).toMatchObject({
      reason: 'Cached',
      notes: ['its last copy is progressing (Is progressing)'],
    })
  })

  it.each(STATES)('that is stale is unknown whatever its state (%s), even if cached objects are accepted', (state) => {
    for (const acceptCached of [false, true])
      expect(assessObjects(copied(state, true), { clusters: unreachable, acceptCached }).own(there)).toMatchObject({
        state: 'unknown',
        reason: 'Stale',
      })
  })
})

describe('the state that propagates to a parent', () => {
  const fine: readonly State[] = ['healthy', 'off', 'not installed', 'suspended', 'maintenance']
  it.each(STATES)('%s', (state) => {
    const at = (more: Partial<Link>) => assessObjects([a([link(to, more)]), b(state)]).state(A)
    const propagated = fine.includes(state) ? 'healthy' : state
    expect(at({})).toBe(propagated)
    expect(at({ optional: true })).toBe(propagated)
    expect(at({ weak: 'degraded' })).toBe(
      ['degraded', 'progressing', 'stalled'].includes(state) ? 'healthy' : propagated,
    )
    expect(at({ weak: 'counted' })).toBe('healthy')
  })

  it.each(STATES)('is never better than its own state %s', (state) => {
    for (const below of STATES) {
      const reached = assessObjects([a([link(to)], { state }), b(below)]).state(A)
      expect(STATES.indexOf(reached)).toBeGreaterThanOrEqual(STATES.indexOf(state))
    }
  })

  it('is the worst of all dependencies at any depth, and a shared dependency affects every dependent', () => {
    const objects = [
      a([link({ name: 'b' }), link({ kind: 'C', name: 'c' })]),
      thing('A.t.test', 'ns/a2', { links: [link({ kind: 'C', name: 'c' })] }),
      b('progressing', { links: [link({ kind: 'C', name: 'd' })] }),
      thing('C.t.test', 'ns/c', { state: 'degraded' }),
      thing('C.t.test', 'ns/d', { state: 'failed' }),
    ]
    const assessment = assessObjects(objects)
    expect(assessment.state(A)).toBe('failed')
    expect(assessment.state('management:A.t.test:ns/a2' as NodeId)).toBe('degraded')
    expect(assessment.own(B).state).toBe('progressing')
    expect(assessment.troubles(A).map((edge) => edge.to)).toEqual([B, 'management:C.t.test:ns/c'])
  })

  it('includes unknown where the known problem that hides it does not propagate', () => {
    const objects = [
      a([link(to, { weak: 'degraded' })]),
      b('degraded', { links: [link({ kind: 'C', namespace: 'ns', name: 'c' })] }),
    ]
    const whole = assessObjects([...objects, thing('C.t.test', 'ns/c')])
    expect([whole.state(A), whole.troubles(A)]).toEqual(['healthy', []])
    const partly = assessObjects(objects, { gaps: [forbidden('management', 'C.t.test')] })
    expect([partly.state(B), partly.state(A)]).toEqual(['degraded', 'unknown'])
    expect(partly.troubles(A)).toHaveLength(1)
  })

  it('visits a cycle once', () => {
    const objects = [
      a([link(to)]),
      b('healthy', { links: [link({ kind: 'A', namespace: 'ns', name: 'a' }), link({ kind: 'C', name: 'c' })] }),
      thing('C.t.test', 'ns/c', { state: 'failed', links: [link(to)] }),
    ]
    const assessment = assessObjects(objects)
    expect([...assessment.graph.nodes.keys()].map((id) => assessment.state(id))).toEqual(['failed', 'failed', 'failed'])
  })

  it('is healthy for a cycle of healthy objects', () => {
    const objects = [a([link(to)]), b('healthy', { links: [link({ kind: 'A', namespace: 'ns', name: 'a' })] })]
    expect(assessObjects(objects).state(A)).toBe('healthy')
  })

  it('propagates over 20,000 steps', () => {
    const chain = Array.from({ length: 20_000 }, (_, i) =>
      thing('A.t.test', `ns/${i}`, { links: [link({ kind: 'A', namespace: 'ns', name: String(i + 1) })] }),
    )
    const assessment = assessObjects(chain)
    expect(assessment.state('management:A.t.test:ns/0' as NodeId)).toBe('failed')
    expect(assessment.own('management:A.t.test:ns/20000' as NodeId).reason).toBe('Missing')
  })
})

describe('redundant sets', () => {
  const countsSeen: ReadonlyMap<string, CountedTargets>[] = []
  const pool = (more: Partial<KindSpec> = {}) =>
    smallKind('A.t.test', {
      quorum: (_, counts) => {
        countsSeen.push(counts)
        const { fine = 3, unknown = 0 } = counts.get('B.t.test') ?? {}
        if (fine + unknown >= 3) return undefined
        return { state: fine === 0 ? 'failed' : 'degraded', reason: 'TooFew' }
      },
      ...more,
    })
  const members = link({ where: { role: 'storage' } }, { weak: 'counted' })
  const set = (...states: (State | null)[]) => states.map((state, i) => thing('B.t.test', `ns/b${i}`, { state }))
  const unhealthy = (i: number, state: State) => ({ kind: 'B', name: `b${i}`, says: `Is ${state}` })
  const kinds = [pool(), smallKind('B.t.test')]
  const own = (how: Partial<Small>) => assessObjects([a([members])], { kinds, ...how }).own(A)

  it.each<[string, (State | null)[], Partial<Health>, CountedTargets]>([
    ['enough', ['healthy', 'healthy', 'healthy'], { state: 'healthy' }, { total: 3, fine: 3, unknown: 0 }],
    [
      'enough and a bad one',
      ['healthy', 'healthy', 'off', 'failed'],
      { state: 'healthy' },
      { total: 4, fine: 3, unknown: 0, bad: [unhealthy(3, 'failed')] },
    ],
    [
      'too few',
      ['healthy', 'failed', null],
      { state: 'degraded', reason: 'TooFew' },
      { total: 3, fine: 1, unknown: 1, bad: [unhealthy(1, 'failed')] },
    ],
    [
      'no healthy member',
      ['failed', 'degraded'],
      { state: 'failed' },
      { total: 2, fine: 0, unknown: 0, bad: [unhealthy(0, 'failed'), unhealthy(1, 'degraded')] },
    ],
    [
      'many unhealthy members, of which a few are named',
      ['failed', 'failed', 'failed', 'failed', 'failed', 'failed'],
      { state: 'failed' },
      { total: 6, fine: 0, unknown: 0, bad: [0, 1, 2, 3].map((i) => unhealthy(i, 'failed')) },
    ],
  ])('%s', (_, states, expected, counted) => {
    countsSeen.length = 0
    expect(own({ clusters: { 'storage/one': { objects: set(...states) } } })).toMatchObject(expected)
    expect(countsSeen[0]?.get('B.t.test')).toEqual(counted)
  })

  it('without members fail, also if members are optional, unless the kind is not installed', () => {
    const optional = { ...members, optional: true }
    const none = { kinds, clusters: { 'storage/one': {} } }
    expect(assessObjects([a([optional])], none).own(A)).toMatchObject({ state: 'failed', reason: 'TooFew' })
    expect(assessObjects([a([optional])], none).graph.nodes.size).toBe(1)
    const readings: Small['readings'] = (r) => (r.kind === 'B.t.test' ? { ...r, outcome: 'notinstalled' } : r)
    expect(assessObjects([a([optional])], { ...none, readings }).own(A)).toMatchObject({ state: 'healthy' })
    expect(own(none)).toMatchObject({ state: 'failed', reason: 'TooFew' })
  })

  it.each<[string, Partial<Small>]>([
    ['all of them', { clusters: { 'storage/one': { dark: true } } }],
    [
      'one of two clusters',
      { clusters: { 'storage/one': { objects: set('healthy') }, 'storage/two': { dark: true } } },
    ],
    [
      'some of a list',
      { clusters: { 'storage/one': { objects: set('healthy') } }, gaps: [forbidden('storage/one', 'B.t.test')] },
    ],
    [
      'some of a list of which enough was seen',
      {
        clusters: { 'storage/one': { objects: set('healthy', 'healthy', 'healthy') } },
        gaps: [forbidden('storage/one', 'B.t.test')],
      },
    ],
  ])('are unknown if a gap hides %s', (_, how) => {
    expect(own(how)).toMatchObject({ state: 'unknown', reason: 'NotSeen' })
  })

  it('that are certainly too small fail, whatever a gap hides', () => {
    const also = link({ kind: 'C', where: { role: 'storage' } }, { weak: 'counted' })
    const how = {
      kinds: [...kinds, smallKind('C.t.test')],
      clusters: { 'storage/one': { objects: set('healthy') } },
      gaps: [forbidden('storage/one', 'C.t.test')],
    }
    expect(assessObjects([a([members, also])], how).own(A)).toMatchObject({ state: 'degraded', reason: 'TooFew' })
  })

  it('do not improve the state that the parent reports', () => {
    const clusters = { 'storage/one': { objects: set('healthy', 'healthy', 'healthy') } }
    expect(assessObjects([a([members], { state: 'failed' })], { kinds, clusters }).own(A)).toMatchObject({
      state: 'failed',
    })
  })

  it('are counted by the own state of their members, whichever set is counted first', () => {
    const set = smallKind('A.t.test', {
      quorum: (_, counts) => {
        const fine = [...counts.values()].reduce((sum, counted) => sum + counted.fine, 0)
        return fine < 3 ? { state: 'failed', reason: 'TooFew' } : undefined
      },
    })
    for (const [outer, inner] of ['az', 'za']) {
      const counted = { weak: 'counted' } as const
      const objects = [
        thing('A.t.test', `${outer}/a`, { links: [link({ kind: 'A', namespace: inner as string }, counted)] }),
        ...[1, 2, 3].map((i) => thing('A.t.test', `${inner}/${i}`, { links: [link({ name: 'none' }, counted)] })),
      ]
      const assessment = assessObjects(objects, { kinds: [set, smallKind('B.t.test')] })
      expect(assessment.own(`management:A.t.test:${inner}/1` as NodeId).state).toBe('failed')
      expect(assessment.own(`management:A.t.test:${outer}/a` as NodeId).state).toBe('healthy')
    }
  })

  it('are malformed if counting throws', () => {
    const throwing = pool({
      quorum: () => {
        throw new TypeError('odd')
      },
    })
    const how = { kinds: [throwing, smallKind('B.t.test')], clusters: { 'storage/one': { objects: set('healthy') } } }
    expect(own(how)).toMatchObject({ state: 'unknown', reason: 'Malformed' })
  })

  it('count cached members as unknown', () => {
    const observed = { copy: { status: { state: 'healthy' } }, stale: false }
    const one = (name: string) => link({ where: { role: 'storage', name: 'one' }, name }, { weak: 'counted', observed })
    const how = { kinds, clusters: { 'storage/one': { dark: true } } }
    countsSeen.length = 0
    assessObjects([a(['x', 'y', 'z'].map(one))], how)
    expect(countsSeen[0]?.get('B.t.test')).toEqual({ total: 3, fine: 0, unknown: 3 })
  })
})
