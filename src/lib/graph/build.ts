// SPDX-License-Identifier: Apache-2.0
import type { Graph, GraphNode, NodeId } from '../model/graph/graph.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { Link } from '../model/graph/link.ts'
import type { Snapshot } from '../model/landscape/snapshot.ts'
import { EdgeSet, NO_EDGES } from './edges.ts'
import { linksOf } from './links.ts'
import { NodeIndex } from './node-index.ts'
import { liveNodes } from './nodes-from-snapshot.ts'
import { ownerLinks } from './owners.ts'
import { Resolver } from './resolve.ts'

/**
 * Builds one graph across all clusters. Every link has a target: an object, a cached copy of it, a missing object or one
 * that a gap hides. Linear in objects and links; never throws on malformed data.
 */
export function buildGraph(snapshot: Snapshot, kinds: readonly KindSpec[]): Graph {
  const specs = new Map(kinds.map((spec) => [kindName(spec), spec]))
  const index = new NodeIndex()
  for (const node of liveNodes(snapshot, specs)) index.add(node)
  const resolver = new Resolver(snapshot, index, specs)
  addCopies(index, resolver)
  const edges = new EdgeSet()
  const empty = new Map<NodeId, string[]>()
  const join = (node: GraphNode, link: Link, targets: readonly GraphNode[], isOwner = false) => {
    for (const target of targets) {
      if (!index.nodes.has(target.id)) index.add(target)
      edges.add(node, target, link, isOwner)
    }
  }
  for (const node of [...index.nodes.values()]) {
    for (const link of linksOf(node.spec, node.object)) {
      const targets = resolver.targets(node, link)
      join(node, link, targets)
      const set = targets.length === 0 ? resolver.emptySet(node, link) : undefined
      if (set !== undefined) empty.set(node.id, [...(empty.get(node.id) ?? []), set])
    }
    for (const link of ownersOf(node)) join(node, link, resolver.targets(node, link), true)
    for (const part of resolver.hiddenParts(node)) join(node, partLink(part), [part])
  }
  return toGraph(index, edges, empty)
}

/**
 * Adds the copies that links carry before links are resolved: other links may refer to a copied object, and copies have
 * links of their own.
 */
function addCopies(index: NodeIndex, resolver: Resolver): void {
  const holders = [...index.nodes.values()].filter(({ spec }) => spec?.holdsCopies)
  for (let i = 0; i < holders.length; i++) {
    const node = holders[i] as GraphNode
    for (const link of linksOf(node.spec, node.object)) {
      const copy = resolver.copy(node, link)
      if (!copy || !isBetter(copy, index.nodes.get(copy.id))) continue
      index.add(copy)
      if (copy.spec?.holdsCopies) holders.push(copy)
    }
  }
}

/** Prefers a copy that could be refreshed, then the first. */
const isBetter = (copy: GraphNode, known: GraphNode | undefined) => !known || (known.stale === true && !copy.stale)

function ownersOf({ object }: GraphNode): readonly Link[] {
  try {
    return object ? ownerLinks(object) : []
  } catch {
    return []
  }
}

const partLink = ({ kind, group }: GraphNode): Link => ({
  rel: 'owns',
  path: 'metadata.ownerReferences',
  to: { where: 'here', group, kind },
})

function toGraph(index: NodeIndex, edges: EdgeSet, empty: ReadonlyMap<NodeId, readonly string[]>): Graph {
  const kinds = new Map<string, GraphNode[]>()
  for (const node of index.nodes.values()) {
    if (!node.object) continue
    const name = kindName(node)
    const list = kinds.get(name)
    if (list) list.push(node)
    else kinds.set(name, [node])
  }
  for (const list of kinds.values()) list.sort((a, b) => (a.id < b.id ? -1 : 1))
  const into = edges.byTarget()
  return {
    nodes: index.nodes,
    out: (id) => edges.out(id),
    into: (id) => into.get(id) ?? NO_EDGES,
    emptySets: (id) => empty.get(id) ?? [],
    of: (name) => kinds.get(name) ?? [],
  }
}
