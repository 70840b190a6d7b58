// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { providerConfig } from './provider-config.ts'

/** The cluster-scoped config of Crossplane v2. */
export const clusterProviderConfig: KindSpec = {
  ...providerConfig,
  group: 'kubernetes.m.crossplane.io',
  kind: 'ClusterProviderConfig',
  plural: 'clusterproviderconfigs',
}
