// SPDX-License-Identifier: Apache-2.0
// The structure of trees: each object once, in a fixed order, and finite.
import { describe, expect, it } from 'vitest'
import { assess } from '../../../../src/lib/assess/assess.ts'
import { buildGraph } from '../../../../src/lib/graph/build.ts'
import type { NodeId } from '../../../../src/lib/model/graph/graph.ts'
import type { Link } from '../../../../src/lib/model/graph/link.ts'
import type { KubeObject } from '../../../../src/lib/model/object/resource.ts'
import type { State } from '../../../../src/lib/model/report/report.ts'
import { toJson, toYaml } from '../../../../src/lib/render/data.ts'
import {
  type TreeGroup,
  type TreeNodeReport,
  type TreeOptions,
  treeReport,
} from '../../../../src/lib/reports/tree/report.ts'
import { treeView } from '../../../../src/lib/reports/tree/view.ts'
import { forbidden, link, NOW, type Small, smallKind, snapshotOf, thing } from '../../graph/small.ts'

const KINDS = ['A', 'B', 'C'].map((kind) => smallKind(`${kind}.t.test`))
const OPTIONS: Omit<TreeOptions, 'roots'> = {
  reverse: false,
  depth: 100,
  kinds: [],
  onlyProblems: false,
  group: true,
  allowIncomplete: false,
}

function treeOf(
  objects: readonly KubeObject[],
  root: string,
  options: Partial<TreeOptions> = {},
  more: Partial<Small> = {},
) {
  const snapshot = snapshotOf({ kinds: KINDS, ...more, clusters: { management: { objects }, ...more.clusters } })
  const assessment = assess(buildGraph(snapshot, KINDS), { now: NOW })
  const roots = root.split(' ').map((id) => assessment.graph.nodes.get(`management:${id}` as NodeId))
  if (roots.includes(undefined)) throw new Error(`${root} is not there`)
  return treeReport(snapshot, assessment, { ...OPTIONS, ...options, roots: roots as TreeOptions['roots'] })
}

/** A tree as indented lines: "A a", "  B b failed", "  3 C healthy". */
function treeLines(roots: readonly (TreeNodeReport | TreeGroup)[], indent = ''): readonly string[] {
  return roots.flatMap((at) => {
    if ('group' in at) return [`${indent}${at.group.count} ${at.group.kind} ${at.group.state}`]
    const marks = [at.state === 'healthy' ? '' : at.state, at.seenAbove ? '(above)' : '', at.more ? '…' : '']
    const words = [`${indent}${at.kind} ${at.name}`, ...marks.filter(Boolean)]
    return [words.join(' '), ...treeLines(at.children, `${indent}  `)]
  })
}

const one = (at: string, links: Link[] = [], state: State = 'healthy') => {
  const [kind, name] = at.split(' ')
  return thing(`${kind}.t.test`, `ns/${name}`, { links, state })
}
const to = (at: string, more: Partial<Link> = {}) => {
  const [kind = '', name = ''] = at.split(' ')
  return link({ kind, namespace: 'ns', name }, more)
}
const ROOT = 'A.t.test:ns/a'

