// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { remoteCluster } from './remote-cluster.ts'

/** The RemoteCluster of the specification: the same fields in a group that was never released. */
export const c5c3RemoteCluster: KindSpec = { ...remoteCluster, group: 'ceph.c5c3.io' }
