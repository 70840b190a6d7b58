// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const xOpenStackCluster: KindSpec = {
  group: 'c5c3.io',
  kind: 'XOpenStackCluster',
  plural: 'xopenstackclusters',
  versions: ['v1alpha1'],
  namespaced: false,
  roles: ['management'],
  keep: ['spec', 'status'],
}