describe('a tree', () => {
  it('does not depend on the order of input: problems first, then by kind and name', () => {
    const objects = [
      one('A a', [to('C z'), to('B y'), to('C x'), to('B w')]),
      one('B w'),
      one('C x', [], 'degraded'),
      one('B y', [], 'failed'),
      one('C z'),
    ]
    const expected = ['A a failed', '  B y failed', '  C x degraded', '  B w', '  C z']
    expect(treeLines(treeOf(objects, ROOT).roots)).toEqual(expected)
    expect(treeLines(treeOf([...objects].reverse(), ROOT).roots)).toEqual(expected)
  })

  it('draws a shared node once and refers to it afterwards', () => {
    const objects = [
      one('A a', [to('B x'), to('B y')]),
      one('B x', [to('C shared')]),
      one('B y', [to('C shared')]),
      one('C shared', [to('C leaf')]),
      one('C leaf'),
    ]
    expect(treeLines(treeOf(objects, ROOT).roots)).toEqual([
      'A a',
      '  B x',
      '    C shared',
      '      C leaf',
      '  B y',
      '    C shared (above)',
    ])
  })

  it('draws a shared node once over several roots too', () => {
    const objects = [one('A a', [to('B x')]), one('A b', [to('B x')]), one('B x', [to('C leaf')]), one('C leaf')]
    expect(treeLines(treeOf(objects, `${ROOT} A.t.test:ns/b`).roots)).toEqual([
      'A a',
      '  B x',
      '    C leaf',
      'A b',
      '  B x (above)',
    ])
  })

  it('marks where it was cut, and draws later what was cut before', () => {
    const objects = [
      one('A a', [to('B deep'), to('C shared')]),
      one('B deep', [to('C shared')]),
      one('C shared', [to('C leaf')]),
      one('C leaf'),
    ]
    expect(treeLines(treeOf(objects, ROOT, { depth: 2 }).roots)).toEqual([
      'A a',
      '  B deep',
      '    C shared …',
      '  C shared',
      '    C leaf',
    ])
    expect(treeLines(treeOf(objects, ROOT, { depth: 0 }).roots)).toEqual(['A a …'])
  })

  it('visits a cycle once', () => {
    const objects = [one('A a', [to('B x')]), one('B x', [to('C y')]), one('C y', [to('A a')])]
    expect(treeLines(treeOf(objects, ROOT).roots)).toEqual(['A a', '  B x', '    C y', '      A a (above)'])
  })

  it('in reverse shows dependents', () => {
    const objects = [one('A a', [to('B x')]), one('A b', [to('B x')]), one('B x', [to('C y')]), one('C y')]
    expect(treeLines(treeOf(objects, 'C.t.test:ns/y', { reverse: true }).roots)).toEqual([
      'C y',
      '  B x',
      '    A a',
      '    A b',
    ])
  })

  it('shows missing and unreadable objects with their reason', () => {
    const objects = [one('A a', [to('B gone'), to('C hidden')])]
    const report = treeOf(objects, ROOT, {}, { gaps: [forbidden('management', 'C.t.test')] })
    expect(report.roots[0]?.children).toMatchObject([
      { name: 'gone', source: 'missing', state: 'failed', reason: 'Missing' },
      { name: 'hidden', source: 'unseen', state: 'unknown', reason: 'forbidden' },
    ])
    expect(report).toMatchObject({ verdict: 'failed', exitCode: 1, completeness: { complete: false } })
  })

  it('groups three or more healthy siblings, unless all are requested', () => {
    const objects = [
      one(
        'A a',
        ['x', 'y', 'z'].map((name) => to(`B ${name}`)),
      ),
      ...['x', 'y', 'z'].map((n) => one(`B ${n}`)),
    ]
    expect(treeLines(treeOf(objects, ROOT).roots)).toEqual(['A a', '  3 B healthy'])
    expect(treeLines(treeOf(objects, ROOT, { group: false }).roots)).toEqual(['A a', '  B x', '  B y', '  B z'])
  })

  it('never groups an object above a problem that does not affect it', () => {
    const names = ['x', 'y', 'z']
    const objects = [
      one(
        'A a',
        names.map((name) => to(`B ${name}`)),
      ),
      ...names.map((name) => one(`B ${name}`, [to('C warn', { weak: 'degraded' })])),
      one('C warn', [], 'degraded'),
    ]
    const report = treeOf(objects, ROOT)
    expect(report).toMatchObject({ verdict: 'healthy', exitCode: 0 })
    expect(treeLines(report.roots).join('\n')).toContain('C warn degraded')
  })

  it('of problems only has no healthy object, and every root cause', () => {
    const objects = [
      one('A a', [to('B good'), to('B bad')]),
      one('B good', [to('C fine')]),
      one('B bad', [to('C broken'), to('C fine')]),
      one('C broken', [], 'failed'),
      one('C fine'),
    ]
    const lines = treeLines(treeOf(objects, ROOT, { onlyProblems: true }).roots)
    expect(lines).toContain('    C broken failed')
    expect(lines.join('\n')).not.toMatch(/good|fine/)
  })

  it('of some kinds skips over the others', () => {
    const objects = [one('A a', [to('B x')]), one('B x', [to('C y')]), one('C y')]
    expect(treeLines(treeOf(objects, ROOT, { kinds: ['c'] }).roots)).toEqual(['A a', '  C y'])
  })
})

describe('a chain of 10,000 objects', () => {
  const length = 10_000
  const chain = (state: State) =>
    Array.from({ length }, (_, i) =>
      one(`A ${i}`, i + 1 < length ? [to(`A ${i + 1}`)] : [], i + 1 < length ? 'healthy' : state),
    )
  const [top, bottom] = ['A.t.test:ns/0', `A.t.test:ns/${length - 1}`]

  it.each<[string, string, Partial<TreeOptions>]>([
    ['downwards', top, {}],
    ['upwards', bottom, { reverse: true }],
    ['of problems', top, { onlyProblems: true }],
    ['of one kind that is at its end', top, { kinds: ['c'] }],
    ['without groups', top, { group: false }],
  ])('ends in every format: %s', async (_, root, options) => {
    const report = treeOf(chain('failed'), root, { ...options, depth: 1_000_000 })
    expect(report.roots).toHaveLength(1)
    expect(report.verdict).toBe('failed')
    expect(toJson(report).length).toBeGreaterThan(100)
    expect((await toYaml(report)).length).toBeGreaterThan(100)
    expect(treeView(report).blocks.length).toBeGreaterThan(0)
  })
})
