// SPDX-License-Identifier: Apache-2.0
// Folding of findings into root causes, without losing any.
import { describe, expect, it } from 'vitest'
import { assess } from '../../../src/lib/assess/assess.ts'
import { causesOf } from '../../../src/lib/assess/causes.ts'
import { runChecks } from '../../../src/lib/assess/check-results.ts'
import { unexplained } from '../../../src/lib/assess/unexplained.ts'
import { explainSubject } from '../../../src/lib/assess/why.ts'
import { buildGraph } from '../../../src/lib/graph/build.ts'
import type { Check, CheckContext, CheckFinding } from '../../../src/lib/model/check/check.ts'
import type { GraphNode, NodeId } from '../../../src/lib/model/graph/graph.ts'
import type { Link } from '../../../src/lib/model/graph/link.ts'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'
import type { State } from '../../../src/lib/model/report/report.ts'
import { forbidden, link, NOW, type Small, smallKind, snapshotOf, thing } from '../graph/small.ts'

const KINDS = ['A', 'B', 'C'].map((kind) => smallKind(`${kind}.t.test`))

const one = (at: string, links: readonly Link[] = [], state: State = 'healthy') => {
  const [kind, name] = at.split(' ')
  return thing(`${kind}.t.test`, `ns/${name}`, { links, state })
}
const to = (at: string, more: Partial<Link> = {}) => {
  const [kind = '', name = ''] = at.split(' ')
  return link({ kind, namespace: 'ns', name }, more)
}

/** A check with one finding per matching object: "C c" is a finding on object c of kind C. */
function checkOf(
  id: string,
  about: string,
  found: (node: GraphNode, sight: CheckContext) => Partial<CheckFinding> | undefined,
): Check {
  return {
    id,
    category: 'control-plane',
    severity: 'error',
    title: id,
    why: 'why',
    fix: 'fix',
    byHand: [],
    modes: ['F00'],
    about: [`${about}.t.test`],
    beside: ['A.t.test', 'B.t.test', 'C.t.test'],
    *run(sight) {
      for (const node of sight.of(`${about}.t.test`)) {
        const more = found(node, sight)
        if (more)
          yield { mode: 'F00', subject: node, message: 'm', evidence: [{ on: node, path: 'p', value: 'v' }], ...more }
      }
    },
  }
}

const failing = (id: string, about: string, more: Partial<CheckFinding> = {}) =>
  checkOf(id, about, (node, sight) => (sight.own(node).state === 'failed' ? more : undefined))

function inspected(objects: readonly KubeObject[], checks: readonly Check[], more: Partial<Small> = {}) {
  const snapshot = snapshotOf({ kinds: KINDS, clusters: { management: { objects } }, ...more })
  const kinds = more.kinds ?? KINDS
  const assessment = assess(buildGraph(snapshot, kinds), { now: NOW })
  const results = runChecks(checks, { snapshot, assessment, kinds, events: new Map() })
  const causes = causesOf(assessment, results)
  return { assessment, results, causes, causeTexts: causes.map(({ check, subject }) => `${check.id} ${subject.name}`) }
}

const idOf = (at: string) => `management:${at.replace(' ', '.t.test:ns/')}` as NodeId

describe('causes', () => {
  const chain = [one('A a', [to('B b')], 'failed'), one('B b', [to('C c')], 'failed'), one('C c', [], 'failed')]

  it('fold findings on dependents and count them', () => {
    const { causes, causeTexts } = inspected(chain, [failing('upper', 'A'), failing('lower', 'C')])
    expect(causeTexts).toEqual(['lower c'])
    expect(causes[0]?.explains.map(({ check }) => check.id)).toEqual(['upper'])
    expect(causes[0]?.consequences.map(({ name }) => name).sort()).toEqual(['a', 'b'])
  })

  it('keep an independent finding', () => {
    const { causeTexts } = inspected(chain, [failing('wish', 'A', { standsAlone: true }), failing('lower', 'C')])
    expect(causeTexts).toEqual(['lower c', 'wish a'])
  })

  it('fold a finding on an affected object that the check names without a link', () => {
    const apart = [one('A a', [], 'failed'), one('C c', [], 'failed')]
    const knows = checkOf('lower', 'C', (_, sight) => ({ affects: sight.of('A.t.test') }))
    const { causes, causeTexts } = inspected(apart, [failing('upper', 'A'), knows])
    expect(causeTexts).toEqual(['lower c'])
    expect(causes[0]?.consequences.map(({ name }) => name)).toEqual(['a'])
  })

  it('keep one of several findings that explain one another', () => {
    const circle = [one('A a', [to('B b')], 'failed'), one('B b', [to('A a')], 'failed')]
    const { causeTexts } = inspected(circle, [failing('first', 'A'), failing('second', 'B')])
    expect(causeTexts).toHaveLength(1)
  })

  it('keep independent findings, those that explain more first', () => {
    const two = [one('A a', [to('B b')], 'failed'), one('B b', [], 'failed'), one('C c', [], 'failed')]
    expect(inspected(two, [failing('lone', 'C'), failing('cause', 'B')]).causeTexts).toEqual(['cause b', 'lone c'])
  })

  it('affect no dependents if the object of the finding is healthy', () => {
    const objects = [one('A a', [to('B b')], 'failed'), one('B b')]
    const { causes } = inspected(objects, [failing('upper', 'A'), checkOf('pin', 'B', () => ({ severity: 'warning' }))])
    expect(causes.map(({ check, consequences }) => [check.id, consequences.length])).toEqual([
      ['upper', 0],
      ['pin', 0],
    ])
  })

  it('do not depend on the order of checks', () => {
    const checks = [failing('upper', 'A'), failing('middle', 'B'), failing('lower', 'C')]
    expect(inspected(chain, [...checks].reverse()).causeTexts).toEqual(inspected(chain, checks).causeTexts)
  })
})

