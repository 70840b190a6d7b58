// SPDX-License-Identifier: Apache-2.0
// Link resolution: to an object, a cached copy, a missing or an unreadable object.
import { describe, expect, it } from 'vitest'
import { buildGraph } from '../../../src/lib/graph/build.ts'
import type { NodeId } from '../../../src/lib/model/graph/graph.ts'
import type { Link } from '../../../src/lib/model/graph/link.ts'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'
import { forbidden, link, type Small, smallKind, snapshotOf, standsOn, thing } from './small.ts'

const A = smallKind('A.t.test')
const B = smallKind('B.t.test')
const B2 = smallKind('B.other.test')
const C = smallKind('C.t.test', { namespaced: false })
const KINDS = [A, B, B2, C]

const ME = 'management:A.t.test:ns/a'
const a = (...links: Link[]) => thing('A.t.test', 'ns/a', { links })

/** The dependencies of A ns/a in the management cluster, beside these objects there and in other clusters. */
function from(links: readonly Link[], here: readonly KubeObject[], more: Partial<Small> = {}) {
  const clusters = { management: { objects: [a(...links), ...here] }, ...more.clusters }
  return standsOn(buildGraph(snapshotOf({ kinds: KINDS, ...more, clusters }), more.kinds ?? KINDS), ME)
}

describe('the target of a link', () => {
  const elsewhere = {
    'storage/one': { objects: [thing('B.t.test', 'ns/b')] },
    'storage/two': { objects: [thing('B.t.test', 'ns/b2')] },
    'hypervisor/one': { objects: [thing('B.t.test', 'ns/b')] },
  }
  const named = { namespace: 'ns', name: 'b' }

  it.each<[string, Link, string[]]>([
    ['here', link(named), ['live management:B.t.test:ns/b']],
    [
      'the cluster of a ProviderConfig',
      link({ ...named, where: { providerConfig: 'p' } }),
      ['live storage/one:B.t.test:ns/b'],
    ],
    [
      'a registered cluster',
      link({ ...named, where: { registration: 'edge' } }),
      ['live hypervisor/one:B.t.test:ns/b'],
    ],
    [
      'the cluster behind a Flux Secret',
      link({ ...named, where: { fluxSecret: { namespace: 'flux', name: 'kubeconfig' } } }),
      ['live storage/one:B.t.test:ns/b'],
    ],
    [
      'a role and its name',
      link({ ...named, where: { role: 'storage', name: 'one' } }),
      ['live storage/one:B.t.test:ns/b'],
    ],
    [
      'any cluster of a role',
      link({ namespace: 'ns', name: 'b2', where: { role: 'storage' } }),
      ['live storage/two:B.t.test:ns/b2'],
    ],
    [
      'all of a kind in any cluster of a role',
      link({ where: { role: 'storage' } }),
      ['live storage/one:B.t.test:ns/b', 'live storage/two:B.t.test:ns/b2'],
    ],
    [
      'any cluster of a role, and none has it',
      link({ namespace: 'ns', name: 'b3', where: { role: 'storage' } }),
      ['missing storage/one:B.t.test:ns/b3'],
    ],
    [
      'an unknown ProviderConfig',
      link({ ...named, where: { providerConfig: 'lost' } }),
      ['unseen ProviderConfig lost:B.t.test:ns/b'],
    ],
    [
      'an unknown registration',
      link({ ...named, where: { registration: 'lost' } }),
      ['unseen registration lost:B.t.test:ns/b'],
    ],
    [
      'an unknown Flux Secret',
      link({ ...named, where: { fluxSecret: { namespace: 'flux', name: 'lost' } } }),
      ['unseen Flux Secret flux/lost:B.t.test:ns/b'],
    ],
    [
      'a pool that is no cluster we know',
      link({ ...named, where: { role: 'storage', name: 'lost' } }),
      ['unseen storage/lost:B.t.test:ns/b'],
    ],
    ['a role no cluster plays', link({ ...named, where: { role: 'arbiter' } }), ['unseen arbiter:B.t.test:ns/b']],
    ['a role no cluster plays, if at all', link({ ...named, where: { role: 'arbiter' } }, { optional: true }), []],
  ])('%s', (_, to, expected) => {
    const found = from([to], [thing('B.t.test', 'ns/b')], {
      clusters: elsewhere,
      addresses: {
        'ProviderConfig p': 'storage/one',
        'registration edge': 'hypervisor/one',
        'Flux Secret flux/kubeconfig': 'storage/one',
      },
    })
    expect(found).toEqual(expected)
  })

  it('is unknown for an address of a cluster outside the fleet', () => {
    const to = link({ ...named, where: { providerConfig: 'p' } })
    expect(from([to], [thing('B.t.test', 'ns/b')], { addresses: { 'ProviderConfig p': 'storage/gone' } })).toEqual([
      'unseen ProviderConfig p:B.t.test:ns/b',
    ])
  })

  it('is unseen for an optional link into an unknown cluster: the object may exist', () => {
    const to = link({ ...named, where: { registration: 'lost' } }, { optional: true })
    expect(from([to], [])).toEqual(['unseen registration lost:B.t.test:ns/b'])
  })

  it('is the same cluster for each of its roles', () => {
    const roles = [
      { role: 'management', name: 'management' },
      { role: 'storage', name: 'one' },
    ] as const
    const objects = [a(link({ ...named, where: { role: 'storage', name: 'one' } })), thing('B.t.test', 'ns/b')]
    const graph = buildGraph(snapshotOf({ kinds: KINDS, clusters: { management: { roles, objects } } }), KINDS)
    expect(standsOn(graph, ME)).toEqual(['live management:B.t.test:ns/b'])
  })
})

