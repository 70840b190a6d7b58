// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { cephClusterLink, ROOK, rookHealth } from './health-and-links.ts'

export const cephFilesystem: KindSpec = {
  group: ROOK,
  kind: 'CephFilesystem',
  plural: 'cephfilesystems',
  versions: ['v1'],
  namespaced: true,
  roles: ['storage'],
  keep: [
    'spec.metadataServer.activeCount',
    'spec.metadataPool.replicated',
    'spec.dataPools.name',
    'spec.dataPools.replicated',
    'status.phase',
    'status.message',
    'status.conditions',
    'status.observedGeneration',
  ],
  links: (object) => [cephClusterLink(object)],
  health: rookHealth,
}
