// SPDX-License-Identifier: Apache-2.0
// Owner references, cached copies, several links between two objects, and malformed data.
import { describe, expect, it } from 'vitest'
import { buildGraph } from '../../../src/lib/graph/build.ts'
import type { Graph, NodeId } from '../../../src/lib/model/graph/graph.ts'
import type { Link } from '../../../src/lib/model/graph/link.ts'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'
import { forbidden, link, type Small, smallKind, snapshotOf, standsOn, thing } from './small.ts'

const KINDS = ['A.t.test', 'B.t.test', 'B.other.test', 'C.t.test', 'D'].map((name) => smallKind(name))

function graphOf(objects: readonly KubeObject[], more: Partial<Small> = {}): Graph {
  const clusters = { management: { objects }, ...more.clusters }
  return buildGraph(snapshotOf({ kinds: KINDS, ...more, clusters }), more.kinds ?? KINDS)
}

const id = (text: string) => text as NodeId
const A = 'management:A.t.test:ns/a'
const owner = (uid: string, kind = 'A', apiVersion = 't.test/v1') => ({ apiVersion, kind, name: 'a', uid })

describe('owners', () => {
  const child = (uid: string) => thing('B.t.test', 'ns/b', { ownerReferences: [owner(uid)] })

  it('depend on the objects that refer to them by uid', () => {
    expect(standsOn(graphOf([thing('A.t.test', 'ns/a', { uid: 'u1' }), child('u1')]), A)).toEqual([
      'live management:B.t.test:ns/b',
    ])
  })

  it('with the same name and another uid are not linked', () => {
    const graph = graphOf([thing('A.t.test', 'ns/a', { uid: 'u2' }), child('u1')])
    expect(standsOn(graph, A)).toEqual([])
    expect(graph.into(id('management:B.t.test:ns/b'))).toEqual([])
  })

  it('in another namespace, cluster, kind or group are not linked', () => {
    const others = [
      thing('A.t.test', 'other/a', { uid: 'u1' }),
      thing('A.other.test', 'ns/a', { uid: 'u1' }),
      thing('C.t.test', 'ns/a', { uid: 'u1' }),
    ]
    const graph = graphOf([...others, child('u1')], {
      clusters: { 'storage/one': { objects: [thing('A.t.test', 'ns/a', { uid: 'u1' })] } },
    })
    expect(graph.into(id('management:B.t.test:ns/b'))).toEqual([])
  })

  it('that are deleted leave no node, and unreadable ones are unseen nodes', () => {
    expect(graphOf([child('u1')]).nodes.size).toBe(1)
    const graph = graphOf([child('u1')], { gaps: [forbidden('management', 'A.t.test')] })
    expect(standsOn(graph, A)).toEqual(['live management:B.t.test:ns/b'])
    expect(graph.nodes.get(id(A))?.source).toBe('unseen')
  })

  it('of the core group and of unknown kinds are linked', () => {
    const owned = thing('D', 'ns/d', { ownerReferences: [owner('u1', 'Other', 'v1')] })
    const graph = graphOf([thing('Other', 'ns/a', { uid: 'u1' }), owned])
    expect(standsOn(graph, 'management:Other:ns/a')).toEqual(['live management:D:ns/d'])
  })

  it.each<[string, unknown]>([
    ['no list', 'a'],
    ['a list of anything', [null, 1, 'a', [], {}, { apiVersion: 1, kind: 2, name: 3 }, { apiVersion: 't.test/v1' }]],
  ])('written as %s are ignored', (_, ownerReferences) => {
    const malformed = thing('B.t.test', 'ns/b', { ownerReferences: ownerReferences as never })
    expect(graphOf([malformed, thing('A.t.test', 'ns/a')]).into(id('management:B.t.test:ns/b'))).toEqual([])
  })
})

