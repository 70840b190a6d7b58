// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../../assess/causes.ts'
import type { FindingSeverity } from '../../model/check/check.ts'
import { describe, type PrintedStep, printStep } from '../../model/check/next-step.ts'
import type { GraphNode, NodeId } from '../../model/graph/graph.ts'
import { worse } from '../../model/graph/health.ts'
import type { State } from '../../model/report/report.ts'
import { objectAddress } from './object-row.ts'

/** A finding in a row of a view. */
export interface RowFinding {
  readonly check: string
  readonly mode: string
  readonly severity: FindingSeverity
  readonly message: string
  /** KIND/NAMESPACE/NAME@CLUSTER of the faulty object. */
  readonly subject: string
  /** The row is only affected by it. */
  readonly follows?: true
  readonly next: readonly PrintedStep[]
}

/** Looks up findings for objects: their own first, then those that affect them. */
export function findingsFor(causes: readonly Cause[]): (nodes: readonly GraphNode[]) => readonly RowFinding[] {
  const bySubject = new Map<NodeId, Cause[]>()
  const byAffected = new Map<NodeId, Cause[]>()
  for (const cause of causes) {
    append(bySubject, cause.subject.id, cause)
    const { consequences, touches = [] } = cause
    for (const id of new Set([...consequences, ...touches].map((one) => one.id))) append(byAffected, id, cause)
  }
  return (nodes) => {
    // fast path: of thousands of rows almost all are healthy
    if (!nodes.some(({ id }) => bySubject.has(id) || byAffected.has(id))) return []
    const ids = [...new Set(nodes.map(({ id }) => id))]
    const own = new Set(ids.flatMap((id) => bySubject.get(id) ?? []))
    const others = new Set(ids.flatMap((id) => byAffected.get(id) ?? []).filter((cause) => !own.has(cause)))
    return [...[...own].map((cause) => rowFinding(cause)), ...[...others].map((cause) => affectedFinding(cause))]
  }
}

export function rowFinding({ check, mode, severity, message, subject, next = [] }: Cause): RowFinding {
  return {
    check: check.id,
    mode,
    severity,
    message,
    subject: objectAddress(subject),
    next: [...next, ...(subject.object ? [describe(subject)] : [])].map(printStep),
  }
}

const affectedFinding = (cause: Cause): RowFinding => ({ ...rowFinding(cause), follows: true })

/** Same rule as the exit code of `check`: info findings do not count. */
export const isCounted = ({ severity }: RowFinding): boolean => severity !== 'info'

/** A finding degrades a healthy row; deliberate states such as suspended stay. */
export function stateWith(state: State, findings: readonly RowFinding[]): State {
  return state === 'healthy' && findings.some(isCounted) ? 'degraded' : state
}

export function rowVerdictStates(rows: readonly { readonly state: State; readonly findings: readonly RowFinding[] }[]) {
  return rows.map(({ state, findings }) => (findings.some(isCounted) ? worse(state, 'degraded') : state))
}

function append(map: Map<NodeId, Cause[]>, id: NodeId, cause: Cause): void {
  const list = map.get(id)
  if (list) list.push(cause)
  else map.set(id, [cause])
}
