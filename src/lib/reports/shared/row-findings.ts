// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../../assess/causes.ts'
import type { FindingSeverity } from '../../model/check/check.ts'
import { describe, type PrintedStep, printStep } from '../../model/check/next-step.ts'
import type { GraphNode, NodeId } from '../../model/graph/graph.ts'
import { worse } from '../../model/graph/health.ts'
import type { State } from '../../model/report/report.ts'
import { objectAddress } from './object-row.ts'

/** What a check found, as it stands in a row of a view. */
export interface RowFinding {
  readonly check: string
  readonly mode: string
  readonly severity: FindingSeverity
  readonly message: string
  /** KIND/NAMESPACE/NAME@CLUSTER of what is wrong. */
  readonly subject: string
  /** The row only suffers from it. */
  readonly follows?: true
  readonly next: readonly PrintedStep[]
}

/** Finds what checks found about some objects: about themselves first, then what reaches them from elsewhere. */
export function findingsFor(causes: readonly Cause[]): (nodes: readonly GraphNode[]) => readonly RowFinding[] {
  const about = new Map<NodeId, Cause[]>()
  const reached = new Map<NodeId, Cause[]>()
  for (const cause of causes) {
    push(about, cause.subject.id, cause)
    const { consequences, touches = [] } = cause
    for (const id of new Set([...consequences, ...touches].map((one) => one.id))) push(reached, id, cause)
  }
  return (nodes) => {
    // thousands of rows, and nearly all of them are well
    if (!nodes.some(({ id }) => about.has(id) || reached.has(id))) return []
    const ids = [...new Set(nodes.map(({ id }) => id))]
    const own = new Set(ids.flatMap((id) => about.get(id) ?? []))
    const others = new Set(ids.flatMap((id) => reached.get(id) ?? []).filter((cause) => !own.has(cause)))
    return [...[...own].map((cause) => rowFinding(cause)), ...[...others].map((cause) => follows(cause))]
  }
}

/** A finding as a row of its own subject shows it. */
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

const follows = (cause: Cause): RowFinding => ({ ...rowFinding(cause), follows: true })

/** A finding counts as `check` counts it; one that is only good to know does not. */
export const isCounted = ({ severity }: RowFinding): boolean => severity !== 'info'

/** How a row is with what checks found: one that says it is healthy is not, and what somebody wished stays so. */
export function stateWith(state: State, findings: readonly RowFinding[]): State {
  return state === 'healthy' && findings.some(isCounted) ? 'degraded' : state
}

/** The states that an answer is judged by: those of its rows and of what was found about them. */
export function rowVerdictStates(rows: readonly { readonly state: State; readonly findings: readonly RowFinding[] }[]) {
  return rows.map(({ state, findings }) => (findings.some(isCounted) ? worse(state, 'degraded') : state))
}

function push(map: Map<NodeId, Cause[]>, id: NodeId, cause: Cause): void {
  const list = map.get(id)
  if (list) list.push(cause)
  else map.set(id, [cause])
}
