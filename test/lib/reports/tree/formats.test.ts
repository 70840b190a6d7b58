// SPDX-License-Identifier: Apache-2.0
// A tree as rows, as names and as a diagram.
import { describe, expect, it } from 'vitest'
import { API_VERSION, type State } from '../../../../src/lib/model/report/report.ts'
import { treeDiagram } from '../../../../src/lib/reports/tree/diagram.ts'
import type { TreeNodeReport, TreeReport } from '../../../../src/lib/reports/tree/report.ts'
import { treeNames, treeRows } from '../../../../src/lib/reports/tree/rows.ts'
import { expectValid } from '../../../harness/schemas.ts'

const node = (name: string, more: Partial<TreeNodeReport> = {}): TreeNodeReport => ({
  cluster: 'management',
  role: 'management',
  apiVersion: 'example.com/v1',
  kind: 'Thing',
  name,
  state: 'healthy',
  own: 'healthy',
  status: more.state ?? 'healthy',
  source: 'live',
  children: [],
  ...more,
})

const shared = node('shared', {
  namespace: 'ns',
  rel: 'consumes',
  cluster: 'storage/a',
  state: 'failed',
  own: 'failed',
  reason: 'Down',
})
const healthy: State = 'healthy'

const TREE: TreeReport = {
  apiVersion: API_VERSION,
  kind: 'Tree',
  verdict: 'failed',
  exitCode: 1,
  completeness: { complete: true, clusters: [{ name: 'management', complete: true }], gaps: [] },
  roots: [
    node('top', {
      state: 'failed',
      children: [
        node('left', { rel: 'owns', state: 'failed', children: [shared] }),
        node('right', { rel: 'depends-on', state: 'failed', children: [{ ...shared, seenAbove: true }] }),
        { group: { kind: 'Leaf', cluster: 'management', state: healthy, status: healthy, count: 4 } },
      ],
    }),
  ],
}

describe('rows', () => {
  const rows = treeRows(TREE)

  it('are its lines from top to bottom with their depth', () => {
    expect(rows.map(({ depth, name, group, parent }) => [depth, name ?? group?.kind, parent])).toEqual([
      [0, 'top', undefined],
      [1, 'left', 'Thing/top@management'],
      [2, 'shared', 'Thing/left@management'],
      [1, 'right', 'Thing/top@management'],
      [2, 'shared', 'Thing/right@management'],
      [1, 'Leaf', 'Thing/top@management'],
    ])
    expect(rows.every((row) => !('children' in row))).toBe(true)
  })

  it('match their schema', () => {
    for (const row of rows) expectValid({ apiVersion: API_VERSION, kind: 'TreeRow', row }, 'a row')
    expectValid({ ...TREE }, 'the tree')
  })

  it('names appear once each, as they can be typed', () => {
    expect(treeNames(TREE)).toEqual([
      'Thing/top@management',
      'Thing/left@management',
      'Thing/ns/shared@storage/a',
      'Thing/right@management',
    ])
  })

  it('end for a chain deeper than the call stack', () => {
    const chain = Array.from({ length: 20_000 }).reduce<TreeNodeReport>(
      (child, _, i) => node(`n${i}`, { children: [child] }),
      node('leaf'),
    )
    expect(treeRows({ ...TREE, roots: [chain] })).toHaveLength(20_001)
    expect(treeDiagram({ ...TREE, roots: [chain] }, { reverse: false }).edges).toHaveLength(20_000)
  })
})

describe('diagrams', () => {
  const name = (id: string) => JSON.parse(id).at(-1)?.name ?? JSON.parse(id).at(-1)?.kind ?? JSON.parse(id).at(-1)

  it('a shared node is one node, and edges are labelled', () => {
    const { nodes, edges, caption } = treeDiagram(TREE, { reverse: false })
    expect(nodes.map(({ lines }) => lines)).toEqual([
      ['Thing', 'top', '✖ failed'],
      ['Thing', 'left', '✖ failed'],
      ['Thing', 'ns/shared', '✖ failed', 'Down'],
      ['Thing', 'right', '✖ failed'],
      ['4 Leaf', '✔ healthy'],
    ])
    expect(nodes.map(({ consequence }) => consequence ?? false)).toEqual([true, true, false, true, false])
    expect(edges.map(({ from, to, label }) => [name(from), label, name(to)])).toEqual([
      ['top', 'owns', 'left'],
      ['left', 'consumes', 'shared'],
      ['top', 'depends-on', 'right'],
      ['right', 'consumes', 'shared'],
      ['top', '', 'Leaf'],
    ])
    expect(caption).toBe('1 of 1 cluster read in full · failed · exit 1')
  })

  it('a reverse tree has the same edge direction', () => {
    const { edges } = treeDiagram(TREE, { reverse: true })
    expect(edges.slice(0, 2).map(({ from, to }) => [name(from), name(to)])).toEqual([
      ['left', 'top'],
      ['shared', 'left'],
    ])
  })

  it('nodes that were not read live are marked', () => {
    const roots = [node('copy', { source: 'cached', state: 'unknown', own: 'unknown' })]
    expect(treeDiagram({ ...TREE, roots }, { reverse: false }).nodes[0]?.lines).toContain('? unknown (cached)')
  })
})
