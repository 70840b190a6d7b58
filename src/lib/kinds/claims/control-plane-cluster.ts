// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { compositeLinks, crossplaneHealth } from '../crossplane/health-and-links.ts'

export const controlPlaneCluster: KindSpec = {
  group: 'crossplane.c5c3.io',
  kind: 'ControlPlaneCluster',
  plural: 'controlplaneclusters',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['management'],
  keep: ['spec', 'status', 'metadata.managedFields'],
  links: compositeLinks,
  health: crossplaneHealth,
}
