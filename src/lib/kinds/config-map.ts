// SPDX-License-Identifier: Apache-2.0
import { existsHealth } from '../model/conditions.ts'
import type { KindSpec } from '../model/kind.ts'

export const configMap: KindSpec = {
  group: '',
  kind: 'ConfigMap',
  plural: 'configmaps',
  versions: ['v1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'storage'],
  onDemand: true,
  keep: ['data'],
  health: existsHealth,
}
