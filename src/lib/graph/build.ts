// SPDX-License-Identifier: Apache-2.0
import type { Edge, Graph, GraphNode, NodeId } from '../model/graph.ts'
import { type KindSpec, kindName } from '../model/kind.ts'
import type { Link } from '../model/link.ts'
import type { KubeObject } from '../model/resource.ts'
import type { SeenCluster, Snapshot } from '../model/snapshot.ts'
import { NodeIndex, nodeId } from './node-index.ts'
import { ownerLinks } from './owners.ts'
import { Resolver } from './resolve.ts'

/**
 * Joins what was read into one graph over all clusters. Every link ends somewhere: at an object, at a copy of it, at
 * something missing, or at something a gap hides. Linear in objects and links; never throws on odd data.
 */
export function buildGraph(snapshot: Snapshot, kinds: readonly KindSpec[]): Graph {
  const specs = new Map(kinds.map((spec) => [kindName(spec), spec]))
  const index = new NodeIndex()
  for (const node of liveNodes(snapshot, specs)) index.add(node)
  const edges = new EdgeSet()
  const resolver = new Resolver(snapshot, index, specs)
  // Cached copies are found while walking and have links of their own.
  const queue = [...index.nodes.values()]
  for (let node = queue.shift(); node; node = queue.shift()) {
    for (const link of linksOf(node)) {
      const targets = resolver.targets(node, link)
      for (const target of targets) {
        if (!index.nodes.has(target.id)) {
          index.add(target)
          if (target.source === 'cached') queue.push(target)
        }
        edges.add(node, target, link)
      }
    }
  }
  return finished(index, edges)
}

function liveNodes(snapshot: Snapshot, specs: ReadonlyMap<string, KindSpec>): GraphNode[] {
  const clusters = new Map(snapshot.clusters.map((seen) => [seen.cluster.uid, seen]))
  return snapshot.resources
    .flatMap(({ cluster, object }) => {
      const seen = clusters.get(cluster.uid)
      return seen ? [liveNode(seen, object, specs)] : []
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

export function liveNode(cluster: SeenCluster, object: KubeObject, specs: ReadonlyMap<string, KindSpec>): GraphNode {
  const group = object.apiVersion.includes('/') ? (object.apiVersion.split('/')[0] ?? '') : ''
  const { kind } = object
  const { name, namespace } = object.metadata
  const spec = specs.get(kindName({ group, kind }))
  return {
    id: nodeId(cluster.label, { group, kind }, namespace, name),
    cluster,
    group,
    kind,
    ...(namespace === undefined ? {} : { namespace }),
    name,
    source: 'live',
    object,
    ...(spec ? { spec } : {}),
  }
}

/** A kind's own links and, the same for all kinds, its owners. A kind that stumbles over odd data has none. */
function linksOf({ spec, object }: GraphNode): readonly Link[] {
  if (!object) return []
  try {
    return [...(spec?.links?.(object) ?? []), ...ownerLinks(object)]
  } catch {
    return ownerLinks(object)
  }
}

class EdgeSet {
  readonly #edges = new Map<string, Edge>()

  /** One edge between two nodes: a reference counts more than a guess, and what a condition names stays named. */
  add(node: GraphNode, target: GraphNode, link: Link): void {
    const [from, to] = link.reverse ? [target.id, node.id] : [node.id, target.id]
    if (from === to) return
    const key = `${from} ${to}`
    const known = this.#edges.get(key)
    const better = known && !(isGuess(known) && !isGuess(link)) ? known : link
    const { rel, path, weak } = better
    const named = known?.named || link.named
    this.#edges.set(key, { from, to, rel, path, ...(weak ? { weak } : {}), ...(named ? { named } : {}) })
  }

  /** The edges by one of their ends, in the order they were found. */
  by(end: 'from' | 'to'): ReadonlyMap<NodeId, readonly Edge[]> {
    const map = new Map<NodeId, Edge[]>()
    for (const edge of this.#edges.values()) append(map, edge[end], edge)
    return map
  }
}

/** Names that were built and matrices of what usually needs what say so in their path. */
const isGuess = ({ path }: { path: string }) => path.endsWith(')')

function append(map: Map<NodeId, Edge[]>, key: NodeId, edge: Edge): void {
  const list = map.get(key)
  if (list) list.push(edge)
  else map.set(key, [edge])
}

function finished(index: NodeIndex, edges: EdgeSet): Graph {
  const kinds = new Map<string, GraphNode[]>()
  for (const node of index.nodes.values()) {
    if (!node.object) continue
    const name = kindName(node)
    const list = kinds.get(name)
    if (list) list.push(node)
    else kinds.set(name, [node])
  }
  const [out, into] = [edges.by('from'), edges.by('to')]
  return {
    nodes: index.nodes,
    out: (id) => out.get(id) ?? [],
    into: (id) => into.get(id) ?? [],
    of: (name) => kinds.get(name) ?? [],
  }
}
