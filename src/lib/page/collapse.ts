// SPDX-License-Identifier: Apache-2.0
import type { PageLandscape } from './landscape.ts'

/** Opening a group lists this many members at a time. */
export const AT_ONCE = 20
/** Larger drawings are unreadable. */
export const MOST_DRAWN = 200

/** What is open and what is collapsed. */
export interface Folds {
  /** Nodes whose children are drawn. */
  readonly open: ReadonlySet<number>
  /** How many members of a group are drawn individually. */
  readonly listed: ReadonlyMap<string, number>
  /** Nodes drawn individually although their siblings are grouped. */
  readonly shown: ReadonlySet<number>
  /** Clusters drawn as one box. */
  readonly shut: ReadonlySet<number>
  readonly onlyProblems: boolean
}

export interface NodeGroup {
  readonly key: string
  readonly members: readonly number[]
  /** Of several kinds: healthy siblings of a problem. */
  readonly mixed?: true
}

/** The nodes, groups and links to draw. */
export interface VisibleGraph {
  readonly nodes: readonly number[]
  readonly groups: readonly NodeGroup[]
  readonly links: readonly VisibleLink[]
  /** More is open than can be drawn. */
  readonly cut: boolean
}

/** n12 is a node, c3 a collapsed cluster, anything else a group. */
export interface VisibleLink {
  readonly from: string
  readonly to: string
}

/** The initial state: paths to root causes are open; without problems, the first levels. */
export function firstFolds(landscape: PageLandscape, onlyProblems = false): Folds {
  const start: Folds = {
    open: landscape.spine,
    listed: new Map(),
    shown: landscape.spine,
    shut: new Set(),
    onlyProblems: onlyProblems && landscape.causes.length > 0,
  }
  return landscape.causes.length > 0 ? start : opened(landscape, start, INITIAL_BOXES)
}

/** Opens more levels while the drawing stays below this number of boxes. */
export function opened(landscape: PageLandscape, folds: Folds, most: number): Folds {
  let best = folds
  for (let level = drawnOf(landscape, folds); ; ) {
    const closed = level.nodes.filter((node) => !best.open.has(node) && landscape.below(node).length > 0)
    if (closed.length === 0) return best
    const next = { ...best, open: new Set([...best.open, ...closed]) }
    level = drawnOf(landscape, next)
    if (level.cut || level.nodes.length + level.groups.length > most) return best
    best = next
  }
}

/** Opens everything that hides a node. */
export function revealed(landscape: PageLandscape, folds: Folds, node: number): Folds {
  const path = landscape.wayTo(node)
  const { problem, cluster } = landscape.graph.nodes[node] ?? { cluster: -1 }
  const shut = new Set([...folds.shut].filter((at) => at !== cluster))
  const onlyProblems = folds.onlyProblems && problem === true
  return {
    ...folds,
    open: new Set([...folds.open, ...path.slice(0, -1)]),
    shown: new Set([...folds.shown, ...path]),
    shut,
    onlyProblems,
  }
}

/** Opens or closes a node. Opens chains of single children, too. */
export function toggled(landscape: PageLandscape, folds: Folds, node: number): Folds {
  const open = new Set(folds.open)
  if (open.delete(node)) return { ...folds, open }
  for (let at: number | undefined = node; at !== undefined && !open.has(at); ) {
    open.add(at)
    const [only, ...others] = landscape.below(at)
    at = others.length === 0 ? only : undefined
  }
  return { ...folds, open }
}

/** The visible part of the graph. */
export function drawnOf(landscape: PageLandscape, folds: Folds): VisibleGraph {
  const { nodes: visible, cut } = individualNodes(landscape, folds)
  const groups = new Map<string, NodeGroup>()
  const links = new Map<string, VisibleLink>()
  const boxId = (node: number) => {
    const cluster = landscape.graph.nodes[node]?.cluster ?? -1
    return folds.shut.has(cluster) ? `c${cluster}` : `n${node}`
  }
  const isProblem = (node: number) => landscape.graph.nodes[node]?.problem === true
  // Between collapsed nodes, draw only the links that show the path of a problem.
  const link = (from: string, to: string) => {
    if (from !== to) links.set(`${from} ${to}`, { from, to })
  }
  const addGroups = (parent: number | undefined, children: readonly number[]) => {
    const hiddenGroups = siblingGroups(landscape, folds, children, parent).flatMap((set) => {
      const hidden = set.members.filter((member) => !visible.has(member))
      return hidden.length > 0 && !cut ? [{ ...set, members: hidden }] : []
    })
    for (const group of hiddenGroups) {
      const cluster = landscape.graph.nodes[group.members[0] ?? 0]?.cluster ?? -1
      const isShut = folds.shut.has(cluster)
      if (!isShut) groups.set(group.key, group)
      if (parent !== undefined) link(boxId(parent), isShut ? `c${cluster}` : group.key)
    }
  }
  addGroups(undefined, rootsOf(landscape, folds))
  for (const node of visible) {
    for (const child of landscape.below(node))
      if (visible.has(child) && (folds.open.has(node) || (isProblem(node) && isProblem(child))))
        link(boxId(node), boxId(child))
    if (folds.open.has(node)) addGroups(node, withFilter(landscape, folds, landscape.below(node)))
  }
  return { nodes: [...visible], groups: [...groups.values()], links: [...links.values()], cut }
}

