// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { ISSUER_FIELDS } from './issuer.ts'

/** Its CA Secret is in the namespace of cert-manager's --cluster-resource-namespace, which no object names. */
export const clusterIssuer: KindSpec = {
  group: 'cert-manager.io',
  kind: 'ClusterIssuer',
  plural: 'clusterissuers',
  versions: ['v1'],
  namespaced: false,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  keep: ISSUER_FIELDS,
}
