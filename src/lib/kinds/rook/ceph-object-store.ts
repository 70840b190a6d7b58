// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { cephClusterLink, ROOK, rookHealth } from './health-and-links.ts'

export const cephObjectStore: KindSpec = {
  group: ROOK,
  kind: 'CephObjectStore',
  plural: 'cephobjectstores',
  versions: ['v1'],
  namespaced: true,
  roles: ['storage'],
  keep: [
    'spec.gateway.instances',
    'spec.dataPool.replicated',
    'status.phase',
    'status.message',
    'status.conditions',
    'status.observedGeneration',
    'status.endpoints',
    'status.info',
  ],
  links: (object) => [cephClusterLink(object)],
  health: rookHealth,
}
