// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../model/graph/assessment.ts'
import type { GraphNode, NodeId } from '../model/graph/graph.ts'
import { isFine, severity } from '../model/graph/health.ts'

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

/** The only workload of an unhealthy owner just counts Pods; the owner's own condition is more informative. */
function trimUninformative({ graph, own }: Assessment, path: readonly GraphNode[]): readonly GraphNode[] {
  const [above, last] = path.slice(-2)
  if (!above || !last || last.group !== 'apps' || isFine(own(above.id).state)) return path
  const workloads = graph.out(above.id).filter(({ to }) => graph.nodes.get(to)?.group === 'apps')
  const isNamed = workloads.some((edge) => edge.to === last.id && edge.named)
  return workloads.length === 1 && !isNamed ? path.slice(0, -1) : path
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
  const hasNoStatus = (id: NodeId) => ownState === 'progressing' && own(id).reason === 'NotObserved'
  const others = itself ? [] : open.filter(({ to }) => !isBroken || state(to) !== 'unknown' || hasNoStatus(to))
  const steps = (named.length > 0 ? named : others).flatMap(({ to }) => graph.nodes.get(to) ?? [])
  return steps.sort(
    (a, b) =>
      rank(state(b.id)) - rank(state(a.id)) ||
      Number(isAbsent(a)) - Number(isAbsent(b)) ||
      order(a) - order(b) ||
      (a.id < b.id ? -1 : 1),
  )[0]
}

const isAbsent = ({ source }: GraphNode) => source === 'missing'

/** Failed, degraded and progressing nodes explain more than unknown ones, although unknown may be more severe. */
const rank = (state: Parameters<typeof severity>[0]) => (state === 'unknown' ? 0.5 : severity(state))
