// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const hypervisor: KindSpec = {
  group: 'kvm.cloud.sap',
  kind: 'Hypervisor',
  plural: 'hypervisors',
  versions: ['v1'],
  namespaced: false,
  roles: ['hypervisor'],
  keep: ['spec', 'status'],
}
