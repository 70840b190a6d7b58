// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../model/graph/assessment.ts'
import type { GraphNode, NodeId } from '../model/graph/graph.ts'
import { isFine } from '../model/graph/health.ts'
import type { Cause } from './causes.ts'
import { firstBlocker } from './first-blocker.ts'
import { rootCausePath } from './root-cause-path.ts'

/** A step down from an object to what it stands on. */
export interface WhyStep {
  readonly node: GraphNode
  /** The field of the step before that leads here; absent for the first, and where only a check knows the way. */
  readonly via?: string
}

/** Why one object is as it is. */
export interface Explanation {
  /** What explains its trouble, what explains most first. */
  readonly causes: readonly ExplainedSubject[]
  /** Findings on what it stands on that do not reach it (yet). */
  readonly beside: readonly ExplainedSubject[]
}

export interface ExplainedSubject {
  /** Absent when no check knows what this is: the object's own words have to do. */
  readonly cause?: Cause
  readonly subject: GraphNode
  /** From the object asked about down to the subject, both included. */
  readonly path: readonly WhyStep[]
  /** Everything else whose trouble comes from it. */
  readonly consequences: readonly GraphNode[]
}

/** The causes of an object's trouble and the shortest way down to each. */
export function explainSubject(
  assessment: Assessment,
  causes: readonly Cause[],
  start: GraphNode,
  order?: (node: GraphNode) => number,
): Explanation {
  const ways = waysDown(assessment, causes, start)
  const reaching: ExplainedSubject[] = []
  const beside: ExplainedSubject[] = []
  for (const cause of causes) {
    const isReaching = cause.subject.id === start.id || cause.consequences.some(({ id }) => id === start.id)
    const way = ways(cause.subject.id, isReaching)
    if (!way) continue
    const explained = { cause, subject: cause.subject, path: way, consequences: cause.consequences }
    if (isReaching && !isFine(assessment.state(start.id))) reaching.push(explained)
    else beside.push(explained)
  }
  const blamed = wayToBlame(assessment, start, ways, order)
  const unexplained = unexplainedBy(assessment, reaching, blamed)
  const rank = (explained: ExplainedSubject) => rankOf(explained, blamed)
  return { causes: [...unexplained, ...reaching].sort((a, b) => rank(a) - rank(b)), beside }
}

/** Down to what is wrong or, where all that is wrong is that something could not be read, to what to open first. */
function wayToBlame(
  assessment: Assessment,
  start: GraphNode,
  ways: Ways,
  order?: (node: GraphNode) => number,
): readonly GraphNode[] {
  const path = rootCausePath(assessment, start.id, order) ?? []
  const first = firstBlocker(assessment, start.id, order)
  if (!first || first.id === path.at(-1)?.id) return path
  return ways(first.id, true)?.map(({ node }) => node) ?? path
}

/** A cause on the way down comes first, the deeper the better; then what explains more. Sorting keeps the latter. */
function rankOf({ subject, cause }: ExplainedSubject, blamed: readonly GraphNode[]): number {
  const depth = blamed.findIndex(({ id }) => id === subject.id)
  if (depth !== -1) return blamed.length - depth
  const isNamed = blamed.some(({ id }) => cause?.affects?.some((affected) => affected.id === id))
  return isNamed ? blamed.length : blamed.length + 1
}

/** The end of the way down, when no check has a name for anything on it. */
function unexplainedBy(
  assessment: Assessment,
  reaching: readonly ExplainedSubject[],
  blamed: readonly GraphNode[],
): readonly ExplainedSubject[] {
  const end = blamed.at(-1)
  if (!end) return []
  const known = new Set(
    reaching.flatMap(({ subject, cause }) => [
      subject.id,
      ...(cause?.affects ?? []).map(({ id }) => id),
      ...(cause?.explains ?? []).map((finding) => finding.subject.id),
    ]),
  )
  if (blamed.slice(1).some(({ id }) => known.has(id)) || known.has(blamed[0]?.id as NodeId)) return []
  return [{ subject: end, path: withFields(assessment, blamed), consequences: above(assessment, end.id) }]
}

function withFields({ graph }: Assessment, path: readonly GraphNode[]): readonly WhyStep[] {
  return path.map((node, i) => {
    const before = path[i - 1]
    const edge = before && graph.out(before.id).find(({ to }) => to === node.id)
    return edge ? { node, via: edge.path } : { node }
  })
}

/** Everything that stands on a node and shares its trouble. */
function above({ graph, troubles }: Assessment, id: NodeId): readonly GraphNode[] {
  const found = new Set([id])
  for (const child of found)
    for (const { from } of graph.into(child))
      if (!found.has(from) && troubles(from).some(({ to }) => to === child)) found.add(from)
  found.delete(id)
  return [...found].flatMap((one) => graph.nodes.get(one) ?? [])
}

type Ways = (to: NodeId, overTrouble: boolean) => readonly WhyStep[] | undefined

/** Shortest ways from one node: over links that carry trouble where there is one, else over any. */
function waysDown(assessment: Assessment, causes: readonly Cause[], start: GraphNode): Ways {
  const { graph, troubles } = assessment
  const known = new Map<NodeId, NodeId[]>()
  for (const { subject, affects = [] } of causes)
    for (const { id } of affects) known.set(id, [...(known.get(id) ?? []), subject.id])
  const extra = (id: NodeId) => (known.get(id) ?? []).map((to) => ({ to }))
  const byTrouble = search(start, (id) => [...troubles(id), ...extra(id)])
  const byAny = search(start, (id) => [...graph.out(id), ...extra(id)])
  return (to, overTrouble) => way(to, overTrouble ? byTrouble : byAny) ?? way(to, byAny)

  function way(to: NodeId, before: ReadonlyMap<NodeId, Arrival>): readonly WhyStep[] | undefined {
    if (!before.has(to)) return undefined
    const steps: WhyStep[] = []
    for (let id: NodeId | undefined = to; id !== undefined; ) {
      const node = graph.nodes.get(id)
      const arrival: Arrival | undefined = before.get(id)
      if (node) steps.unshift(arrival?.via ? { node, via: arrival.via } : { node })
      id = arrival?.from
    }
    return steps
  }
}

interface Arrival {
  readonly from?: NodeId
  readonly via?: string
}

function search(
  start: GraphNode,
  next: (id: NodeId) => readonly { readonly to: NodeId; readonly path?: string }[],
): ReadonlyMap<NodeId, Arrival> {
  const before = new Map<NodeId, Arrival>([[start.id, {}]])
  for (const id of before.keys())
    for (const { to, path } of next(id))
      if (!before.has(to)) before.set(to, { from: id, ...(path ? { via: path } : {}) })
  return before
}
