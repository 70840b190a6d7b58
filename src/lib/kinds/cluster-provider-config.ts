// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const clusterProviderConfig: KindSpec = {
  group: 'kubernetes.m.crossplane.io',
  kind: 'ClusterProviderConfig',
  plural: 'clusterproviderconfigs',
  versions: ['v1alpha1'],
  namespaced: false,
  roles: ['management'],
  keep: ['spec.credentials'],
}