describe('outcomes', () => {
  const outcome = (objects: readonly KubeObject[], check: Check, more: Partial<Small> = {}) =>
    inspected(objects, [check], more).results[0]?.outcome

  it('are ok if everything was read, and found if there is a finding', () => {
    expect(outcome([one('A a')], failing('x', 'A'))).toBe('ok')
    expect(outcome([one('A a', [], 'failed')], failing('x', 'A'))).toBe('found')
  })

  it('are unknown if an input is in a gap, although nothing was found', () => {
    const gaps = [forbidden('management', 'C.t.test')]
    expect(outcome([one('A a')], failing('x', 'A'), { gaps })).toBe('unknown')
  })

  it('are unknown for a check that throws, and other checks still run', () => {
    const broken = checkOf('broken', 'A', () => {
      throw new TypeError('odd')
    })
    const { results } = inspected([one('A a', [], 'failed')], [broken, failing('fine', 'A')])
    expect(results.map((result) => result.outcome)).toEqual(['unknown', 'found'])
  })

  it('come only from kinds that the check declares', () => {
    const nosy: Check = {
      ...failing('nosy', 'A'),
      beside: [],
      *run(sight) {
        for (const node of sight.of('A.t.test'))
          for (const other of [...sight.out(node), ...sight.of('B.t.test')])
            yield { mode: 'F00', subject: other, message: 'm', evidence: [] }
      },
    }
    expect(outcome([one('A a', [to('B b')]), one('B b')], nosy)).toBe('ok')
  })
})

describe('why', () => {
  const chain = [one('A a', [to('B b')], 'failed'), one('B b', [to('C c')]), one('C c', [], 'failed')]
  const why = (objects: readonly KubeObject[], checks: readonly Check[]) => {
    const { assessment, causes } = inspected(objects, checks)
    const start = assessment.graph.nodes.get(idOf('A a')) as GraphNode
    const { causes: found, beside } = explainSubject(assessment, causes, start)
    const format = (those: typeof found) =>
      those.map(({ cause, path }) => `${cause?.check.id ?? '-'}: ${path.map(({ node }) => node.name).join(' ')}`)
    return { causes: format(found), beside: format(beside) }
  }

  it('follows the path to the root cause', () => {
    expect(why(chain, [failing('lower', 'C')])).toEqual({ causes: ['lower: a b c'], beside: [] })
  })

  it('uses the reported state of an object that no check explains', () => {
    expect(why(chain, [])).toEqual({ causes: ['-: a b c'], beside: [] })
  })

  it('lists findings that do not affect the object separately', () => {
    const pinned = checkOf('pin', 'B', () => ({ severity: 'warning' }))
    const healthy = [one('A a', [to('B b')]), one('B b')]
    expect(why(healthy, [pinned])).toEqual({ causes: [], beside: ['pin: a b'] })
  })

  it('follows affected objects that only a check knows', () => {
    const apart = [one('A a', [to('B b')], 'failed'), one('B b', [], 'failed'), one('C c', [], 'failed')]
    const knows = checkOf('lower', 'C', (_, sight) => ({ affects: sight.of('B.t.test') }))
    expect(why(apart, [knows])).toEqual({ causes: ['lower: a b c'], beside: [] })
  })
})

describe('a problem that no check explains', () => {
  const subjects = (assessment: ReturnType<typeof inspected>['assessment']) => [
    assessment.graph.nodes.get(idOf('A a')) as GraphNode,
  ]
  const found = (objects: readonly KubeObject[], checks: readonly Check[]) => {
    const { assessment, causes } = inspected(objects, checks)
    return unexplained(assessment, causes, subjects(assessment), () => 0).map(({ subject }) => subject.name)
  }

  it('is found at the deepest object that shows it', () => {
    expect(found([one('A a', [to('C c')], 'failed'), one('C c', [], 'failed')], [])).toEqual(['c'])
  })

  it('is not reported if a cause explains it or if the dependents are healthy', () => {
    expect(found([one('A a', [to('C c')], 'failed'), one('C c', [], 'failed')], [failing('x', 'C')])).toEqual([])
    expect(found([one('A a'), one('C c', [], 'failed')], [])).toEqual([])
  })

  it('is not a workload that counts the Pods of an owner that reports the failure', () => {
    const workload = thing('StatefulSet.apps', 'ns/s', { state: 'failed' })
    const owner = one(
      'B b',
      [link({ group: 'apps', kind: 'StatefulSet', namespace: 'ns', name: 's' }, { rel: 'owns' })],
      'failed',
    )
    const objects = [one('A a', [to('B b')], 'failed'), owner, workload]
    const more = { kinds: [...KINDS, smallKind('StatefulSet.apps')] }
    const names = (checks: readonly Check[]) => {
      const { assessment, causes } = inspected(objects, checks, more)
      return unexplained(assessment, causes, subjects(assessment), () => 0).map(({ subject }) => subject.name)
    }
    expect(names([failing('x', 'B')])).toEqual([])
    expect(names([])).toEqual(['b'])
  })

  it('is not what a refused object with a finding should have created', () => {
    const creator = one('B b', [to('C c', { rel: 'creates' })], 'failed')
    const objects = [one('A a', [to('B b')], 'failed'), creator]
    expect(found(objects, [failing('x', 'B')])).toEqual([])
  })

  it('is something that makes no progress, if all it depends on is healthy', () => {
    const stalled = (below: State) => [
      one('A a', [to('B b')]),
      one('B b', [to('C c')], 'stalled'),
      one('C c', [], below),
    ]
    expect(found(stalled('healthy'), [])).toEqual(['b'])
    expect(found(stalled('failed'), [])).toEqual(['c'])
  })
})
