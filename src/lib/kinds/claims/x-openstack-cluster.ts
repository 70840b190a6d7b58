// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { compositeLinks, crossplaneHealth, isUnclaimed } from '../crossplane/health-and-links.ts'
import { tenantLinks } from './openstack-cluster.ts'

export const xOpenStackCluster: KindSpec = {
  group: 'c5c3.io',
  kind: 'XOpenStackCluster',
  plural: 'xopenstackclusters',
  versions: ['v1alpha1'],
  namespaced: false,
  roles: ['management'],
  keep: ['spec', 'status'],
  links: (object) => [...compositeLinks(object), ...(isUnclaimed(object) ? tenantLinks(object) : [])],
  health: crossplaneHealth,
}