describe('parts that refer to their parent', () => {
  const parent = smallKind('A.t.test', { parts: ['B.t.test'] })
  const kinds = [parent, ...KINDS.slice(1)]
  const objects = [thing('A.t.test', 'ns/a')]

  it('add no link while they can be read', () => {
    expect(standsOn(graphOf(objects, { kinds }), A)).toEqual([])
    const notInstalled: Small['readings'] = (r) => (r.kind === 'B.t.test' ? { ...r, outcome: 'notinstalled' } : r)
    expect(standsOn(graphOf(objects, { kinds, readings: notInstalled }), A)).toEqual([])
  })

  it('are unseen if a gap hides them, because one of them may be failed', () => {
    const gaps = [forbidden('management', 'B.t.test')]
    expect(standsOn(graphOf(objects, { kinds, gaps }), A)).toEqual(['unseen management:B.t.test:ns/*'])
    const elsewhere = [forbidden('management', 'B.t.test', 'other')]
    expect(standsOn(graphOf(objects, { kinds, gaps: elsewhere }), A)).toEqual([])
  })
})

describe('cached copies', () => {
  const REMOTE = { where: { role: 'storage', name: 'one' }, namespace: 'ns', name: 'b' } as const
  const keeper = (name: string, observed: Link['observed'], to: Partial<Link['to']> = REMOTE) =>
    thing('A.t.test', `ns/${name}`, { links: [link(to, observed ? { observed } : {})] })
  const copy = { apiVersion: 't.test/v1', metadata: { labels: { app: 'x' } }, status: { state: 'healthy' } }
  const B = id('storage/one:B.t.test:ns/b')
  const unreachable = { 'storage/one': { dark: true } }

  it('replace objects that cannot be read, with the name of the reference', () => {
    const graph = graphOf([keeper('a', { copy, stale: false })], { clusters: unreachable })
    const node = graph.nodes.get(B)
    expect(node).toMatchObject({ source: 'cached', stale: false, kind: 'B', namespace: 'ns', name: 'b' })
    expect(node?.object).toMatchObject({ kind: 'B', metadata: { namespace: 'ns', name: 'b' }, status: copy.status })
    expect(graph.of('B.t.test')).toEqual([node])
  })

  it.each<[string, Partial<Small>, string]>([
    ['an object that can be read', { clusters: { 'storage/one': { objects: [thing('B.t.test', 'ns/b')] } } }, 'live'],
    ['an object that is gone', { clusters: { 'storage/one': {} } }, 'missing'],
    [
      'a kind that is not installed',
      {
        clusters: { 'storage/one': {} },
        readings: (r) => (r.cluster === 'storage/one' ? { ...r, outcome: 'notinstalled' } : r),
      },
      'missing',
    ],
    [
      'a kind that is forbidden',
      { clusters: { 'storage/one': {} }, gaps: [forbidden('storage/one', 'B.t.test')] },
      'cached',
    ],
  ])('of %s: %s', (_, how, source) => {
    const graph = graphOf([keeper('a', { copy, stale: false })], how)
    expect(graph.nodes.get(B)?.source).toBe(source)
  })

  it('are found by name and by label, in any order of references', () => {
    const asks = [
      thing('A.t.test', 'ns/0', { links: [link(REMOTE)] }),
      thing('A.t.test', 'ns/1', { links: [link({ where: { role: 'storage' }, labels: { app: 'x' } })] }),
    ]
    const graph = graphOf([...asks, keeper('z', { copy, stale: false })], { clusters: unreachable })
    const cached = 'cached storage/one:B.t.test:ns/b'
    expect(standsOn(graph, 'management:A.t.test:ns/0')).toEqual([cached])
    // Whether other objects there have the label is not known.
    expect(standsOn(graph, 'management:A.t.test:ns/1')).toEqual([cached, 'unseen storage/one:B.t.test:*[app=x]'])
    expect(graph.nodes.size).toBe(5)
  })

  it('that are fresh are preferred to stale ones, in any order', () => {
    const [fresh, stale] = [
      { copy: { ...copy, spec: { fresh: true } }, stale: false },
      { copy, stale: true },
    ]
    for (const [first, second] of [
      [fresh, stale],
      [stale, fresh],
    ] as const) {
      const node = graphOf([keeper('a', first), keeper('b', second)], { clusters: unreachable }).nodes.get(B)
      expect(node).toMatchObject({ source: 'cached', stale: false, object: { spec: { fresh: true } } })
    }
  })

  it('have links of their own, also to further copies', () => {
    const inner = { ...copy, spec: { links: [link({ name: 'c' }, { observed: { copy, stale: false } })] } }
    const graph = graphOf([keeper('a', { copy: inner, stale: false })], { clusters: unreachable })
    expect(standsOn(graph, B)).toEqual(['cached storage/one:B.t.test:c'])
  })

  it('in an unknown cluster stay copies, and are never an object of the same name here', () => {
    const to = { where: { providerConfig: 'lost' }, namespace: 'ns', name: 'b' } as const
    const graph = graphOf([keeper('a', { copy, stale: false }, to), thing('B.t.test', 'ns/b')])
    expect(standsOn(graph, A)).toEqual(['cached ProviderConfig lost:B.t.test:ns/b'])
  })

  it.each([
    ['null', null],
    ['a text', 'x'],
    ['a list', []],
  ])('that are %s are ignored', (_, malformed) => {
    const graph = graphOf([keeper('a', { copy: malformed, stale: false })], { clusters: unreachable })
    expect(graph.nodes.get(B)?.source).toBe('unseen')
  })

  it('with malformed metadata keep the name of the reference', () => {
    for (const metadata of [null, 'x', [], { name: 7, labels: 3, ownerReferences: 'x' }]) {
      const graph = graphOf([keeper('a', { copy: { metadata }, stale: false })], { clusters: unreachable })
      expect(graph.nodes.get(B)).toMatchObject({ source: 'cached', object: { metadata: { name: 'b' } } })
    }
  })
})

