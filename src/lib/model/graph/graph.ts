// SPDX-License-Identifier: Apache-2.0
import type { Fault } from '../landscape/fault.ts'
import type { SeenCluster } from '../landscape/snapshot.ts'
import type { KubeObject } from '../object/resource.ts'
import type { KindSpec } from './kind.ts'
import type { Rel } from './link.ts'

/** storage/st-pool-a:CephClient.ceph.rook.io:rook-ceph/openstack-x */
export type NodeId = string & { readonly __node: never }

/**
 * live: read from its cluster. cached: the cluster cannot be read, this is somebody's last copy. missing: everything
 * that could hold it was read and it is not there. unseen: a gap hides it.
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
  /** Why it is unseen. */
  readonly hidden?: { readonly fault: Fault; readonly message: string }
  /** A cached copy that its keeper could not refresh. */
  readonly stale?: boolean
}

export interface Edge {
  readonly from: NodeId
  readonly to: NodeId
  readonly rel: Rel
  /** The field the reference stands in. */
  readonly path: string
  readonly weak?: 'degraded' | 'counted' | 'none'
  /** By its own condition the parent waits for the target. */
  readonly named?: boolean
}

/** All objects of all clusters and what they stand on. Parents point to what they need. */
export interface Graph {
  readonly nodes: ReadonlyMap<NodeId, GraphNode>
  out(id: NodeId): readonly Edge[]
  into(id: NodeId): readonly Edge[]
  /** Kinds of which a node counts a redundant set that was read and has no member. */
  emptySets(id: NodeId): readonly string[]
  /** Live and cached nodes of a kind (Kind.group), in a stable order. */
  of(kindName: string): readonly GraphNode[]
}
