// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const xStorageCluster: KindSpec = {
  group: 'crossplane.c5c3.io',
  kind: 'XStorageCluster',
  plural: 'xstorageclusters',
  versions: ['v1alpha1'],
  namespaced: false,
  roles: ['management'],
  keep: ['spec', 'status'],
}
