// SPDX-License-Identifier: Apache-2.0
import type { V1ConfigMap } from '@kubernetes/client-node'
import type { KindSpec } from '../../model/graph/kind.ts'
import { existsHealth } from '../../model/object/conditions.ts'
import type { TypedFieldPath } from '../../model/object/kubernetes-json.ts'

export const configMap: KindSpec = {
  group: '',
  kind: 'ConfigMap',
  plural: 'configmaps',
  versions: ['v1'],
  namespaced: true,
  // Objects of Crossplane also point to ConfigMaps of hypervisor clusters.
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  onDemand: true,
  byReference: true,
  keep: ['data'] satisfies readonly TypedFieldPath<V1ConfigMap>[],
  longestDocument: 64 * 1024,
  health: existsHealth,
}
