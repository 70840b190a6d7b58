// SPDX-License-Identifier: Apache-2.0
import type { PageLandscape } from './landscape.ts'

/** Siblings that say the same are one box from this many on. */
const GROUP_FROM = 4
/** Those the page is about are listed longer than what is below them. */
const ROOTS_FROM = 16
/** With more below a node, what only stands beside the problem is one box. */
const CROWD = 8
/** A landscape without a problem starts with about so many boxes. */
const FIRST_LOOK = 24
/** Opening a group lists so many of its members at a time. */
export const AT_ONCE = 20
/** No picture of more boxes is of use to anybody. */
export const MOST_DRAWN = 200

/** What is open and what is not. */
export interface Folds {
  /** Nodes of which all that is below is drawn. */
  readonly open: ReadonlySet<number>
  /** How many members of a group are drawn by themselves. */
  readonly listed: ReadonlyMap<string, number>
  /** Drawn by themselves although their siblings are a group. */
  readonly shown: ReadonlySet<number>
  /** Clusters drawn as one box. */
  readonly shut: ReadonlySet<number>
  readonly onlyProblems: boolean
}

export interface NodeGroup {
  readonly key: string
  readonly members: readonly number[]
  /** Of several kinds: they only stand beside what is wrong. */
  readonly mixed?: true
}

/** What is to be drawn: nodes by themselves, groups by their key, and which of them stand below which. */
export interface VisibleGraph {
  readonly nodes: readonly number[]
  readonly groups: readonly NodeGroup[]
  readonly links: readonly VisibleLink[]
  /** More is open than can be drawn. */
  readonly cut: boolean
}

/** n12 is a node, c3 a shut cluster, anything else a group. */
export interface VisibleLink {
  readonly from: string
  readonly to: string
}

/** The start: ways to the causes are open; where all is well, the first levels. */
export function firstFolds(landscape: PageLandscape, onlyProblems = false): Folds {
  const start: Folds = {
    open: landscape.spine,
    listed: new Map(),
    shown: landscape.spine,
    shut: new Set(),
    onlyProblems: onlyProblems && landscape.causes.length > 0,
  }
  return landscape.causes.length > 0 ? start : opened(landscape, start, FIRST_LOOK)
}

/** The same with more opened, level by level, while it stays below so many boxes. */
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

/** The same with a node in sight, whatever hides it. */
export function revealed(landscape: PageLandscape, folds: Folds, node: number): Folds {
  const way = landscape.wayTo(node)
  const { problem, cluster } = landscape.graph.nodes[node] ?? { cluster: -1 }
  const shut = new Set([...folds.shut].filter((at) => at !== cluster))
  const onlyProblems = folds.onlyProblems && problem === true
  return {
    ...folds,
    open: new Set([...folds.open, ...way.slice(0, -1)]),
    shown: new Set([...folds.shown, ...way]),
    shut,
    onlyProblems,
  }
}

/** A node opened or closed. What has one thing below it opens that, too: nobody wants to click through a chain. */
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

/** What these folds leave to be drawn. */
export function drawnOf(landscape: PageLandscape, folds: Folds): VisibleGraph {
  const { nodes: seen, cut } = singles(landscape, folds)
  const groups = new Map<string, NodeGroup>()
  const links = new Map<string, VisibleLink>()
  const place = (node: number) => {
    const cluster = landscape.graph.nodes[node]?.cluster ?? -1
    return folds.shut.has(cluster) ? `c${cluster}` : `n${node}`
  }
  const isProblem = (node: number) => landscape.graph.nodes[node]?.problem === true
  // of what is folded only that is drawn which tells where trouble comes from
  const link = (from: string, to: string) => {
    if (from !== to) links.set(`${from} ${to}`, { from, to })
  }
  const gather = (parent: number | undefined, children: readonly number[]) => {
    const rest = setsOf(landscape, folds, children, parent).flatMap((set) => {
      const hidden = set.members.filter((member) => !seen.has(member))
      return hidden.length > 0 && !cut ? [{ ...set, members: hidden }] : []
    })
    for (const group of rest) {
      const cluster = landscape.graph.nodes[group.members[0] ?? 0]?.cluster ?? -1
      const isShut = folds.shut.has(cluster)
      if (!isShut) groups.set(group.key, group)
      if (parent !== undefined) link(place(parent), isShut ? `c${cluster}` : group.key)
    }
  }
  gather(undefined, rootsOf(landscape, folds))
  for (const node of seen) {
    for (const child of landscape.below(node))
      if (seen.has(child) && (folds.open.has(node) || (isProblem(node) && isProblem(child))))
        link(place(node), place(child))
    if (folds.open.has(node)) gather(node, wanted(landscape, folds, landscape.below(node)))
  }
  return { nodes: [...seen], groups: [...groups.values()], links: [...links.values()], cut }
}

/** Nodes drawn by themselves, from the roots down through what is open. */
function singles(
  landscape: PageLandscape,
  folds: Folds,
): { readonly nodes: ReadonlySet<number>; readonly cut: boolean } {
  const nodes = new Set<number>()
  const add = (children: readonly number[], parent?: number) => {
    for (const { key, members, mixed } of setsOf(landscape, folds, children, parent)) {
      const isGroup = members.length >= (parent === undefined ? ROOTS_FROM : GROUP_FROM)
      const first = mixed ? 0 : isGroup ? (folds.listed.get(key) ?? 0) : members.length
      for (const [i, member] of members.entries()) {
        if (nodes.size >= MOST_DRAWN) return
        if (i < first || folds.shown.has(member)) nodes.add(member)
      }
    }
  }
  add(rootsOf(landscape, folds))
  for (const node of nodes) if (folds.open.has(node)) add(wanted(landscape, folds, landscape.below(node)), node)
  return { nodes, cut: nodes.size >= MOST_DRAWN }
}

/** Those the page is about, and of the others what was opened. */
function rootsOf(landscape: PageLandscape, folds: Folds): readonly number[] {
  const { roots, others = [] } = landscape.graph
  return wanted(landscape, folds, [...roots, ...others.filter((node) => folds.shown.has(node))])
}

/** With only problems: those, and the ways to them. */
function wanted({ graph, spine }: PageLandscape, { onlyProblems }: Folds, nodes: readonly number[]): readonly number[] {
  return onlyProblems ? nodes.filter((node) => graph.nodes[node]?.problem || spine.has(node)) : nodes
}

/** Siblings that can stand for one another: by kind, or, beside what is wrong, all that say the same. */
function setsOf(
  landscape: PageLandscape,
  folds: Folds,
  nodes: readonly number[],
  parent: number | undefined,
): readonly NodeGroup[] {
  const { graph, spine } = landscape
  const isBeside = parent !== undefined && nodes.length > CROWD && nodes.some((node) => spine.has(node))
  if (!isBeside) return byKind(landscape, nodes)
  const [told, beside] = [nodes.filter((node) => spine.has(node)), nodes.filter((node) => !spine.has(node))]
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
  return [...byKind(landscape, told), ...groups]
}

/** Siblings of one kind in one cluster that say the same. */
function byKind({ graph }: PageLandscape, nodes: readonly number[]): readonly NodeGroup[] {
  const sets = Map.groupBy(nodes, (node) => {
    const { kind = '', apiVersion = '', cluster, says } = graph.nodes[node] ?? {}
    return `${kind} ${apiVersion} ${cluster} ${says}`
  })
  return [...sets].map(([key, members]) => ({ key: `${key} ${members[0]} ${members.length}`, members }))
}
