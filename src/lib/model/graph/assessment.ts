// SPDX-License-Identifier: Apache-2.0

import type { State } from '../report/report.ts'
import type { Edge, Graph, NodeId } from './graph.ts'
import type { Health } from './health.ts'

/** How every node is by itself, and how it is with all it stands on. */
export interface Assessment {
  readonly graph: Graph
  readonly now: number
  own(id: NodeId): Health
  /** Never better than own; never better than any target whose trouble reaches it. */
  state(id: NodeId): State
  /** Edges over which trouble reaches a node, worst first. */
  troubles(id: NodeId): readonly Edge[]
}
