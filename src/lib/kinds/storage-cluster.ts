// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const storageCluster: KindSpec = {
  group: 'crossplane.c5c3.io',
  kind: 'StorageCluster',
  plural: 'storageclusters',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['management'],
  keep: ['spec', 'status'],
}
