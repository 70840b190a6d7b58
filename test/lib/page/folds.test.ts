// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import type { PageGraph, PageNode } from '../../../src/lib/model/report/page.ts'
import {
  AT_ONCE,
  drawnOf,
  type Folds,
  firstFolds,
  MOST_DRAWN,
  opened,
  revealed,
  toggled,
} from '../../../src/lib/page/collapse.ts'
import { landscapeOf } from '../../../src/lib/page/landscape.ts'
import { placed, withoutDetours } from '../../../src/lib/page/layout.ts'

const WORDS = [{ text: '✔ healthy' }, { text: '✖ failed' }, { text: '… waiting' }]
const [FINE, FAILED, WAITING] = [0, 1, 2]

const node = (kind: string, name: string, says = FINE, more: Partial<PageNode> = {}): PageNode => ({
  kind,
  apiVersion: 'v1',
  name,
  cluster: 0,
  state: says,
  says,
  ...(says === FINE ? {} : { problem: true }),
  next: [],
  ...more,
})

const graphOf = (
  nodes: readonly PageNode[],
  links: readonly (readonly [number, number])[],
  roots = [0],
): PageGraph => ({
  clusters: ['management', 'storage'],
  words: WORDS,
  relations: ['needs'],
  nodes,
  edges: links.map(([from, to]) => [from, to, 0]),
  roots,
})

const many = (kind: string, count: number, says = FINE, more: Partial<PageNode> = {}) =>
  Array.from({ length: count }, (_, i) => node(kind, `${kind}-${i}`, says, more))

const from = (parent: number, first: number, count: number) =>
  Array.from({ length: count }, (_, i) => [parent, first + i] as const)

const names = (graph: PageGraph, folds: Folds) =>
  drawnOf(landscapeOf(graph), folds).nodes.map((at) => graph.nodes[at]?.name)

/** A claim with a control plane and a failed database; ten services wait for it, six objects are healthy. */
const BROKEN = graphOf(
  [
    node('Claim', 'claim', WAITING, { waitsFor: 2 }),
    node('Plane', 'plane', WAITING, { waitsFor: 2 }),
    node('Database', 'db', FAILED),
    ...many('User', 5, WAITING, { waitsFor: 2 }),
    ...many('Role', 5, WAITING, { waitsFor: 2 }),
    ...many('Pool', 6),
  ],
  [[0, 1], [1, 2], ...from(1, 3, 10), ...from(1, 13, 6), [3, 2]],
)

