// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { Graph, GraphNode, NodeId } from '../../model/graph/graph.ts'
import { overviewSubjects } from '../shared/find-subject.ts'

/** NAMESPACE/NAME of the OpenStack clusters among some objects: claims, and ControlPlanes without a claim. */
export function openStackClustersAmong({ graph }: Assessment, nodes: readonly GraphNode[]): readonly string[] {
  const ids = idsOf(graph)
  const names = nodes.filter(({ id }) => ids.has(id)).map(({ namespace, name }) => `${namespace}/${name}`)
  return [...new Set(names)].sort()
}

function idsOf(graph: Graph): ReadonlySet<NodeId> {
  const known = IDS.get(graph)
  if (known) return known
  const ids = new Set(overviewSubjects(graph, {}).map(({ id }) => id))
  IDS.set(graph, ids)
  return ids
}

const IDS = new WeakMap<Graph, ReadonlySet<NodeId>>()

/** Without the namespace where the name is unique. */
export function openStackClusterNames(names: readonly string[]): string {
  const nameOnly = (name: string) => name.slice(name.indexOf('/') + 1)
  const byName = Map.groupBy(names, nameOnly)
  return names.map((name) => (byName.get(nameOnly(name))?.length === 1 ? nameOnly(name) : name)).join(', ')
}
