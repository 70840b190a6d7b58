// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { cephClusterLink, ROOK, rookHealth } from './health-and-links.ts'

export const cephRbdMirror: KindSpec = {
  group: ROOK,
  kind: 'CephRBDMirror',
  plural: 'cephrbdmirrors',
  versions: ['v1'],
  namespaced: true,
  roles: ['storage'],
  keep: ['spec.count', 'status.phase', 'status.message', 'status.conditions', 'status.observedGeneration'],
  links: (object) => [cephClusterLink(object)],
  health: rookHealth,
}
