// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const hypervisorCluster: KindSpec = {
  group: 'crossplane.c5c3.io',
  kind: 'HypervisorCluster',
  plural: 'hypervisorclusters',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['management'],
  keep: ['spec', 'status'],
}
