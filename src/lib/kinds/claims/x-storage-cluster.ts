// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { compositeLinks, crossplaneHealth, isUnclaimed } from '../crossplane/health-and-links.ts'
import { poolName } from './pool-members.ts'
import { storagePoolLinks, storagePoolQuorum } from './storage-cluster.ts'

export const xStorageCluster: KindSpec = {
  group: 'crossplane.c5c3.io',
  kind: 'XStorageCluster',
  plural: 'xstorageclusters',
  versions: ['v1alpha1'],
  namespaced: false,
  roles: ['management'],
  keep: ['spec', 'status'],
  links: (object) => [...compositeLinks(object), ...(isUnclaimed(object) ? storagePoolLinks(object) : [])],
  health: crossplaneHealth,
  quorum: storagePoolQuorum,
  aliases: (object) => [poolName(object)],
}
