// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { providerConfig } from './provider-config.ts'

export const namespacedProviderConfig: KindSpec = {
  ...providerConfig,
  group: 'kubernetes.m.crossplane.io',
  namespaced: true,
}
