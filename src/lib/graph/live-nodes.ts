// SPDX-License-Identifier: Apache-2.0
import type { GraphNode, NodeId } from '../model/graph.ts'
import { type KindSpec, kindName } from '../model/kind.ts'
import { groupOf } from '../model/reference.ts'
import type { KubeObject } from '../model/resource.ts'
import type { SeenCluster, Snapshot } from '../model/snapshot.ts'
import { nodeId } from './node-index.ts'

/** The objects that were read, one for each name and kind of a cluster, in an order that does not depend on theirs. */
export function liveNodes(snapshot: Snapshot, specs: ReadonlyMap<string, KindSpec>): readonly GraphNode[] {
  const clusters = new Map(snapshot.clusters.map((seen) => [seen.cluster.uid, seen]))
  const nodes = new Map<NodeId, GraphNode>()
  for (const { cluster, object } of snapshot.resources) {
    const seen = clusters.get(cluster.uid)
    if (!seen) continue
    const node = liveNode(seen, object, specs)
    const known = nodes.get(node.id)
    if (!known || isNewer(object, known.object)) nodes.set(node.id, node)
  }
  return [...nodes.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

function liveNode(cluster: SeenCluster, object: KubeObject, specs: ReadonlyMap<string, KindSpec>): GraphNode {
  const { kind } = object
  const group = groupOf(object.apiVersion)
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

/** An object that was made anew while its list was read stands there twice: the later one is there now. */
function isNewer(object: KubeObject, known: KubeObject | undefined): boolean {
  return known === undefined || ageKey(object) > ageKey(known)
}

const ageKey = ({ metadata: { creationTimestamp = '', resourceVersion = '', uid = '' }, ...rest }: KubeObject) =>
  `${creationTimestamp} ${resourceVersion.padStart(20, '0')} ${uid} ${JSON.stringify(rest)}`
