// SPDX-License-Identifier: Apache-2.0
// From findings to causes: what follows from another is folded into it, and nothing is lost on the way.
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

/** A check that finds what it is told to: "C c" is a finding on object c of kind C. */
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
  const assessment = assess(buildGraph(snapshot, KINDS), { now: NOW })
  const results = runChecks(checks, { snapshot, assessment, kinds: KINDS, events: new Map() })
  const causes = causesOf(assessment, results)
  return { assessment, results, causes, told: causes.map(({ check, subject }) => `${check.id} ${subject.name}`) }
}

const idOf = (at: string) => `management:${at.replace(' ', '.t.test:ns/')}` as NodeId

describe('causes', () => {
  const chain = [one('A a', [to('B b')], 'failed'), one('B b', [to('C c')], 'failed'), one('C c', [], 'failed')]

  it('what stands on a cause is folded into it and counted', () => {
    const { causes, told } = inspected(chain, [failing('upper', 'A'), failing('lower', 'C')])
    expect(told).toEqual(['lower c'])
    expect(causes[0]?.explains.map(({ check }) => check.id)).toEqual(['upper'])
    expect(causes[0]?.consequences.map(({ name }) => name).sort()).toEqual(['a', 'b'])
  })

  it('a defect of its own is not folded', () => {
    const { told } = inspected(chain, [failing('wish', 'A', { standsAlone: true }), failing('lower', 'C')])
    expect(told).toEqual(['lower c', 'wish a'])
  })

  it('who suffers without a link is folded by what the check knows', () => {
    const apart = [one('A a', [], 'failed'), one('C c', [], 'failed')]
    const knows = checkOf('lower', 'C', (_, sight) => ({ affects: sight.of('A.t.test') }))
    const { causes, told } = inspected(apart, [failing('upper', 'A'), knows])
    expect(told).toEqual(['lower c'])
    expect(causes[0]?.consequences.map(({ name }) => name)).toEqual(['a'])
  })

  it('of findings that explain one another one is left', () => {
    const circle = [one('A a', [to('B b')], 'failed'), one('B b', [to('A a')], 'failed')]
    const { told } = inspected(circle, [failing('first', 'A'), failing('second', 'B')])
    expect(told).toHaveLength(1)
  })

  it('independent ones are both left, what explains more first', () => {
    const two = [one('A a', [to('B b')], 'failed'), one('B b', [], 'failed'), one('C c', [], 'failed')]
    expect(inspected(two, [failing('lone', 'C'), failing('cause', 'B')]).told).toEqual(['cause b', 'lone c'])
  })

  it('a finding on something well reaches nobody', () => {
    const well = [one('A a', [to('B b')], 'failed'), one('B b')]
    const { causes } = inspected(well, [failing('upper', 'A'), checkOf('pin', 'B', () => ({ severity: 'warning' }))])
    expect(causes.map(({ check, consequences }) => [check.id, consequences.length])).toEqual([
      ['upper', 0],
      ['pin', 0],
    ])
  })

  it('the order of checks changes nothing', () => {
    const checks = [failing('upper', 'A'), failing('middle', 'B'), failing('lower', 'C')]
    expect(inspected(chain, [...checks].reverse()).told).toEqual(inspected(chain, checks).told)
  })
})

describe('outcomes', () => {
  const outcome = (objects: readonly KubeObject[], check: Check, more: Partial<Small> = {}) =>
    inspected(objects, [check], more).results[0]?.outcome

  it('ok where all was read, found where something is wrong', () => {
    expect(outcome([one('A a')], failing('x', 'A'))).toBe('ok')
    expect(outcome([one('A a', [], 'failed')], failing('x', 'A'))).toBe('found')
  })

  it('unknown where an input lies in a gap, although nothing was found', () => {
    const gaps = [forbidden('management', 'C.t.test')]
    expect(outcome([one('A a')], failing('x', 'A'), { gaps })).toBe('unknown')
  })

  it('a check that stumbles is unknown, and the others go on', () => {
    const broken = checkOf('broken', 'A', () => {
      throw new TypeError('odd')
    })
    const { results } = inspected([one('A a', [], 'failed')], [broken, failing('fine', 'A')])
    expect(results.map((result) => result.outcome)).toEqual(['unknown', 'found'])
  })

  it('a check sees only what it declared', () => {
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
    const told = (those: typeof found) =>
      those.map(({ cause, path }) => `${cause?.check.id ?? '-'}: ${path.map(({ node }) => node.name).join(' ')}`)
    return { causes: told(found), beside: told(beside) }
  }

  it('goes down to the cause', () => {
    expect(why(chain, [failing('lower', 'C')])).toEqual({ causes: ['lower: a b c'], beside: [] })
  })

  it('without a check the object’s own words have to do', () => {
    expect(why(chain, [])).toEqual({ causes: ['-: a b c'], beside: [] })
  })

  it('what does not reach it stands beside', () => {
    const pinned = checkOf('pin', 'B', () => ({ severity: 'warning' }))
    const well = [one('A a', [to('B b')]), one('B b')]
    expect(why(well, [pinned])).toEqual({ causes: [], beside: ['pin: a b'] })
  })

  it('goes over what only a check knows', () => {
    const apart = [one('A a', [to('B b')], 'failed'), one('B b', [], 'failed'), one('C c', [], 'failed')]
    const knows = checkOf('lower', 'C', (_, sight) => ({ affects: sight.of('B.t.test') }))
    expect(why(apart, [knows])).toEqual({ causes: ['lower: a b c'], beside: [] })
  })
})

describe('what no check has a name for', () => {
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

  it('is not, where a cause explains it or nothing is wrong', () => {
    expect(found([one('A a', [to('C c')], 'failed'), one('C c', [], 'failed')], [failing('x', 'C')])).toEqual([])
    expect(found([one('A a'), one('C c', [], 'failed')], [])).toEqual([])
  })
})
