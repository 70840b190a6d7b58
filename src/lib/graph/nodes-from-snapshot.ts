// SPDX-License-Identifier: Apache-2.0
import type { GraphNode } from '../model/graph/graph.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { SeenCluster, Snapshot } from '../model/landscape/snapshot.ts'
import { groupOf } from '../model/object/reference.ts'
import type { KubeObject } from '../model/object/resource.ts'
import { nodeId } from './node-index.ts'

/** One node for each cluster, kind and name, sorted by id whatever the order of the snapshot. */
export function liveNodes(snapshot: Snapshot, specs: ReadonlyMap<string, KindSpec>): readonly GraphNode[] {
  const clusters = new Map(snapshot.clusters.map((seen) => [seen.cluster.uid, seen]))
  const nodes: GraphNode[] = []
  for (const { cluster, object } of snapshot.resources) {
    const seen = clusters.get(cluster.uid)
    if (seen) nodes.push(liveNode(seen, object, specs))
  }
  nodes.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  return nodes.filter((node, i) => isNewest(node, i, nodes))
}

/** The list is sorted: nodes with the same id are adjacent. */
function isNewest(node: GraphNode, at: number, nodes: readonly GraphNode[]): boolean {
  for (let i = at - 1; nodes[i]?.id === node.id; i--) if (!isNewer(node.object, nodes[i]?.object)) return false
  for (let i = at + 1; nodes[i]?.id === node.id; i++) if (isNewer(nodes[i]?.object, node.object)) return false
  return true
}

function liveNode(cluster: SeenCluster, object: KubeObject, specs: ReadonlyMap<string, KindSpec>): GraphNode {
  const { kind } = object
  const group = groupOf(object.apiVersion)
  const { name, namespace } = object.metadata
  const spec = specs.get(kindName({ group, kind }))
  const id = nodeId(cluster.label, { group, kind }, namespace, name)
  // Fast path for nearly all nodes, which then share one hidden class.
  if (namespace !== undefined && spec)
    return { id, cluster, group, kind, namespace, name, source: 'live', object, spec }
  return {
    id,
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

/** An object that was recreated while its list was read in pages is listed twice: the newer one exists. */
function isNewer(object: KubeObject | undefined, known: KubeObject | undefined): boolean {
  return object !== undefined && (known === undefined || ageKey(object) > ageKey(known))
}

const ageKey = ({ metadata: { creationTimestamp = '', resourceVersion = '', uid = '' }, ...rest }: KubeObject) =>
  `${creationTimestamp} ${resourceVersion.padStart(20, '0')} ${uid} ${JSON.stringify(rest)}`
