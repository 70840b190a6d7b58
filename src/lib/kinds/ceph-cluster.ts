// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const cephCluster: KindSpec = {
  group: 'ceph.rook.io',
  kind: 'CephCluster',
  plural: 'cephclusters',
  versions: ['v1'],
  namespaced: true,
  roles: ['storage'],
  keep: ['spec.mon', 'spec.external', 'status'],
}
