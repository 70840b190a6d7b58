// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const cephClient: KindSpec = {
  group: 'ceph.rook.io',
  kind: 'CephClient',
  plural: 'cephclients',
  versions: ['v1'],
  namespaced: true,
  roles: ['storage'],
  keep: ['spec', 'status'],
}
