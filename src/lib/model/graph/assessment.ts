// SPDX-License-Identifier: Apache-2.0

import type { State } from '../report/report.ts'
import type { Edge, Graph, NodeId } from './graph.ts'
import type { Health } from './health.ts'

/** The state of every node by itself and together with its dependencies. */
export interface Assessment {
  readonly graph: Graph
  readonly now: number
  own(id: NodeId): Health
  /** Never better than own(), nor than any dependency whose problem propagates to the node. */
  state(id: NodeId): State
  /** Edges over which problems propagate to a node, worst first. */
  troubles(id: NodeId): readonly Edge[]
}
