// SPDX-License-Identifier: Apache-2.0
import type { Finding } from '../../assess/causes.ts'
import type { CheckOutcome } from '../../assess/check-results.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import type { State } from '../../model/report/report.ts'
import { isCounted, type RowFinding, rowFinding } from './row-findings.ts'

/** One verified statement and its outcome; shared by all verify commands. */
export interface VerifyItem {
  readonly id: string
  readonly title: string
  readonly modes: readonly string[]
  readonly outcome: CheckOutcome
  /** Counts; absent for items that count nothing. */
  readonly good?: number
  readonly total?: number
  readonly problems: readonly VerifyProblem[]
  /** Why the outcome is unknown. */
  readonly hidden: readonly string[]
}

export interface VerifyProblem {
  readonly cluster: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly message: string
  readonly finding?: RowFinding
}

/** The message of the finding takes precedence. */
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

/** States an item adds to the verdict: problems count like their findings. */
export function statesOf({ outcome, problems }: VerifyItem): readonly State[] {
  if (outcome === 'unknown') return ['unknown']
  return outcome === 'found' ? problems.map(stateOf) : ['healthy']
}

function stateOf({ finding }: VerifyProblem): State {
  if (!finding || finding.severity === 'error') return 'failed'
  return isCounted(finding) ? 'degraded' : 'healthy'
}
