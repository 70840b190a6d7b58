// SPDX-License-Identifier: Apache-2.0
// A cause explains something that failed; other findings are only listed.
import { describe, expect, it } from 'vitest'
import { assess } from '../../../src/lib/assess/assess.ts'
import { causesOf } from '../../../src/lib/assess/causes.ts'
import type { CheckResult } from '../../../src/lib/assess/check-results.ts'
import { findingsHealth } from '../../../src/lib/assess/findings-health.ts'
import { explainSubject } from '../../../src/lib/assess/why.ts'
import { buildGraph } from '../../../src/lib/graph/build.ts'
import type { Check, FindingSeverity } from '../../../src/lib/model/check/check.ts'
import type { State } from '../../../src/lib/model/report/report.ts'
import { link, NOW, smallKind, snapshotOf, thing } from '../graph/small.ts'

const KINDS = ['A', 'B', 'C'].map((kind) => smallKind(`${kind}.t.test`))

/** A depends on B and C; findings are "B warning": kind and severity. */
function explained(states: Partial<Record<'A' | 'B' | 'C', State>>, found: readonly string[]) {
  const objects = ['A', 'B', 'C'].map((kind) =>
    thing(`${kind}.t.test`, 'ns/x', {
      state: states[kind as 'A'] ?? 'healthy',
      links:
        kind === 'A'
          ? [link({ kind: 'B', namespace: 'ns', name: 'x' }), link({ kind: 'C', namespace: 'ns', name: 'x' })]
          : [],
    }),
  )
  const snapshot = snapshotOf({ kinds: KINDS, clusters: { management: { objects } } })
  const graph = buildGraph(snapshot, KINDS)
  const node = (kind: string) => graph.of(`${kind}.t.test`)[0] as NonNullable<ReturnType<typeof graph.of>[0]>
  const results = found.map((text): CheckResult => {
    const [kind = '', severity] = text.split(' ')
    const subject = node(kind)
    const check = { id: text, severity: severity as FindingSeverity, modes: [], about: [] } as unknown as Check
    const finding = { mode: '', subject, message: text, evidence: [], standsAlone: true }
    return { check, outcome: 'found', found: [finding], hidden: [] }
  })
  const base = assess(graph, { now: NOW })
  const assessment = assess(graph, { now: NOW, findings: findingsHealth(base, results) })
  const { causes, beside } = explainSubject(assessment, causesOf(assessment, results), node('A'))
  const name = ({ cause, subject }: (typeof causes)[number]) => cause?.check.id ?? `${subject.kind} itself`
  return { causes: causes.map(name), beside: beside.map(name) }
}

describe('also found', () => {
  it('a warning beside an error is not a cause', () => {
    expect(explained({}, ['B error', 'C warning'])).toEqual({ causes: ['B error'], beside: ['C warning'] })
  })

  it('a warning about an object that another finding explains is not a cause', () => {
    expect(explained({ A: 'failed' }, ['B error', 'A warning'])).toEqual({ causes: ['B error'], beside: ['A warning'] })
  })

  it('a warning about an object whose failure nothing else explains is its cause', () => {
    expect(explained({ C: 'failed' }, ['C warning'])).toEqual({ causes: ['C warning'], beside: [] })
  })

  it('a warning about a progressing object that explains what depends on it is its cause', () => {
    expect(explained({ B: 'progressing' }, ['B warning'])).toEqual({ causes: ['B warning'], beside: [] })
  })

  it('a failure is explained by the object itself, not by a warning about another one', () => {
    expect(explained({ B: 'failed' }, ['C warning'])).toEqual({ causes: ['B itself'], beside: ['C warning'] })
  })
})
