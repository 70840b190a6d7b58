// SPDX-License-Identifier: Apache-2.0
// The dependency path from an object to its root cause.
import { describe, expect, it } from 'vitest'
import { assess } from '../../../src/lib/assess/assess.ts'
import { causeFinder, rootCausePath } from '../../../src/lib/assess/root-cause-path.ts'
import { buildGraph } from '../../../src/lib/graph/build.ts'
import type { GraphNode, NodeId } from '../../../src/lib/model/graph/graph.ts'
import { isFine } from '../../../src/lib/model/graph/health.ts'
import type { Link } from '../../../src/lib/model/graph/link.ts'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'
import type { State } from '../../../src/lib/model/report/report.ts'
import { KINDS as RANDOM, randomSnapshot } from '../graph/random.ts'
import { forbidden, link, NOW, type Small, smallKind, snapshotOf, thing } from '../graph/small.ts'

const KINDS = ['A', 'B', 'C'].map((kind) => smallKind(`${kind}.t.test`))

function assessObjects(objects: readonly KubeObject[], more: Partial<Small> = {}) {
  const snapshot = snapshotOf({ kinds: KINDS, clusters: { management: { objects } }, ...more })
  return assess(buildGraph(snapshot, KINDS), { now: NOW })
}

const one = (at: string, links: readonly Link[] = [], state: State = 'healthy') => {
  const [kind, name] = at.split(' ')
  return thing(`${kind}.t.test`, `ns/${name}`, { links, state })
}
const to = (at: string, more: Partial<Link> = {}) => {
  const [kind = '', name = ''] = at.split(' ')
  return link({ kind, namespace: 'ns', name }, more)
}
const pathOf = (objects: readonly KubeObject[], more: Partial<Small> = {}) =>
  rootCausePath(assessObjects(objects, more), 'management:A.t.test:ns/a' as NodeId)?.map(
    ({ kind, name }) => `${kind} ${name}`,
  )

describe('the root cause path', () => {
  it.each<[string, KubeObject[], string[] | undefined]>([
    ['is absent if all is healthy', [one('A a', [to('B b')]), one('B b')], undefined],
    ['itself, when nothing below explains it', [one('A a', [to('B b')], 'failed'), one('B b')], ['A a']],
    [
      'down to the deepest that shows it',
      [one('A a', [to('B b')], 'failed'), one('B b', [to('C c')], 'progressing'), one('C c', [], 'failed')],
      ['A a', 'B b', 'C c'],
    ],
    [
      'over those that have not noticed',
      [one('A a', [to('B b')]), one('B b', [to('C c')]), one('C c', [], 'failed')],
      ['A a', 'B b', 'C c'],
    ],
    [
      'to the worst of several',
      [one('A a', [to('B b'), to('C c')], 'failed'), one('B b', [], 'degraded'), one('C c', [], 'failed')],
      ['A a', 'C c'],
    ],
    [
      'to what its own condition names, before the worst',
      [
        one('A a', [to('B b', { named: true }), to('C c')], 'failed'),
        one('B b', [], 'degraded'),
        one('C c', [], 'failed'),
      ],
      ['A a', 'B b'],
    ],
    [
      'to an object that says what is wrong, before one that is merely missing',
      [one('A a', [to('B gone'), to('C c')], 'failed'), one('C c', [], 'failed')],
      ['A a', 'C c'],
    ],
    ['to what is missing', [one('A a', [to('B gone')])], ['A a', 'B gone']],
    [
      'does not follow unknown objects if the object itself failed',
      [one('A a', [to('B b')], 'failed'), one('B b', [], 'unknown')],
      ['A a'],
    ],
    [
      'follows unknown objects if there is nothing else',
      [one('A a', [to('B b')]), one('B b', [], 'unknown')],
      ['A a', 'B b'],
    ],
    [
      'once round a cycle',
      [one('A a', [to('B b')]), one('B b', [to('C c')]), one('C c', [to('A a')], 'failed')],
      ['A a', 'B b', 'C c'],
    ],
    [
      'not over what does not reach it',
      [one('A a', [to('B b', { weak: 'degraded' })], 'failed'), one('B b', [], 'degraded')],
      ['A a'],
    ],
  ])('%s', (_, objects, expected) => {
    expect(pathOf(objects)).toEqual(expected)
    expect(pathOf([...objects].reverse())).toEqual(expected)
  })

  it('ends at an object that a gap hides', () => {
    expect(pathOf([one('A a', [to('B b')])], { gaps: [forbidden('management', 'B.t.test')] })).toEqual(['A a', 'B b'])
  })

  it('prefers the first of two equal candidates', () => {
    const objects = [one('A a', [to('B b'), to('B c')]), one('B b', [], 'failed'), one('B c', [], 'failed')]
    const order = (node: GraphNode) => (node.name === 'c' ? 0 : 1)
    const start = 'management:A.t.test:ns/a' as NodeId
    expect(rootCausePath(assessObjects(objects), start)?.at(-1)?.name).toBe('b')
    expect(rootCausePath(assessObjects(objects), start, order)?.at(-1)?.name).toBe('c')
  })
})

describe('the cause finder', () => {
  it('finds the end of each root cause path', () => {
    let tried = 0
    for (let seed = 1; seed <= 200; seed++) {
      const assessment = assess(buildGraph(randomSnapshot(seed, { plain: true, acyclic: true }), RANDOM), { now: NOW })
      const causeOf = causeFinder(assessment, () => 0)
      for (const node of assessment.graph.nodes.values()) {
        const expected = rootCausePath(assessment, node.id)?.at(-1) ?? node
        expect(causeOf(node).id, `seed ${seed}: ${node.id}`).toBe(expected.id)
        if (expected !== node) tried++
      }
    }
    expect(tried).toBeGreaterThan(500)
  })

  it('finds unhealthy causes also in graphs with cycles', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const assessment = assess(buildGraph(randomSnapshot(seed), RANDOM), { now: NOW })
      const causeOf = causeFinder(assessment, () => 0)
      for (const node of assessment.graph.nodes.values())
        expect(isFine(assessment.state(causeOf(node).id)), `seed ${seed}: ${node.id}`).toBe(
          isFine(assessment.state(node.id)),
        )
    }
  })

  it('visits a chain of 10,000 failed objects once', () => {
    const length = 10_000
    const chain = Array.from({ length }, (_, i) => one(`A ${i}`, i + 1 < length ? [to(`A ${i + 1}`)] : [], 'failed'))
    const assessment = assessObjects(chain)
    let visits = 0
    const counting = {
      ...assessment,
      troubles: (id: NodeId) => {
        visits++
        return assessment.troubles(id)
      },
    }
    const causeOf = causeFinder(counting, () => 0)
    for (const node of assessment.graph.nodes.values()) expect(causeOf(node).name).toBe(String(length - 1))
    expect(visits).toBeLessThan(3 * length)
  })
})
