// SPDX-License-Identifier: Apache-2.0

import { type Check, type CheckFinding, FINDING_SEVERITIES, type FindingSeverity } from '../model/check/check.ts'
import type { Assessment } from '../model/graph/assessment.ts'
import type { GraphNode, NodeId } from '../model/graph/graph.ts'
import type { CheckResult } from './check-results.ts'

/** A finding that no other one explains, with all that follows from it. */
export interface Cause extends CheckFinding {
  readonly check: Check
  readonly severity: FindingSeverity
  /** Other findings that it explains. */
  readonly explains: readonly Finding[]
  /** Every node whose trouble comes from it, over links and by what the check knows; not the subject itself. */
  readonly consequences: readonly GraphNode[]
}

export interface Finding extends CheckFinding {
  readonly check: Check
  readonly severity: FindingSeverity
}

/** Folds findings into the causes below them: one dead database is one cause, however many services it takes along. */
export function causesOf(assessment: Assessment, results: readonly CheckResult[]): readonly Cause[] {
  const findings = results.flatMap(({ check, found }) =>
    found.map((one): Finding => ({ ...one, check, severity: one.severity ?? check.severity })),
  )
  if (findings.length === 0) return []
  const upwards = new Upwards(assessment, findings)
  const bySubject = Map.groupBy(findings, ({ subject }) => subject.id)
  const folded = new Set<Finding>()
  const below = upwards.causesBelow()
  for (const finding of findings) {
    const causes = below.get(finding.subject.id)
    if (!finding.standsAlone && causes && [...causes].some((id) => id !== finding.subject.id)) folded.add(finding)
  }
  const causes = findings.filter((finding) => !folded.has(finding))
  const reached = new Map(causes.map((cause) => [cause, upwards.from(cause)]))
  // Findings that only explain one another would vanish: the first of each circle is its cause.
  for (const finding of folded) {
    if ([...reached.values()].some((ids) => ids.has(finding.subject.id))) continue
    reached.set(finding, upwards.from(finding))
    folded.delete(finding)
  }
  return [...reached]
    .map(([cause, ids]): Cause => {
      const nodes = [...ids].filter((id) => id !== cause.subject.id)
      const explains = nodes.flatMap((id) => (bySubject.get(id) ?? []).filter((finding) => folded.has(finding)))
      return { ...cause, explains, consequences: nodes.flatMap((id) => assessment.graph.nodes.get(id) ?? []) }
    })
    .sort(byWeight)
}

const byWeight = (a: Cause, b: Cause) =>
  FINDING_SEVERITIES.indexOf(a.severity) - FINDING_SEVERITIES.indexOf(b.severity) ||
  b.consequences.length - a.consequences.length ||
  (a.check.id < b.check.id ? -1 : a.check.id > b.check.id ? 1 : 0) ||
  (a.subject.id < b.subject.id ? -1 : 1)

/** From what is wrong to those it reaches: the links trouble comes up over, and what checks know besides. */
class Upwards {
  readonly #parents = new Map<NodeId, Set<NodeId>>()
  readonly #findings: readonly Finding[]

  constructor({ graph, troubles }: Assessment, findings: readonly Finding[]) {
    this.#findings = findings
    for (const id of graph.nodes.keys()) for (const { to } of troubles(id)) this.#add(to, id)
    for (const { subject, affects = [] } of findings) for (const { id } of affects) this.#add(subject.id, id)
  }

  #add(child: NodeId, parent: NodeId): void {
    if (child === parent) return
    const parents = this.#parents.get(child)
    if (parents) parents.add(parent)
    else this.#parents.set(child, new Set([parent]))
  }

  /** All that one finding reaches, itself included. */
  from({ subject }: Finding): ReadonlySet<NodeId> {
    const reached = new Set([subject.id])
    for (const id of reached) for (const parent of this.#parents.get(id) ?? []) reached.add(parent)
    return reached
  }

  /**
   * Subjects of findings below each node. Two of them are enough to know whether there is another than itself, which
   * keeps this linear.
   */
  causesBelow(): ReadonlyMap<NodeId, ReadonlySet<NodeId>> {
    const below = new Map<NodeId, Set<NodeId>>()
    const queue = this.#findings.map(({ subject: { id } }) => ({ id, cause: id }))
    for (let next = queue.pop(); next; next = queue.pop()) {
      for (const parent of this.#parents.get(next.id) ?? []) {
        const known = below.get(parent) ?? new Set()
        if (known.size >= 2 || known.has(next.cause)) continue
        below.set(parent, known.add(next.cause))
        queue.push({ id: parent, cause: next.cause })
      }
    }
    return below
  }
}
