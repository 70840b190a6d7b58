// SPDX-License-Identifier: Apache-2.0

import { type Check, type CheckFinding, FINDING_SEVERITIES, type FindingSeverity } from '../model/check/check.ts'
import type { Assessment } from '../model/graph/assessment.ts'
import type { GraphNode, NodeId } from '../model/graph/graph.ts'
import type { State } from '../model/report/report.ts'
import type { CheckResult } from './check-results.ts'

/** A root cause: a finding that no other finding explains, with its impact. */
export interface Cause extends CheckFinding {
  readonly check: Check
  readonly severity: FindingSeverity
  readonly explains: readonly Finding[]
  /** Nodes that are unhealthy because of it, by links and by the check's `affects`; without the subject. */
  readonly consequences: readonly GraphNode[]
}

export interface Finding extends CheckFinding {
  readonly check: Check
  readonly severity: FindingSeverity
}

/** Folds findings into their root causes: a failed database is one cause, however many services fail with it. */
export function causesOf(assessment: Assessment, results: readonly CheckResult[]): readonly Cause[] {
  const findings = results.flatMap(({ check, found }) =>
    found.map((finding): Finding => ({ ...finding, check, severity: finding.severity ?? check.severity })),
  )
  if (findings.length === 0) return []
  const impact = new ImpactGraph(assessment, findings)
  const bySubject = Map.groupBy(findings, ({ subject }) => subject.id)
  const folded = new Set<Finding>()
  const subjectsBelow = impact.subjectsBelow()
  for (const finding of findings) {
    const subjects = subjectsBelow.get(finding.subject.id)
    if (!finding.standsAlone && subjects && [...subjects].some((id) => id !== finding.subject.id)) folded.add(finding)
    if (finding.check.isGeneral && isRepeated(finding, bySubject)) folded.add(finding)
  }
  const causes = findings.filter((finding) => !folded.has(finding))
  const affected = new Map(causes.map((cause) => [cause, impact.affectedBy(cause)]))
  // Findings that explain each other in a cycle would all be folded: keep the first of each cycle as the cause.
  for (const finding of folded) {
    if ([...affected.values()].some((ids) => ids.has(finding.subject.id))) continue
    affected.set(finding, impact.affectedBy(finding))
    folded.delete(finding)
  }
  return [...affected]
    .map(([cause, ids]): Cause => {
      const nodes = [...ids].filter((id) => id !== cause.subject.id)
      const explains = [...ids].flatMap((id) => (bySubject.get(id) ?? []).filter((finding) => folded.has(finding)))
      const affects = [cause, ...explains.filter((one) => one.subject.id === cause.subject.id)].flatMap(
        (one) => one.affects ?? [],
      )
      return {
        ...cause,
        explains,
        ...(affects.length > 0 ? { affects: [...new Set(affects)] } : {}),
        consequences: nodes.flatMap((id) => assessment.graph.nodes.get(id) ?? []),
      }
    })
    .sort(byWeight)
}

/** A more specific finding is about the same subject. */
const isRepeated = ({ subject }: Finding, bySubject: ReadonlyMap<NodeId, readonly Finding[]>) =>
  (bySubject.get(subject.id) ?? []).some(({ check, severity }) => !check.isGeneral && severity === 'error')

const byWeight = (a: Cause, b: Cause) =>
  FINDING_SEVERITIES.indexOf(a.severity) - FINDING_SEVERITIES.indexOf(b.severity) ||
  b.consequences.length - a.consequences.length ||
  (a.check.id < b.check.id ? -1 : a.check.id > b.check.id ? 1 : 0) ||
  (a.subject.id < b.subject.id ? -1 : 1)

const BROKEN: ReadonlySet<State> = new Set(['failed', 'degraded'])

/** Edges from a node to its unhealthy dependents: propagating links, plus the `affects` of findings. */
class ImpactGraph {
  readonly #parents = new Map<NodeId, Set<NodeId>>()
  readonly #findings: readonly Finding[]

  constructor({ graph, own, state, troubles }: Assessment, findings: readonly Finding[]) {
    this.#findings = findings
    for (const id of graph.nodes.keys()) {
      // an unknown dependency does not explain a failure that the object reports itself
      const isBroken = BROKEN.has(own(id).state) && own(id).finding === undefined
      for (const { to } of troubles(id)) if (!isBroken || state(to) !== 'unknown') this.#add(to, id)
    }
    for (const { subject, affects = [] } of findings) for (const { id } of affects) this.#add(subject.id, id)
  }

  #add(child: NodeId, parent: NodeId): void {
    if (child === parent) return
    const parents = this.#parents.get(child)
    if (parents) parents.add(parent)
    else this.#parents.set(child, new Set([parent]))
  }

  /** Includes the subject. */
  affectedBy({ subject }: Finding): ReadonlySet<NodeId> {
    const affected = new Set([subject.id])
    for (const id of affected) for (const parent of this.#parents.get(id) ?? []) affected.add(parent)
    return affected
  }

  /**
   * Subjects of findings on which each node depends. At most two per node, which keeps this linear: two are enough to
   * know whether there is one besides the node itself.
   */
  subjectsBelow(): ReadonlyMap<NodeId, ReadonlySet<NodeId>> {
    const below = new Map<NodeId, Set<NodeId>>()
    const queue = this.#findings.map(({ subject: { id } }) => ({ id, subject: id }))
    for (let next = queue.pop(); next; next = queue.pop()) {
      for (const parent of this.#parents.get(next.id) ?? []) {
        const known = below.get(parent) ?? new Set()
        if (known.size >= 2 || known.has(next.subject)) continue
        below.set(parent, known.add(next.subject))
        queue.push({ id: parent, subject: next.subject })
      }
    }
    return below
  }
}
