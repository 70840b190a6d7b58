// SPDX-License-Identifier: Apache-2.0
// What commands that verify have in common: questions, each with an answer and with what speaks against it.
import type { Finding } from '../../assess/causes.ts'
import type { CheckOutcome } from '../../assess/check-results.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import type { State } from '../../model/report/report.ts'
import { isCounted, type RowFinding, rowFinding } from './row-findings.ts'

/** One question and its answer. */
export interface VerifyItem {
  readonly id: string
  readonly title: string
  /** Failure modes of the catalogue it covers. */
  readonly modes: readonly string[]
  readonly outcome: CheckOutcome
  /** How many are as they should be, of how many; left out where nothing is counted. */
  readonly good?: number
  readonly total?: number
  readonly problems: readonly VerifyProblem[]
  /** Why it could not be decided. */
  readonly hidden: readonly string[]
}

/** An object that is not as it should be. */
export interface VerifyProblem {
  readonly cluster: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly message: string
  readonly finding?: RowFinding
}

/** An object with what a check found on it, or else with other words. */
export function verifyProblem(
  node: Pick<GraphNode, 'cluster' | 'kind' | 'namespace' | 'name'>,
  message: string,
  finding?: Finding,
): VerifyProblem {
  return {
    cluster: node.cluster.label,
    kind: node.kind,
    ...(node.namespace === undefined ? {} : { namespace: node.namespace }),
    name: node.name,
    message: finding?.message ?? message,
    ...(finding ? { finding: rowFinding({ ...finding, explains: [], consequences: [] }) } : {}),
  }
}

/** What an answer makes of the verdict: what is wrong counts as its finding does, what nobody knows is unknown. */
export function statesOf({ outcome, problems }: VerifyItem): readonly State[] {
  if (outcome === 'unknown') return ['unknown']
  return outcome === 'found' ? problems.map(stateOf) : ['healthy']
}

function stateOf({ finding }: VerifyProblem): State {
  if (!finding || finding.severity === 'error') return 'failed'
  return isCounted(finding) ? 'degraded' : 'healthy'
}
