// SPDX-License-Identifier: Apache-2.0
import type { Fault } from '../landscape/fault.ts'
import type { SeenCluster } from '../landscape/snapshot.ts'
import type { KubeObject } from '../object/resource.ts'
import type { KindSpec } from './kind.ts'
import type { Rel, Weak } from './link.ts'

/** storage/st-pool-a:CephClient.ceph.rook.io:rook-ceph/openstack-x */
export type NodeId = string & { readonly __node: never }

/**
 * live: read from its cluster. cached: the cluster is not readable, this is Crossplane's last observed copy. missing:
 * every cluster that could hold it was read and it does not exist. unseen: hidden by a gap.
 */
export type NodeSource = 'live' | 'cached' | 'missing' | 'unseen'

export interface GraphNode {
  readonly id: NodeId
  readonly cluster: SeenCluster
  readonly group: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly source: NodeSource
  /** Absent when missing or unseen. */
  readonly object?: KubeObject
  readonly spec?: KindSpec
  readonly hidden?: { readonly fault: Fault; readonly message: string }
  /** The cached copy could not be refreshed by its Crossplane Object. */
  readonly stale?: boolean
}

export interface Edge {
  readonly from: NodeId
  readonly to: NodeId
  readonly rel: Rel
  /** The field that holds the reference. */
  readonly path: string
  readonly weak?: Weak
  /** The parent's own condition names the target as its blocker. */
  readonly named?: boolean
}

/** All objects of all clusters and their dependencies. Edges point from the dependent to its dependency. */
export interface Graph {
  readonly nodes: ReadonlyMap<NodeId, GraphNode>
  out(id: NodeId): readonly Edge[]
  into(id: NodeId): readonly Edge[]
  /** Kinds of which the node counts a redundant set that was read and is empty. */
  emptySets(id: NodeId): readonly string[]
  /** Live and cached nodes of a kind (Kind.group), in a stable order. */
  of(kindName: string): readonly GraphNode[]
}