describe('several links between two objects', () => {
  const edge = (graph: Graph) => graph.out(id(A)).map(({ rel, path, weak, named }) => ({ rel, path, weak, named }))
  const to = { namespace: 'ns', name: 'b' }
  const guess = (more: Partial<Link> = {}) => link(to, { path: 'metadata.name (by name)', ...more })
  const b = (more = {}) => thing('B.t.test', 'ns/b', more)
  const with_ = (links: Link[], child = b(), uid = 'u1') =>
    edge(graphOf([thing('A.t.test', 'ns/a', { links, uid }), child]))

  it.each<[string, Link[], object]>([
    ['are one edge', [link(to), link(to)], { path: 'spec.ref', weak: undefined }],
    [
      'a reference is shown before a guess',
      [guess({ rel: 'owns' }), link(to)],
      { rel: 'depends-on', path: 'spec.ref' },
    ],
    ['in any order', [link(to), guess({ rel: 'owns' })], { rel: 'depends-on', path: 'spec.ref' }],
    ['a reference means more than a guess', [guess(), link(to, { weak: 'degraded' })], { weak: 'degraded' }],
    ['of two references the stronger counts', [link(to, { weak: 'degraded' }), link(to)], { weak: undefined }],
    ['of two weak ones too', [link(to, { weak: 'counted' }), link(to, { weak: 'degraded' })], { weak: 'degraded' }],
    ['what a condition names stays named', [guess({ named: true }), link(to)], { path: 'spec.ref', named: true }],
  ])('%s', (_, links, expected) => {
    expect(with_(links)).toEqual([expect.objectContaining(expected)])
  })

  it('the parent determines how weak a link is, whatever the name and the owner reference of the part', () => {
    for (const name of ['a', 'z']) {
      const parent = thing('B.t.test', `ns/${name}`, {
        links: [link({ ...to, name: 'm' }, { weak: 'counted' })],
        uid: 'u',
      })
      const ownerReferences = [{ apiVersion: 't.test/v1', kind: 'B', name, uid: 'u' }]
      const graph = graphOf([parent, thing('B.t.test', 'ns/m', { ownerReferences })])
      expect(graph.out(id(`management:B.t.test:ns/${name}`))).toMatchObject([{ weak: 'counted', path: 'spec.ref' }])
    }
  })

  it('a weakness that the child declares has precedence over its owner reference', () => {
    const links = [link({ kind: 'A', namespace: 'ns', name: 'a' }, { reverse: true, weak: 'degraded', rel: 'owns' })]
    expect(with_([], b({ links, ownerReferences: [owner('u1')] }))).toMatchObject([{ weak: 'degraded', rel: 'owns' }])
  })
})