/** Nodes drawn individually, from the roots down through open nodes. */
function individualNodes(
  landscape: PageLandscape,
  folds: Folds,
): { readonly nodes: ReadonlySet<number>; readonly cut: boolean } {
  const nodes = new Set<number>()
  const add = (children: readonly number[], parent?: number) => {
    for (const { key, members, mixed } of siblingGroups(landscape, folds, children, parent)) {
      const isGroup = members.length >= (parent === undefined ? ROOTS_FROM : GROUP_FROM)
      const first = mixed ? 0 : isGroup ? (folds.listed.get(key) ?? 0) : members.length
      for (const [i, member] of members.entries()) {
        if (nodes.size >= MOST_DRAWN) return
        if (i < first || folds.shown.has(member)) nodes.add(member)
      }
    }
  }
  add(rootsOf(landscape, folds))
  for (const node of nodes) if (folds.open.has(node)) add(withFilter(landscape, folds, landscape.below(node)), node)
  return { nodes, cut: nodes.size >= MOST_DRAWN }
}

/** The subjects of the page, and the other nodes that were revealed. */
function rootsOf(landscape: PageLandscape, folds: Folds): readonly number[] {
  const { roots, others = [] } = landscape.graph
  return withFilter(landscape, folds, [...roots, ...others.filter((node) => folds.shown.has(node))])
}

/** With onlyProblems: the problems and the paths to them. */
function withFilter(
  { graph, spine }: PageLandscape,
  { onlyProblems }: Folds,
  nodes: readonly number[],
): readonly number[] {
  return onlyProblems ? nodes.filter((node) => graph.nodes[node]?.problem || spine.has(node)) : nodes
}

/** Groups siblings by kind or, next to a problem, by state alone. */
function siblingGroups(
  landscape: PageLandscape,
  folds: Folds,
  nodes: readonly number[],
  parent: number | undefined,
): readonly NodeGroup[] {
  const { graph, spine } = landscape
  const isMixed = parent !== undefined && nodes.length > MIXED_GROUP_FROM && nodes.some((node) => spine.has(node))
  if (!isMixed) return byKind(landscape, nodes)
  const [onPath, beside] = [nodes.filter((node) => spine.has(node)), nodes.filter((node) => !spine.has(node))]
  const sets = Map.groupBy(beside, (node) => {
    const { cluster, says, waitsFor = '' } = graph.nodes[node] ?? {}
    return `beside ${parent} ${cluster} ${says} ${waitsFor}`
  })
  const groups = [...sets].flatMap(([key, members]): readonly NodeGroup[] =>
    members.length < GROUP_FROM ||
    folds.listed.has(key) ||
    new Set(members.map((at) => graph.nodes[at]?.kind)).size === 1
      ? byKind(landscape, members)
      : [{ key, members, mixed: true }],
  )
  return [...byKind(landscape, onPath), ...groups]
}

/** Siblings of one kind, cluster and state. */
function byKind({ graph }: PageLandscape, nodes: readonly number[]): readonly NodeGroup[] {
  const sets = Map.groupBy(nodes, (node) => {
    const { kind = '', apiVersion = '', cluster, says } = graph.nodes[node] ?? {}
    return `${kind} ${apiVersion} ${cluster} ${says}`
  })
  return [...sets].map(([key, members]) => ({ key: `${key} ${members[0]} ${members.length}`, members }))
}

/** Group siblings of the same state from this number on. */
const GROUP_FROM = 4
/** A higher limit for the subjects of the page. */
const ROOTS_FROM = 16
/** With more children than this, healthy siblings of a problem become one box. */
const MIXED_GROUP_FROM = 8
/** The initial number of boxes when nothing is wrong. */
const INITIAL_BOXES = 24
