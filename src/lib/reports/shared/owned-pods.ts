// SPDX-License-Identifier: Apache-2.0

import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import type { Resource } from '../../model/object/resource.ts'

/**
 * ReplicaSets and Pods that the objects own, directly or not, and the agents on a Node. Matches owners by uid: a
 * recreated owner does not own the Pods of its predecessor.
 */
export function ownedPods(nodes: readonly GraphNode[], resources: readonly Resource[]): readonly Resource[] {
  const owners = new Set(
    nodes.flatMap(({ cluster, object }) =>
      object?.metadata.uid ? [`${cluster.cluster.uid} ${object.metadata.uid}`] : [],
    ),
  )
  const hosts = new Set(
    nodes.flatMap(({ cluster, kind, group, name }) =>
      kind === 'Node' && group === '' ? [`${cluster.cluster.uid} ${name}`] : [],
    ),
  )
  const owned = new Set<Resource>()
  for (let before = -1; before < owned.size; ) {
    before = owned.size
    for (const resource of resources) {
      if (owned.has(resource) || !(isOwned(resource, owners) || isAgentOn(resource, hosts))) continue
      owned.add(resource)
      const { cluster, object } = resource
      if (object.metadata.uid) owners.add(`${cluster.uid} ${object.metadata.uid}`)
    }
  }
  return resources.filter((resource) => owned.has(resource))
}

const ownersOf = ({ object }: Resource) => {
  const owners = object.metadata.ownerReferences
  return Array.isArray(owners) ? owners.filter((owner) => typeof owner === 'object' && owner !== null) : []
}

const isOwned = (resource: Resource, owners: ReadonlySet<string>) =>
  ownersOf(resource).some(({ uid }) => owners.has(`${resource.cluster.uid} ${uid}`))

const isAgentOn = (resource: Resource, hosts: ReadonlySet<string>) =>
  resource.object.kind === 'Pod' &&
  hosts.has(`${resource.cluster.uid} ${textAt(resource.object, 'spec.nodeName')}`) &&
  ownersOf(resource).some(({ kind }) => kind === 'DaemonSet')
