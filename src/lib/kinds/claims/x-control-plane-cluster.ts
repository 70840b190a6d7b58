// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { compositeLinks, crossplaneHealth } from '../crossplane/health-and-links.ts'

export const xControlPlaneCluster: KindSpec = {
  group: 'crossplane.c5c3.io',
  kind: 'XControlPlaneCluster',
  plural: 'xcontrolplaneclusters',
  versions: ['v1alpha1'],
  namespaced: false,
  roles: ['management'],
  keep: ['spec', 'status'],
  links: compositeLinks,
  health: crossplaneHealth,
}
