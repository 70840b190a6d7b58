// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const providerConfig: KindSpec = {
  group: 'kubernetes.crossplane.io',
  kind: 'ProviderConfig',
  plural: 'providerconfigs',
  versions: ['v1alpha1'],
  namespaced: false,
  roles: ['management'],
  keep: ['spec.credentials'],
}
