// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../model/graph/assessment.ts'
import type { GraphNode, NodeId } from '../model/graph/graph.ts'
import { isFine, severity } from '../model/graph/health.ts'

/**
 * The way from a node down to the deepest one that shows what is wrong, or undefined when nothing is. At each step the
 * worst thing it stands on, but first what its own condition names; something that could not be read explains nothing
 * that is known to be broken, and something that is merely absent less than an object that says what is wrong.
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
    node = deeper(assessment, node, seen, order)
  ) {
    seen.add(node.id)
    path.push(node)
  }
  return telling(assessment, path)
}

/**
 * Where each node's trouble comes from: the end of its way, or itself. Ways have much in common, and what was found for
 * one node holds for all on its way: asking for all of them is linear.
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
    for (let node: GraphNode | undefined = start; node && !cause; node = deeper(assessment, node, seen, order)) {
      seen.add(node.id)
      path.push(node)
      const found = known.get(node.id)
      // The last of another way may be one step too far here: see telling().
      if (found && found.id !== node.id) cause = found
    }
    const end = cause ?? telling(assessment, path).at(-1) ?? start
    for (const node of path) if (!known.has(node.id)) known.set(node.id, end)
    if (!cause && path.at(-1) !== end) for (const node of path.slice(-1)) known.set(node.id, node)
    return end
  }
}

/** The one workload of an object that says what is wrong only counts its Pods: the object above it says more. */
function telling({ graph, own }: Assessment, path: readonly GraphNode[]): readonly GraphNode[] {
  const [above, last] = path.slice(-2)
  if (!above || !last || last.group !== 'apps' || isFine(own(above.id).state)) return path
  const workloads = graph.out(above.id).filter(({ to }) => graph.nodes.get(to)?.group === 'apps')
  const named = workloads.some((edge) => edge.to === last.id && edge.named)
  return workloads.length === 1 && !named ? path.slice(0, -1) : path
}

function deeper(
  { graph, own, state, troubles }: Assessment,
  node: GraphNode,
  seen: ReadonlySet<NodeId>,
  order: (node: GraphNode) => number,
): GraphNode | undefined {
  const { state: mine, itself } = own(node.id)
  const broken = !isFine(mine) && mine !== 'unknown'
  const open = troubles(node.id).filter(({ to }) => !seen.has(to))
  // One that says itself what is wrong is only overruled by one that does so, too.
  const counts = (id: NodeId) => !itself || (!isFine(own(id).state) && own(id).state !== 'unknown')
  const named = open.filter((edge) => edge.named && graph.nodes.get(edge.to)?.source !== 'unseen' && counts(edge.to))
  // What has no status yet may be what something in progress waits for.
  const begun = (id: NodeId) => mine === 'progressing' && own(id).reason === 'NotObserved'
  const others = itself ? [] : open.filter(({ to }) => !broken || state(to) !== 'unknown' || begun(to))
  const steps = (named.length > 0 ? named : others).flatMap(({ to }) => graph.nodes.get(to) ?? [])
  return steps.sort(
    (a, b) =>
      rank(state(b.id)) - rank(state(a.id)) ||
      Number(isAbsent(a)) - Number(isAbsent(b)) ||
      order(a) - order(b) ||
      (a.id < b.id ? -1 : 1),
  )[0]
}

/** What an object says of itself explains more than that another one is not there. */
const isAbsent = ({ source }: GraphNode) => source === 'missing'

/** Failed, degraded and progressing things explain more than unknown ones, whatever their severity in a verdict. */
const rank = (state: Parameters<typeof severity>[0]) => (state === 'unknown' ? 0.5 : severity(state))
