// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const node: KindSpec = {
  group: '',
  kind: 'Node',
  plural: 'nodes',
  versions: ['v1'],
  namespaced: false,
  roles: ['hypervisor', 'storage'],
  keep: [
    'spec.unschedulable',
    'spec.taints',
    'spec.providerID',
    'status.conditions',
    'status.capacity',
    'status.allocatable',
    'status.nodeInfo.kubeletVersion',
  ],
}
