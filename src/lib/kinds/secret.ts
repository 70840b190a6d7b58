// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const secret: KindSpec = {
  group: '',
  kind: 'Secret',
  plural: 'secrets',
  versions: ['v1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'storage'],
  keep: ['type', 'data'],
}
