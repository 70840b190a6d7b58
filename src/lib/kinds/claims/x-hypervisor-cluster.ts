// SPDX-License-Identifier: Apache-2.0
import { compositeLinks, crossplaneHealth, isUnclaimed } from '../../model/crossplane.ts'
import type { KindSpec } from '../../model/kind.ts'
import { poolName } from '../../model/pool.ts'
import { hypervisorPoolLinks, hypervisorPoolQuorum } from './hypervisor-cluster.ts'

export const xHypervisorCluster: KindSpec = {
  group: 'crossplane.c5c3.io',
  kind: 'XHypervisorCluster',
  plural: 'xhypervisorclusters',
  versions: ['v1alpha1'],
  namespaced: false,
  roles: ['management'],
  keep: ['spec', 'status'],
  links: (object) => [...compositeLinks(object), ...(isUnclaimed(object) ? hypervisorPoolLinks(object) : [])],
  health: crossplaneHealth,
  quorum: hypervisorPoolQuorum,
  aliases: (object) => [poolName(object)],
}
