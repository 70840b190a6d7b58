// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { cephClusterLink, ROOK, rookHealth } from './health-and-links.ts'

export const cephBlockPool: KindSpec = {
  group: ROOK,
  kind: 'CephBlockPool',
  plural: 'cephblockpools',
  versions: ['v1'],
  namespaced: true,
  roles: ['storage'],
  keep: [
    'spec.name',
    'spec.replicated',
    'spec.failureDomain',
    'spec.deviceClass',
    'spec.quotas',
    'spec.compressionMode',
    'spec.parameters.compression_mode',
    'spec.mirroring.enabled',
    'status.phase',
    'status.message',
    'status.info',
    'status.poolID',
    'status.conditions',
    'status.observedGeneration',
    'status.mirroringStatus.summary',
  ],
  links: (object) => [cephClusterLink(object)],
  health,
  aliases: (object) => [textAt(object, 'spec.name') ?? object.metadata.name],
}

/** By its phase and, if mirrored, by the health of its mirroring. */
function health(object: KubeObject): Health {
  const health = rookHealth(object)
  const path = 'status.mirroringStatus.summary.health'
  const mirror = textAt(object, path)
  if (health.state !== 'healthy' || !mirror || mirror === 'OK') return health
  return { state: 'degraded', reason: `Mirroring${mirror}`, evidence: [{ path, value: mirror }] }
}
