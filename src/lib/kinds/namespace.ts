// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const namespace: KindSpec = {
  group: '',
  kind: 'Namespace',
  plural: 'namespaces',
  versions: ['v1'],
  namespaced: false,
  roles: ['management', 'control-plane', 'hypervisor', 'storage', 'arbiter', 'garden'],
  keep: ['status.phase'],
}
