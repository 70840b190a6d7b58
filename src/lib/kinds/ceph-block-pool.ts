// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const cephBlockPool: KindSpec = {
  group: 'ceph.rook.io',
  kind: 'CephBlockPool',
  plural: 'cephblockpools',
  versions: ['v1'],
  namespaced: true,
  roles: ['storage'],
  keep: ['spec', 'status'],
}
