// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../model/graph/assessment.ts'
import type { GraphNode, NodeId } from '../model/graph/graph.ts'
import { isFine, isInProgress, severity } from '../model/graph/health.ts'

/**
 * The path from a node to the deepest dependency that shows a problem; undefined if the node is healthy. Each step
 * prefers dependencies that the node's own condition names, then the worst state. An unread dependency does not explain
 * a known failure, and a missing one explains less than one that reports its problem.
 */
export function rootCausePath(
  assessment: Assessment,
  start: NodeId,
  order: (node: GraphNode) => number = () => 0,
): readonly GraphNode[] | undefined {
  if (isFine(assessment.state(start))) return undefined
  const path: GraphNode[] = []
  const seen = new Set<NodeId>()
  for (
    let node = assessment.graph.nodes.get(start);
    node && !seen.has(node.id);
    node = nextCause(assessment, node, seen, order)
  ) {
    seen.add(node.id)
    path.push(node)
  }
  return trimUninformative(assessment, path)
}

/** In a circle of dependencies the last one may be healthy itself: it explains nothing. */
function trimHealthyEnd({ own }: Assessment, path: readonly GraphNode[]): readonly GraphNode[] {
  const last = path.findLastIndex(({ id }) => !isFine(own(id).state))
  return last === -1 ? path : path.slice(0, last + 1)
}

/**
 * Finds the root cause of each node: the end of its path, or itself. A result holds for all nodes on the path, so
 * finding the causes of all nodes is linear.
 */
export function causeFinder(
  assessment: Assessment,
  order: (node: GraphNode) => number,
): (node: GraphNode) => GraphNode {
  const known = new Map<NodeId, GraphNode>()
  return (start) => {
    const path: GraphNode[] = []
    const seen = new Set<NodeId>()
    let cause = isFine(assessment.state(start.id)) ? start : known.get(start.id)
    for (let node: GraphNode | undefined = start; node && !cause; node = nextCause(assessment, node, seen, order)) {
      seen.add(node.id)
      path.push(node)
      const knownCause = known.get(node.id)
      // The end of another path may be one step too deep here: see trimUninformative().
      if (knownCause && knownCause.id !== node.id) cause = knownCause
    }
    const end = cause ?? trimUninformative(assessment, path).at(-1) ?? start
    for (const node of path) if (!known.has(node.id)) known.set(node.id, end)
    if (!cause && path.at(-1) !== end) for (const node of path.slice(-1)) known.set(node.id, node)
    return end
  }
}

/**
 * The only workload of an unhealthy owner just counts Pods; the owner's own condition is more informative. A ReplicaSet
 * reports nothing that its Deployment does not.
 */
function trimUninformative(assessment: Assessment, whole: readonly GraphNode[]): readonly GraphNode[] {
  const path = trimStartingPod(assessment, trimHealthyEnd(assessment, whole))
  const [above, last] = path.slice(-2)
  if (above && last?.kind === 'ReplicaSet' && last.group === 'apps') return trimWorkload(assessment, path.slice(0, -1))
  return trimWorkload(assessment, path)
}

/** A Pod that is only starting reports nothing that its workload does not. */
function trimStartingPod({ own }: Assessment, path: readonly GraphNode[]): readonly GraphNode[] {
  const last = path.at(-1)
  const isStarting = last?.kind === 'Pod' && path.length > 1 && own(last.id).state === 'progressing'
  return isStarting ? path.slice(0, -1) : path
}

function trimWorkload({ graph, own }: Assessment, path: readonly GraphNode[]): readonly GraphNode[] {
  const [above, last] = path.slice(-2)
  if (!above || !last || last.group !== 'apps' || isFine(own(above.id).state)) return path
  const workloads = graph.out(above.id).filter(({ to }) => graph.nodes.get(to)?.group === 'apps')
  // A workload that belongs to something else, such as the OpenBao of a store, is the cause, not a detail.
  const isPart = workloads.some((edge) => edge.to === last.id && !edge.named && edge.rel !== 'depends-on')
  // A refusal of the API server is more than a count.
  const isRefused = own(last.id).reason === 'FailedCreate'
  return workloads.length === 1 && isPart && !isRefused ? path.slice(0, -1) : path
}

function nextCause(
  { graph, own, state, troubles }: Assessment,
  node: GraphNode,
  seen: ReadonlySet<NodeId>,
  order: (node: GraphNode) => number,
): GraphNode | undefined {
  const { state: ownState, itself } = own(node.id)
  const isBroken = !isFine(ownState) && ownState !== 'unknown'
  const open = troubles(node.id).filter(({ to }) => !seen.has(to))
  // A node with a problem of its own is only overruled by a dependency that reports one, too.
  const isCandidate = (id: NodeId) => !itself || (!isFine(own(id).state) && own(id).state !== 'unknown')
  const named = open.filter(
    (edge) => edge.named && graph.nodes.get(edge.to)?.source !== 'unseen' && isCandidate(edge.to),
  )
  // A progressing node may be blocked by a dependency that has no status yet.
  const hasNoStatus = (id: NodeId) => isInProgress(ownState) && own(id).reason === 'NotObserved'
  const others = itself ? [] : open.filter(({ to }) => !isBroken || state(to) !== 'unknown' || hasNoStatus(to))
  const steps = (named.length > 0 ? named : others).flatMap(({ to }) => graph.nodes.get(to) ?? [])
  // A dependency that reports nothing itself leads to a finding further down: those that report something come first.
  const isSilent = ({ id }: GraphNode) => Number(isFine(own(id).state) || own(id).finding !== undefined)
  return steps.sort(
    (a, b) =>
      rank(state(b.id)) - rank(state(a.id)) ||
      isSilent(a) - isSilent(b) ||
      Number(isAbsent(a)) - Number(isAbsent(b)) ||
      order(a) - order(b) ||
      (a.id < b.id ? -1 : 1),
  )[0]
}

const isAbsent = ({ source }: GraphNode) => source === 'missing'

/** Failed, degraded and progressing nodes explain more than unknown ones, although unknown may be more severe. */
const rank = (state: Parameters<typeof severity>[0]) => (state === 'unknown' ? 0.5 : severity(state))
