// SPDX-License-Identifier: Apache-2.0
import { compositeLinks, crossplaneHealth } from '../../model/crossplane.ts'
import type { KindSpec } from '../../model/kind.ts'

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
