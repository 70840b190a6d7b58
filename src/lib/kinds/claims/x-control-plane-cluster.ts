// SPDX-License-Identifier: Apache-2.0
import { compositeLinks, crossplaneHealth } from '../../model/crossplane.ts'
import type { KindSpec } from '../../model/kind.ts'

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
