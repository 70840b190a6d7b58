// SPDX-License-Identifier: Apache-2.0
import type { Graph, GraphNode } from '../../model/graph/graph.ts'
import { isWhole, type Scope } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { overviewSubjects } from './find-subject.ts'

/** A namespace of a cluster. */
export type NamespaceInCluster = Pick<GraphNode, 'cluster' | 'namespace'>

/**
 * Tells whether an object stands where the scope is about: in the namespace that was asked for, and beside a
 * ControlPlane of the OpenStack clusters that were. Throws when there is no such OpenStack cluster.
 */
export function placeFilter(graph: Graph, scope: Scope, read: Snapshot): (place: NamespaceInCluster) => boolean {
  const { namespace, region, tenant, pool } = scope
  const limits = {
    ...(region === undefined ? {} : { region }),
    ...(tenant === undefined ? {} : { tenant }),
    ...(pool === undefined ? {} : { pool }),
  }
  const places = isWhole(limits) ? undefined : placesBelow(graph, overviewSubjects(graph, limits, read))
  return (place) =>
    (namespace === undefined || place.namespace === namespace) && (!places || places.has(namespaceKey(place)))
}

export const namespaceKey = ({ cluster, namespace }: NamespaceInCluster): string =>
  `${cluster.label} ${namespace ?? ''}`

/** Where the ControlPlanes of these are. */
function placesBelow(graph: Graph, subjects: readonly GraphNode[]): ReadonlySet<string> {
  const places = new Set<string>()
  const seen = new Set(subjects.map(({ id }) => id))
  for (const id of seen) {
    const node = graph.nodes.get(id)
    if (node?.kind === 'ControlPlane') places.add(namespaceKey(node))
    else for (const { to } of graph.out(id)) seen.add(to)
  }
  return places
}
