// SPDX-License-Identifier: Apache-2.0

import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import type { Resource } from '../../model/object/resource.ts'

/**
 * The ReplicaSets and Pods behind some objects: those they own, over any number of owners, and the agents that run on
 * a Node. Owners are known by uid: one that was made anew owns nothing of its predecessor.
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
  const found = new Set<Resource>()
  for (let before = -1; before < found.size; ) {
    before = found.size
    for (const resource of resources) {
      if (found.has(resource) || !(isOwned(resource, owners) || isAgentOn(resource, hosts))) continue
      found.add(resource)
      const { cluster, object } = resource
      if (object.metadata.uid) owners.add(`${cluster.uid} ${object.metadata.uid}`)
    }
  }
  return resources.filter((resource) => found.has(resource))
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