describe('the drawn graph', () => {
  it('starts with the path to the root cause and counts the objects beside it', () => {
    const { nodes, groups } = drawnOf(landscapeOf(BROKEN), firstFolds(landscapeOf(BROKEN)))
    expect(nodes.map((at) => BROKEN.nodes[at]?.name)).toEqual(['claim', 'plane', 'db'])
    expect(groups.map(({ members, mixed }) => [members.length, mixed])).toEqual([
      [10, true],
      [6, undefined],
    ])
  })

  it('shows an expanded group by kind, then by name, some at a time', () => {
    const landscape = landscapeOf(BROKEN)
    const folds = firstFolds(landscape)
    const open = (at: Folds, key = '') => ({ ...at, listed: new Map(at.listed).set(key, AT_ONCE) })
    const once = open(folds, drawnOf(landscape, folds).groups[0]?.key)
    const kinds = drawnOf(landscape, once).groups.map(({ members }) => BROKEN.nodes[members[0] ?? 0]?.kind)
    expect(kinds).toEqual(['User', 'Role', 'Pool'])
    const twice = open(once, drawnOf(landscape, once).groups[0]?.key)
    expect(names(BROKEN, twice)).toEqual(expect.arrayContaining(['User-0', 'User-4']))
    expect(drawnOf(landscape, twice).links).toContainEqual({ from: 'n3', to: 'n2' })
  })

  it('with only problems hides healthy objects, except those on the path to a problem', () => {
    const landscape = landscapeOf(BROKEN)
    const { groups, nodes } = drawnOf(landscape, { ...firstFolds(landscape), onlyProblems: true })
    expect(nodes.length).toBe(3)
    expect(groups.map(({ members }) => members.length)).toEqual([10])
  })

  it('shows the path to a cause below a healthy object', () => {
    const graph = graphOf([node('Pool', 'pool'), ...many('Node', 9), node('Node', 'bad', FAILED)], from(0, 1, 10))
    expect(names(graph, firstFolds(landscapeOf(graph), true))).toEqual(['pool', 'bad'])
  })

  it('without problems shows the first levels, as far as they fit', () => {
    const graph = graphOf(
      [node('Claim', 'claim'), ...many('A', 3), ...many('B', 40)],
      [...from(0, 1, 3), ...from(1, 4, 40)],
    )
    const { nodes, groups } = drawnOf(landscapeOf(graph), firstFolds(landscapeOf(graph)))
    expect(nodes.length).toBe(4)
    expect(groups.map(({ members }) => members.length)).toEqual([40])
  })

  it('shows a searched object, whatever hides it', () => {
    const landscape = landscapeOf(BROKEN)
    const start = { ...firstFolds(landscape), onlyProblems: true, shut: new Set([0]) }
    const folds = revealed(landscape, start, 15)
    expect(names(BROKEN, folds)).toContain('Pool-2')
    expect(folds.shut.has(0)).toBe(false)
  })

  it('shows an unreferenced object if it is searched or unhealthy', () => {
    const nodes = [node('Claim', 'claim'), node('Lonely', 'fine'), node('Lonely', 'bad', FAILED)]
    const graph = { ...graphOf(nodes, []), others: [1, 2] }
    const landscape = landscapeOf(graph)
    expect(names(graph, firstFolds(landscape))).toEqual(['claim', 'bad'])
    expect(names(graph, revealed(landscape, firstFolds(landscape), 1))).toContain('fine')
  })

  it('expands a chain with one click and collapses it with another', () => {
    const graph = graphOf(
      [node('A', 'a'), node('B', 'b'), node('C', 'c'), ...many('D', 2)],
      [[0, 1], [1, 2], ...from(2, 3, 2)],
    )
    const landscape = landscapeOf(graph)
    const shut = { ...firstFolds(landscape), open: new Set<number>() }
    expect(names(graph, shut)).toEqual(['a'])
    const open = toggled(landscape, shut, 0)
    expect(names(graph, open)).toEqual(['a', 'b', 'c', 'D-0', 'D-1'])
    expect(names(graph, toggled(landscape, open, 0))).toEqual(['a'])
  })

  it('draws a collapsed cluster as the end of all its links', () => {
    const nodes = [node('A', 'a'), node('B', 'b', FINE, { cluster: 1 }), node('C', 'c', FINE, { cluster: 1 })]
    const graph = graphOf(nodes, [
      [0, 1],
      [1, 2],
    ])
    const landscape = landscapeOf(graph)
    const folds = { ...opened(landscape, firstFolds(landscape), 10), shut: new Set([1]) }
    expect(drawnOf(landscape, folds).links).toEqual([{ from: 'n0', to: 'c1' }])
  })

  it('never exceeds the limit of drawn nodes, however much is unhealthy', () => {
    const failed = Array.from({ length: 3000 }, (_, i) => node(`Kind${i}`, `n${i}`, FAILED))
    const graph = graphOf([node('Claim', 'claim', FAILED), ...failed], from(0, 1, 3000))
    const landscape = landscapeOf(graph)
    const first = firstFolds(landscape)
    const [rest] = drawnOf(landscape, first).groups
    expect(drawnOf(landscape, first).nodes.length).toBe(30)
    const { nodes, cut } = drawnOf(landscape, { ...first, listed: new Map([[rest?.key ?? '', AT_ONCE]]) })
    expect([nodes.length, cut]).toEqual([MOST_DRAWN, true])
  })

  it('ends at a cycle', () => {
    const graph = graphOf(
      [node('A', 'a', FAILED, { waitsFor: 1 }), node('B', 'b', FAILED)],
      [
        [0, 1],
        [1, 0],
      ],
    )
    const landscape = landscapeOf(graph)
    expect(drawnOf(landscape, opened(landscape, firstFolds(landscape), 50)).nodes).toEqual([0, 1])
  })
})

describe('the layout', () => {
  const box = (id: string, frame: string) => ({ id, frame, width: 200, height: 40 })

  it('places dependencies to the right of their dependents, and each cluster in one frame', () => {
    const { boxes, frames, lines } = placed(
      [box('a', 'x'), box('b', 'y'), box('c', 'y')],
      [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
      ],
    )
    const x = (id: string) => boxes.get(id)?.x ?? Number.NaN
    expect(x('a')).toBeLessThan(x('b'))
    expect(x('b')).toBeLessThan(x('c'))
    expect([...frames.keys()]).toEqual(['x', 'y'])
    expect(frames.get('y')?.width).toBeGreaterThan(400)
    expect(lines.map(({ from, to }) => `${from}${to}`)).toEqual(['ab', 'bc'])
  })

  it('leaves out a link that a longer path implies, but no link of a cycle', () => {
    const links = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'a', to: 'c' },
      { from: 'c', to: 'a' },
    ]
    expect(withoutDetours(links).map(({ from, to }) => `${from}${to}`)).toEqual(['ab', 'bc', 'ca'])
  })
})
