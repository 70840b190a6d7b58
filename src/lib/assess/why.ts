// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../model/graph/assessment.ts'
import type { GraphNode, NodeId } from '../model/graph/graph.ts'
import { isFine } from '../model/graph/health.ts'
import { alsoFound } from './also-found.ts'
import type { Cause } from './causes.ts'
import { firstBlocker } from './first-blocker.ts'
import { rootCausePath } from './root-cause-path.ts'

/** A step of a dependency path. */
export interface WhyStep {
  readonly node: GraphNode
  /** The field of the previous step that refers to this node; absent for the first, and if only a check links them. */
  readonly via?: string
}

export interface Explanation {
  /** Most likely root cause first. */
  readonly causes: readonly ExplainedSubject[]
  /** Findings on it and its dependencies that explain no failure. */
  readonly beside: readonly ExplainedSubject[]
}

export interface ExplainedSubject {
  /** Absent if no check explains the problem: only the object's own condition does. */
  readonly cause?: Cause
  readonly subject: GraphNode
  /** From the explained object to the subject, both included. */
  readonly path: readonly WhyStep[]
  /** Nodes that are unhealthy because of the subject. */
  readonly consequences: readonly GraphNode[]
}

/** The root causes of an object's problems with the shortest dependency path to each. */
export function explainSubject(
  assessment: Assessment,
  causes: readonly Cause[],
  start: GraphNode,
  order?: (node: GraphNode) => number,
): Explanation {
  const findPath = pathFinder(assessment, causes, start)
  const notes = alsoFound(assessment, causes)
  const affecting: ExplainedSubject[] = []
  const beside: ExplainedSubject[] = []
  for (const cause of causes) {
    const isAffecting = cause.subject.id === start.id || cause.consequences.some(({ id }) => id === start.id)
    const path = findPath(cause.subject.id, isAffecting)
    if (!path) continue
    const explained = { cause, subject: cause.subject, path, consequences: cause.consequences }
    if (isAffecting && !notes.has(cause) && !isFine(assessment.state(start.id))) affecting.push(explained)
    else beside.push(explained)
  }
  const rootPath = pathToBlocker(assessment, start, findPath, order)
  const unexplained = unexplainedBy(assessment, affecting, rootPath)
  const rank = (explained: ExplainedSubject) => rankOf(explained, rootPath)
  return { causes: [...unexplained, ...affecting].sort((a, b) => rank(a) - rank(b)), beside }
}

/** The root cause path or, if the only problem is that objects could not be read, the path to the first blocker. */
function pathToBlocker(
  assessment: Assessment,
  start: GraphNode,
  findPath: PathFinder,
  order?: (node: GraphNode) => number,
): readonly GraphNode[] {
  const path = rootCausePath(assessment, start.id, order) ?? []
  const first = firstBlocker(assessment, start.id, order)
  if (!first || first.id === path.at(-1)?.id) return path
  return findPath(first.id, true)?.map(({ node }) => node) ?? path
}

/**
 * Causes on the root cause path come first, deepest first. The stable sort keeps the order by impact otherwise: an error
 * of the explained object itself stops no more than what it depends on.
 */
function rankOf({ subject, cause }: ExplainedSubject, rootPath: readonly GraphNode[]): number {
  if (rootPath.length === 1) return 0
  const depth = rootPath.findIndex(({ id }) => id === subject.id)
  if (depth !== -1) return rootPath.length - depth
  const isNamed = rootPath.some(({ id }) => cause?.affects?.some((affected) => affected.id === id))
  return isNamed ? rootPath.length : rootPath.length + 1
}

/** The end of the root cause path, if no check explains anything on it. */
function unexplainedBy(
  assessment: Assessment,
  affecting: readonly ExplainedSubject[],
  rootPath: readonly GraphNode[],
): readonly ExplainedSubject[] {
  const end = rootPath.at(-1)
  if (!end) return []
  const known = new Set(
    affecting.flatMap(({ subject, cause }) => [
      subject.id,
      ...(cause?.affects ?? []).map(({ id }) => id),
      ...(cause?.explains ?? []).map((finding) => finding.subject.id),
    ]),
  )
  const isExplained = (id: NodeId) =>
    known.has(id) || affecting.some(({ consequences }) => consequences.some((affected) => affected.id === id))
  // what a refused object should have created is missing because of it
  const creator = end.source === 'missing' ? rootPath.at(-2) : undefined
  if (isExplained(end.id) || (creator && isExplained(creator.id))) return []
  return [{ subject: end, path: withFields(assessment, rootPath), consequences: affectedBy(assessment, end.id) }]
}

function withFields({ graph }: Assessment, path: readonly GraphNode[]): readonly WhyStep[] {
  return path.map((node, i) => {
    const before = path[i - 1]
    const edge = before && graph.out(before.id).find(({ to }) => to === node.id)
    return edge ? { node, via: edge.path } : { node }
  })
}

/** The dependents of a node that are unhealthy because of it. */
function affectedBy({ graph, troubles }: Assessment, id: NodeId): readonly GraphNode[] {
  const affected = new Set([id])
  for (const child of affected)
    for (const { from } of graph.into(child))
      if (!affected.has(from) && troubles(from).some(({ to }) => to === child)) affected.add(from)
  affected.delete(id)
  return [...affected].flatMap((nodeId) => graph.nodes.get(nodeId) ?? [])
}

type PathFinder = (to: NodeId, isAffecting: boolean) => readonly WhyStep[] | undefined

/** Finds shortest paths from one node: over propagating links for an affecting cause if there is one, else over any. */
function pathFinder(assessment: Assessment, causes: readonly Cause[], start: GraphNode): PathFinder {
  const { graph, troubles } = assessment
  const causesByAffected = new Map<NodeId, NodeId[]>()
  // a finding that another one explains still links its subject to what it affects
  for (const { subject, affects = [] } of causes.flatMap((cause) => [cause, ...cause.explains]))
    for (const { id } of affects) causesByAffected.set(id, [...(causesByAffected.get(id) ?? []), subject.id])
  const byChecks = (id: NodeId) => (causesByAffected.get(id) ?? []).map((to) => ({ to }))
  const overProblems = search(start, (id) => [...troubles(id), ...byChecks(id)])
  const overAll = search(start, (id) => [...graph.out(id), ...byChecks(id)])
  return (to, isAffecting) => pathTo(to, isAffecting ? overProblems : overAll) ?? pathTo(to, overAll)

  function pathTo(to: NodeId, arrivals: ReadonlyMap<NodeId, Arrival>): readonly WhyStep[] | undefined {
    if (!arrivals.has(to)) return undefined
    const steps: WhyStep[] = []
    for (let id: NodeId | undefined = to; id !== undefined; ) {
      const node = graph.nodes.get(id)
      const arrival: Arrival | undefined = arrivals.get(id)
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
  const arrivals = new Map<NodeId, Arrival>([[start.id, {}]])
  for (const id of arrivals.keys())
    for (const { to, path } of next(id))
      if (!arrivals.has(to)) arrivals.set(to, { from: id, ...(path ? { via: path } : {}) })
  return arrivals
}
