// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const xHypervisorCluster: KindSpec = {
  group: 'crossplane.c5c3.io',
  kind: 'XHypervisorCluster',
  plural: 'xhypervisorclusters',
  versions: ['v1alpha1'],
  namespaced: false,
  roles: ['management'],
  keep: ['spec', 'status'],
}
