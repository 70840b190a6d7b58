// SPDX-License-Identifier: Apache-2.0
import type { GraphNode } from '../../model/graph/graph.ts'
import { kindName } from '../../model/graph/kind.ts'
import { PHASES, phaseOf } from '../../model/graph/phase.ts'

/** Position in the bring-up order of OpenStack: earlier phases explain later ones. */
export function phaseOrder(node: GraphNode): number {
  const phase = phaseOf(node.group, kindName(node))
  return phase ? PHASES.indexOf(phase) : PHASES.length
}
