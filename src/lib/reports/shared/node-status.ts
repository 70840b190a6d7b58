// SPDX-License-Identifier: Apache-2.0
import { causeFinder } from '../../assess/root-cause-path.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { kindName } from '../../model/graph/kind.ts'
import type { State, Status } from '../../model/report/report.ts'
import { phaseOrder } from './phase-order.ts'

export interface NodeStatus {
  readonly status: Status
  /** The root cause, if that is another object. */
  readonly blockedBy?: GraphNode
}

/** The state of an object as every view shows it, so that no two views differ. */
export function nodeStatus(assessment: Assessment, node: GraphNode): NodeStatus {
  const state = assessment.state(node.id)
  if (isFine(state)) return { status: state }
  const own = assessment.own(node.id).state
  const cause = rootCauseOf(assessment, node)
  const blockedBy = cause.id === node.id ? {} : { blockedBy: cause }
  if (isOpenStackCluster(assessment, node)) return { status: state, ...blockedBy }
  if (own === 'unknown') return { status: own }
  if (!blockedBy.blockedBy) return { status: isFine(own) ? state : own }
  return { status: dependentStatus(own, state), ...blockedBy }
}

/** The status of an object whose root cause is another object. */
export function dependentStatus(own: State, state: State): Status {
  // a dependency that is degraded or being updated does not stop an object that is healthy itself
  if (state === 'unknown' || state === 'degraded') return state
  if (isFine(own) && state === 'progressing') return own === 'healthy' ? state : own
  return 'blocked'
}

/** The root cause of an object's state: itself, or a dependency. */
function rootCauseOf(assessment: Assessment, node: GraphNode): GraphNode {
  const known = FINDERS.get(assessment)
  if (known) return known(node)
  const finder = causeFinder(assessment, phaseOrder)
  FINDERS.set(assessment, finder)
  return finder(node)
}

const FINDERS = new WeakMap<Assessment, (node: GraphNode) => GraphNode>()

/** An OpenStack cluster as a whole has failed if anything in it has: a claim, or a ControlPlane without one. */
const isOpenStackCluster = ({ graph }: Assessment, node: GraphNode): boolean =>
  kindName(node) === 'OpenStackCluster.c5c3.io' ||
  (kindName(node) === 'ControlPlane.c5c3.io' && graph.into(node.id).length === 0)
