// SPDX-License-Identifier: Apache-2.0
import type { GraphNode } from '../model/graph.ts'
import { kindName } from '../model/kind.ts'
import { PHASES, phaseOf } from '../model/phase.ts'

/** Where a node stands in the order in which an OpenStack comes up: earlier ones explain later ones. */
export function phaseOrder(node: GraphNode): number {
  const phase = phaseOf(node.group, kindName(node))
  return phase ? PHASES.indexOf(phase) : PHASES.length
}
