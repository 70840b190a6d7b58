// SPDX-License-Identifier: Apache-2.0
import type { Graph, GraphNode, NodeId } from '../model/graph/graph.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { Snapshot } from '../model/landscape/snapshot.ts'
import { groupOf } from '../model/object/reference.ts'
import type { KubeObject, Resource } from '../model/object/resource.ts'
import { buildGraph } from './build.ts'
import { linksOf } from './links.ts'
import { isAlike } from './links-unchanged.ts'
import { nodeId } from './node-index.ts'

/** A graph with the inputs that a refresh compares. */
export interface Refreshable {
  readonly graph: Graph
  readonly snapshot: Snapshot
  /** The last graph that was built completely: its edges are still valid. */
  readonly built: Graph
  /** Kinds with nodes that differ from `built`. */
  readonly changed: ReadonlySet<string>
}

/**
 * The graph of a newer snapshot. Most changes do not affect links: then only nodes are replaced. On any other change the
 * graph is rebuilt; the result is the same either way.
 */
export function refreshGraph(
  before: Refreshable | undefined,
  snapshot: Snapshot,
  kinds: readonly KindSpec[],
): Refreshable {
  const nodes = before && hasSameScope(before.snapshot, snapshot) ? changedNodes(before, snapshot, kinds) : undefined
  if (!before || !nodes) {
    const graph = buildGraph(snapshot, kinds)
    return { graph, snapshot, built: graph, changed: new Set() }
  }
  if (nodes.length === 0) return { ...before, snapshot }
  const all = new Map(before.graph.nodes)
  for (const node of nodes) all.set(node.id, node)
  const changed = new Set([...before.changed, ...nodes.map(kindName)])
  return { graph: withNodes(before.built, all, changed), snapshot, built: before.built, changed }
}

function withNodes(built: Graph, nodes: ReadonlyMap<NodeId, GraphNode>, changed: ReadonlySet<string>): Graph {
  const lists = new Map<string, readonly GraphNode[]>()
  const listOf = (name: string) => built.of(name).map((node) => nodes.get(node.id) ?? node)
  return {
    nodes,
    out: built.out,
    into: built.into,
    emptySets: built.emptySets,
    of: (name) => {
      if (!changed.has(name)) return built.of(name)
      const list = lists.get(name) ?? listOf(name)
      lists.set(name, list)
      return list
    },
  }
}

/** The same clusters and kinds were read, with the same gaps and the same cross-cluster addresses. */
function hasSameScope(a: Snapshot, b: Snapshot): boolean {
  return (
    a.resources.length === b.resources.length &&
    isAlike(a.clusters, b.clusters) &&
    isAlike(a.gaps, b.gaps) &&
    a.addresses.size === b.addresses.size &&
    [...b.addresses].every(([address, label]) => a.addresses.get(address) === label) &&
    a.readings.length === b.readings.length &&
    a.readings.every((reading, i) => isSameReading(reading, b.readings[i]))
  )
}

type Reading = Snapshot['readings'][number]

function isSameReading(a: Reading, b: Reading | undefined): boolean {
  return (
    b !== undefined &&
    a.cluster === b.cluster &&
    a.kind === b.kind &&
    a.outcome === b.outcome &&
    isAlike(a.onlyNamespaces, b.onlyNamespaces) &&
    // Compared by identity: names of another read may differ.
    a.onlyNames === b.onlyNames
  )
}

/** The nodes of changed objects; undefined if the links of one of them may differ. */
function changedNodes(
  { snapshot, graph }: Refreshable,
  { resources, clusters }: Snapshot,
  kinds: readonly KindSpec[],
): readonly GraphNode[] | undefined {
  const labels = new Map(clusters.map(({ cluster, label }) => [cluster.uid, label]))
  const specs = new Map(kinds.map((spec) => [kindName(spec), spec]))
  const nodes: GraphNode[] = []
  for (const [i, resource] of resources.entries()) {
    const old = snapshot.resources[i]
    if (resource === old || resource.object === old?.object) continue
    const { object } = resource
    const id = nodeId(
      labels.get(resource.cluster.uid) ?? '',
      { group: groupOf(object.apiVersion), kind: object.kind },
      object.metadata.namespace,
      object.metadata.name,
    )
    const node = graph.nodes.get(id)
    if (!old || node?.object !== old.object || !isSameResource(old, resource)) return undefined
    const spec = specs.get(kindName(node))
    if (spec !== node.spec || !hasSameLinks(spec, old.object, object)) return undefined
    nodes.push({ ...node, object })
  }
  return nodes
}

function isSameResource({ cluster: a, object: old }: Resource, { cluster: b, object }: Resource): boolean {
  return a.uid === b.uid && old.apiVersion === object.apiVersion && old.kind === object.kind
}

/** Compares everything a graph is built from, besides the name: UID, labels, owners, aliases and links. */
function hasSameLinks(spec: KindSpec | undefined, old: KubeObject, object: KubeObject): boolean {
  const [a, b] = [old.metadata, object.metadata]
  return (
    a.uid === b.uid &&
    isAlike(a.labels, b.labels) &&
    isAlike(a.ownerReferences, b.ownerReferences) &&
    isAlike(aliasesOf(spec, old), aliasesOf(spec, object)) &&
    isAlike(linksOf(spec, old), linksOf(spec, object))
  )
}

function aliasesOf(spec: KindSpec | undefined, object: KubeObject): readonly string[] {
  try {
    return [...(spec?.aliases?.(object) ?? [])]
  } catch {
    return []
  }
}
