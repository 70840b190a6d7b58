// SPDX-License-Identifier: Apache-2.0
import type { Graph, GraphNode } from '../../model/graph/graph.ts'
import { isWhole, type Scope } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { overviewSubjects } from './find-subject.ts'

export type NamespaceInCluster = Pick<GraphNode, 'cluster' | 'namespace'>

/**
 * Matches objects in the requested namespace that share a namespace with a ControlPlane of the requested OpenStack
 * clusters. Throws when there is no such OpenStack cluster.
 */
export function placeFilter(graph: Graph, scope: Scope, read: Snapshot): (place: NamespaceInCluster) => boolean {
  const { namespace, region, tenant, pool } = scope
  const limits = {
    ...(region === undefined ? {} : { region }),
    ...(tenant === undefined ? {} : { tenant }),
    ...(pool === undefined ? {} : { pool }),
  }
  const namespaces = isWhole(limits) ? undefined : controlPlaneNamespaces(graph, overviewSubjects(graph, limits, read))
  return (place) =>
    (namespace === undefined || place.namespace === namespace) && (!namespaces || namespaces.has(namespaceKey(place)))
}

const namespaceKey = ({ cluster, namespace }: NamespaceInCluster): string => `${cluster.label} ${namespace ?? ''}`

function controlPlaneNamespaces(graph: Graph, subjects: readonly GraphNode[]): ReadonlySet<string> {
  const namespaces = new Set<string>()
  const visited = new Set(subjects.map(({ id }) => id))
  for (const id of visited) {
    const node = graph.nodes.get(id)
    if (node?.kind === 'ControlPlane') namespaces.add(namespaceKey(node))
    else for (const { to } of graph.out(id)) visited.add(to)
  }
  return namespaces
}