describe('the meaning of a link', () => {
  const others = [
    thing('B.t.test', 'ns/b', { labels: { app: 'x', tier: 'one' } }),
    thing('B.t.test', 'ns/c', { labels: { app: 'x' } }),
    thing('B.t.test', 'other/b', { labels: { app: 'y' } }),
    thing('B.other.test', 'ns/b'),
    thing('B.other.test', 'ns/only'),
    thing('C.t.test', 'wide'),
  ]
  it.each<[string, Link, string[]]>([
    ['a name in a namespace', link({ namespace: 'other', name: 'b' }), ['live management:B.t.test:other/b']],
    [
      'a name in any namespace',
      link({ name: 'b' }),
      ['live management:B.t.test:ns/b', 'live management:B.t.test:other/b'],
    ],
    ['a name of another group', link({ group: 'other.test', name: 'b' }), ['live management:B.other.test:ns/b']],
    [
      'the first group that has it',
      link({ group: ['t.test', 'other.test'], namespace: 'ns', name: 'b' }),
      ['live management:B.t.test:ns/b'],
    ],
    [
      'the other group, when only that has it',
      link({ group: ['t.test', 'other.test'], namespace: 'ns', name: 'only' }),
      ['live management:B.other.test:ns/only'],
    ],
    [
      'several groups, and none has it: one thing is missing',
      link({ group: ['t.test', 'other.test'], namespace: 'ns', name: 'none' }),
      ['missing management:B.t.test:ns/none'],
    ],
    [
      'everything in a namespace',
      link({ namespace: 'ns' }),
      ['live management:B.t.test:ns/b', 'live management:B.t.test:ns/c'],
    ],
    [
      'everything with a label',
      link({ labels: { app: 'x' } }),
      ['live management:B.t.test:ns/b', 'live management:B.t.test:ns/c'],
    ],
    ['everything with two labels', link({ labels: { app: 'x', tier: 'one' } }), ['live management:B.t.test:ns/b']],
    [
      'a name with a label it has not',
      link({ name: 'c', labels: { app: 'y' } }),
      ['missing management:B.t.test:c[app=y]'],
    ],
    [
      'a label in a namespace',
      link({ namespace: 'other', labels: { app: 'y' } }),
      ['live management:B.t.test:other/b'],
    ],
    ['labels nothing has', link({ labels: { app: 'z' } }), ['missing management:B.t.test:*[app=z]']],
    [
      'a cluster-scoped kind, from a namespace',
      link({ kind: 'C', namespace: 'ns', name: 'wide' }),
      ['live management:C.t.test:wide'],
    ],
    [
      'a cluster-scoped kind that is missing',
      link({ kind: 'C', namespace: 'ns', name: 'none' }),
      ['missing management:C.t.test:none'],
    ],
    ['nothing, if at all', link({ name: 'none' }, { optional: true }), []],
    ['a kind that is not read', link({ kind: 'Unread', name: 'x' }), []],
    ['itself', link({ kind: 'A', namespace: 'ns', name: 'a' }), []],
  ])('%s', (_, to, expected) => {
    expect(from([to], others)).toEqual(expected)
  })

  it('an alternative kind is used only if there is no object of the first kind', () => {
    const either = link({ kind: 'C', otherKind: 'B', namespace: 'ns', name: 'only' })
    expect(from([either], [...others, thing('B.t.test', 'ns/only')])).toEqual(['live management:B.t.test:ns/only'])
    expect(from([either], [thing('C.t.test', 'only'), thing('B.t.test', 'ns/only')])).toEqual([
      'live management:C.t.test:only',
    ])
    expect(from([either], [])).toEqual(['missing management:C.t.test:only'])
    const hidden = {
      readings: (r) => (r.kind === 'C.t.test' ? { ...r, outcome: 'failed' } : r),
    } satisfies Partial<Small>
    expect(
      from([either], [thing('B.t.test', 'ns/only')], { ...hidden, gaps: [forbidden('management', 'C.t.test')] }),
    ).toEqual(['live management:B.t.test:ns/only', 'unseen management:C.t.test:only'])
  })

  it('an alias is an ordinary name', () => {
    const aliased = smallKind('B.t.test', { aliases: ({ metadata }) => [`pool-of-${metadata.name}`] })
    const kinds = [A, aliased]
    expect(from([link({ name: 'pool-of-b' })], [thing('B.t.test', 'ns/b')], { kinds })).toEqual([
      'live management:B.t.test:ns/b',
    ])
  })

  it('an alias function that throws on malformed data adds no name, and the object is kept', () => {
    const aliased = smallKind('B.t.test', {
      aliases: () => {
        throw new TypeError('odd')
      },
    })
    expect(from([link({ name: 'b' })], [thing('B.t.test', 'ns/b')], { kinds: [A, aliased] })).toEqual([
      'live management:B.t.test:ns/b',
    ])
  })

  it('a link function that throws on malformed data adds no links', () => {
    const malformed = smallKind('A.t.test', {
      links: () => {
        throw new TypeError('odd')
      },
    })
    expect(from([], [], { kinds: [malformed] })).toEqual([])
  })

  it('a reverse link makes the target the parent', () => {
    const child = thing('B.t.test', 'ns/b', {
      links: [link({ kind: 'A', namespace: 'ns', name: 'a' }, { reverse: true })],
    })
    expect(from([], [child])).toEqual(['live management:B.t.test:ns/b'])
  })
})