describe('unusual fleets', () => {
  it('two read objects with the same name are one, the later one, in any order', () => {
    const [old, young] = [
      thing('B.t.test', 'ns/b', { uid: 'old', creationTimestamp: '2026-01-01T00:00:00Z' }),
      thing('B.t.test', 'ns/b', { uid: 'young', creationTimestamp: '2026-02-01T00:00:00Z' }),
    ]
    for (const objects of [
      [old, young],
      [young, old],
    ]) {
      const graph = graphOf([...objects, thing('A.t.test', 'ns/a', { links: [link({ name: 'b' })] })])
      expect(graph.nodes.get(id('management:B.t.test:ns/b'))?.object?.metadata.uid).toBe('young')
      expect(standsOn(graph, A)).toHaveLength(1)
    }
  })

  it('the same name in two clusters, namespaces and groups is four objects', () => {
    const objects = [thing('B.t.test', 'ns/b'), thing('B.t.test', 'other/b'), thing('B.other.test', 'ns/b')]
    const graph = graphOf(objects, { clusters: { 'storage/one': { objects: [thing('B.t.test', 'ns/b')] } } })
    expect([...graph.nodes.keys()].sort()).toEqual([
      'management:B.other.test:ns/b',
      'management:B.t.test:ns/b',
      'management:B.t.test:other/b',
      'storage/one:B.t.test:ns/b',
    ])
  })

  it('objects of a cluster that was not selected are left out', () => {
    const snapshot = snapshotOf({ kinds: KINDS, clusters: { management: { objects: [thing('A.t.test', 'ns/a')] } } })
    const [resource] = snapshot.resources
    const stray = { ...resource, cluster: { uid: 'another', name: 'x', roles: [] } } as never
    expect(buildGraph({ ...snapshot, resources: [stray] }, KINDS).nodes.size).toBe(0)
  })

  it('cycles are ordinary edges', () => {
    const graph = graphOf([
      thing('A.t.test', 'ns/a', { links: [link({ namespace: 'ns', name: 'b' })] }),
      thing('B.t.test', 'ns/b', { links: [link({ kind: 'A', namespace: 'ns', name: 'a' })] }),
    ])
    expect(standsOn(graph, A)).toEqual(['live management:B.t.test:ns/b'])
    expect(standsOn(graph, 'management:B.t.test:ns/b')).toEqual([`live ${A}`])
  })

  it('a pool that two claims use is one object with two parents', () => {
    const uses = link({ where: { role: 'storage', name: 'one' }, namespace: 'ns', name: 'pool' })
    const graph = graphOf(
      ['a', 'b'].map((name) => thing('A.t.test', `ns/${name}`, { links: [uses] })),
      { clusters: { 'storage/one': { objects: [thing('B.t.test', 'ns/pool')] } } },
    )
    expect(graph.nodes.size).toBe(3)
    expect(graph.into(id('storage/one:B.t.test:ns/pool')).map(({ from }) => from)).toEqual([
      'management:A.t.test:ns/a',
      'management:A.t.test:ns/b',
    ])
  })

  it('names of prototype properties are ordinary names', () => {
    const objects = ['__proto__', 'constructor', 'toString'].flatMap((name) => [
      thing('A.t.test', `ns/${name}`, { links: [link({ namespace: 'ns', name })] }),
      thing('B.t.test', `ns/${name}`),
    ])
    const graph = graphOf(objects)
    expect(standsOn(graph, 'management:A.t.test:ns/__proto__')).toEqual(['live management:B.t.test:ns/__proto__'])
    expect(graph.of('__proto__')).toEqual([])
    expect(graph.of('A.t.test')).toHaveLength(3)
  })
})
