// SPDX-License-Identifier: Apache-2.0
import { existsHealth } from '../model/conditions.ts'
import type { KindSpec } from '../model/kind.ts'

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
  keep: ['data'],
  longestDocument: 64 * 1024,
  health: existsHealth,
}
