// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const openStackCluster: KindSpec = {
  group: 'c5c3.io',
  kind: 'OpenStackCluster',
  plural: 'openstackclusters',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['management'],
  keep: ['spec', 'status'],
}