describe('a target that was not read', () => {
  const named = link({ namespace: 'ns', name: 'b' })
  const beside = [thing('B.t.test', 'ns/c')]
  const failed: Partial<Small> = {
    readings: (r) => (r.kind === 'B.t.test' ? { ...r, outcome: 'failed' } : r),
    gaps: [forbidden('management', 'B.t.test')],
  }
  const partly = (namespaces: string[], ...gaps: string[]): Partial<Small> => ({
    readings: (r) => (r.kind === 'B.t.test' ? { ...r, onlyNamespaces: namespaces } : r),
    gaps: [forbidden('management', 'B.t.test'), ...gaps.map((ns) => forbidden('management', 'B.t.test', ns))],
  })
  const unseen = 'unseen management:B.t.test:ns/b'
  const missing = 'missing management:B.t.test:ns/b'

  it.each<[string, Link, Partial<Small>, string[]]>([
    ['a kind that was read: missing', named, {}, [missing]],
    [
      'a kind that is not installed: missing',
      named,
      { readings: (r) => (r.kind === 'B.t.test' ? { ...r, outcome: 'notinstalled' } : r) },
      [missing],
    ],
    ['a kind that failed: unseen', named, failed, [unseen]],
    ['a kind that failed, if at all: unseen', { ...named, optional: true }, failed, [unseen]],
    ['a list that lost some items: unseen', named, { gaps: [forbidden('management', 'B.t.test')] }, [unseen]],
    [
      'a list that lost items of another namespace: missing',
      named,
      { gaps: [forbidden('management', 'B.t.test', 'other')] },
      [missing],
    ],
    ['a gap of another kind: missing', named, { gaps: [forbidden('management', 'C.t.test')] }, [missing]],
    ['a namespace that was read: missing', named, partly(['ns']), [missing]],
    ['a namespace that was not read: unseen', named, partly(['other']), [unseen]],
    ['a namespace of which items were lost: unseen', named, partly(['ns'], 'ns'), [unseen]],
    [
      'any namespace, of which one was read: unseen',
      link({ name: 'b' }),
      partly(['ns']),
      ['unseen management:B.t.test:b'],
    ],
    [
      'everything of a kind, of which some was lost: what there is, and the rest is unseen',
      link(),
      { gaps: [forbidden('management', 'B.t.test')] },
      ['live management:B.t.test:ns/c', 'unseen management:B.t.test:*'],
    ],
    [
      'everything in a namespace that was read, others not',
      link({ namespace: 'ns' }),
      partly(['ns']),
      ['live management:B.t.test:ns/c'],
    ],
    [
      'a first group that is hidden beside a second that has it',
      link({ group: ['other.test', 't.test'], namespace: 'ns', name: 'c' }),
      {
        readings: (r) => (r.kind === 'B.other.test' ? { ...r, outcome: 'failed' } : r),
        gaps: [forbidden('management', 'B.other.test')],
      },
      ['live management:B.t.test:ns/c', 'unseen management:B.other.test:ns/c'],
    ],
    [
      'a second group that is hidden behind a first that has it',
      link({ group: ['t.test', 'other.test'], namespace: 'ns', name: 'c' }),
      {
        readings: (r) => (r.kind === 'B.other.test' ? { ...r, outcome: 'failed' } : r),
        gaps: [forbidden('management', 'B.other.test')],
      },
      ['live management:B.t.test:ns/c'],
    ],
  ])('%s', (_, to, how, expected) => {
    expect(from([to], beside, how)).toEqual(expected)
  })

  it('an unreachable cluster hides objects that only it could have', () => {
    const kinds = [A, smallKind('B.t.test', { roles: ['storage'] })]
    const readings: Small['readings'] = (r) => (r.kind === 'B.t.test' ? undefined : r)
    const to = link({ where: { role: 'storage', name: 'one' }, namespace: 'ns', name: 'b' })
    expect(from([to], [], { kinds, readings, clusters: { 'storage/one': { dark: true } } })).toEqual([
      'unseen storage/one:B.t.test:ns/b',
    ])
  })

  it('an unreachable cluster hides its share of all objects of a kind', () => {
    const clusters = {
      'storage/one': { objects: [thing('B.t.test', 'ns/b')] },
      'storage/two': { dark: true },
    }
    expect(from([link({ where: { role: 'storage' } })], [], { clusters })).toEqual([
      'live storage/one:B.t.test:ns/b',
      'unseen storage/two:B.t.test:*',
    ])
  })

  it('an object found by name in one cluster of a role is not expected in an unreachable one', () => {
    const clusters = {
      'storage/one': { objects: [thing('B.t.test', 'ns/b')] },
      'storage/two': { dark: true },
    }
    const to = link({ where: { role: 'storage' }, namespace: 'ns', name: 'b' })
    expect(from([to], [], { clusters })).toEqual(['live storage/one:B.t.test:ns/b'])
    expect(from([{ ...to, to: { ...to.to, name: 'c' } }], [], { clusters })).toEqual([
      'unseen storage/two:B.t.test:ns/c',
    ])
  })

  it('a kind that only other commands read adds no node, also in an unreachable cluster', () => {
    const kinds = [A, smallKind('B.t.test', { onDemand: true })]
    const readings: Small['readings'] = (r) => (r.kind === 'B.t.test' ? undefined : r)
    expect(from([named], [], { kinds, readings })).toEqual([])
    const to = link({ where: { role: 'storage', name: 'one' }, namespace: 'ns', name: 'b' })
    expect(from([to], [], { kinds, readings, clusters: { 'storage/one': { dark: true } } })).toEqual([])
  })

  it('a kind that is not read in clusters of that role adds no node, and no empty set', () => {
    const kinds = [A, smallKind('B.t.test', { roles: ['storage'] })]
    const readings: Small['readings'] = (r) => (r.kind === 'B.t.test' && r.cluster === 'management' ? undefined : r)
    const clusters = { 'storage/one': {} }
    expect(from([named, link({}, { weak: 'counted' })], [], { kinds, readings, clusters })).toEqual([])
    const objects = [a(link({}, { weak: 'counted', optional: true }))]
    const graph = buildGraph(snapshotOf({ kinds, readings, clusters: { management: { objects } } }), kinds)
    expect(graph.emptySets(ME as NodeId)).toEqual([])
  })

  it('a kind that was not requested is neither missing nor unseen, also in an unknown cluster', () => {
    const readings: Small['readings'] = (r) => (r.kind === 'B.t.test' ? undefined : r)
    const away = link({ where: { providerConfig: 'lost' }, namespace: 'ns', name: 'b' })
    const unreachable = link({ where: { role: 'storage', name: 'one' }, namespace: 'ns', name: 'b' })
    const clusters = { 'storage/one': { dark: true } }
    expect(from([named, link(), away, unreachable], [], { kinds: [A], readings, clusters })).toEqual([])
  })

  it('an alternative group that was not requested may have it: it is not missing, and no set is empty', () => {
    const kinds = [A, smallKind('B.t.test')]
    const either = { group: ['t.test', 'other.test'] }
    expect(from([link({ ...either, namespace: 'ns', name: 'b' })], [], { kinds })).toEqual([])
    const objects = [a(link(either, { weak: 'counted', optional: true }))]
    const graph = buildGraph(snapshotOf({ kinds, clusters: { management: { objects } } }), kinds)
    expect(graph.emptySets(ME as NodeId)).toEqual([])
  })

  it('a forbidden object has its reason', () => {
    const clusters = { management: { objects: [a(named)] } }
    const graph = buildGraph(snapshotOf({ kinds: KINDS, clusters, ...failed }), KINDS)
    const node = graph.nodes.get('management:B.t.test:ns/b' as never)
    expect(node?.hidden).toEqual({ fault: 'forbidden', message: 'forbidden: list B.t.test' })
    expect(node?.object).toBeUndefined()
  })
})
