// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { compositeLinks, crossplaneHealth, isUnclaimed } from '../crossplane/health-and-links.ts'
import { hypervisorPoolLinks, hypervisorPoolQuorum } from './hypervisor-cluster.ts'
import { poolName } from './pool-members.ts'

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
