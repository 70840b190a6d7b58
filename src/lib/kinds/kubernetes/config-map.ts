// SPDX-License-Identifier: Apache-2.0
import type { V1ConfigMap } from '@kubernetes/client-node'
import { existsHealth } from '../../model/conditions.ts'
import type { KindSpec } from '../../model/kind.ts'
import type { FieldPath } from '../../model/kubernetes-json.ts'

/** Read only by commands that declare it. */
export const configMap: KindSpec = {
  group: '',
  kind: 'ConfigMap',
  plural: 'configmaps',
  versions: ['v1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'storage'],
  onDemand: true,
  byReference: true,
  keep: ['data'] satisfies readonly FieldPath<V1ConfigMap>[],
  longestDocument: 64 * 1024,
  health: existsHealth,
}
