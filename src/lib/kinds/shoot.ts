// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const shoot: KindSpec = {
  group: 'core.gardener.cloud',
  kind: 'Shoot',
  plural: 'shoots',
  versions: ['v1beta1'],
  namespaced: true,
  roles: ['garden'],
  keep: ['spec.region', 'spec.kubernetes.version', 'spec.provider', 'spec.hibernation', 'status'],
}
