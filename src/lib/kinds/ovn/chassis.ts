// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { readyHealth } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { formatAge } from '../../model/text/time.ts'

export const ovnChassis: KindSpec = {
  group: 'ovn.c5c3.io',
  kind: 'OVNChassis',
  plural: 'ovnchassis',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane', 'hypervisor'],
  keep: [
    'spec.hostname',
    'spec.systemId',
    'spec.bridgeMappings',
    'spec.encapsulation',
    'status.conditions',
    'status.observedGeneration',
    'status.registeredAt',
    'status.lastHeartbeat',
  ],
  links: nodeLink,
  health,
}

/** A chassis in another cluster than its Node has no owner reference: it names the Node by its host name. */
function nodeLink(object: KubeObject): readonly Link[] {
  const name = textAt(object, 'spec.hostname')
  if (!name || object.metadata.ownerReferences?.some(({ kind }) => kind === 'Node')) return []
  const to = { where: { role: 'hypervisor' }, group: '', kind: 'Node', name } as const
  return [{ rel: 'owns', to, path: 'spec.hostname', reverse: true, optional: true }]
}

/** Without a heartbeat for longer, the last status is no evidence. */
const MAX_HEARTBEAT_AGE = 5 * 60_000

function health(object: KubeObject, now: number): Health {
  const ready = readyHealth(object)
  const heartbeat = textAt(object, 'status.lastHeartbeat')
  if (ready.state !== 'healthy' || heartbeat === undefined) return ready
  const age = now - Date.parse(heartbeat)
  if (age <= MAX_HEARTBEAT_AGE) return ready
  return {
    state: 'unknown',
    reason: Number.isNaN(age) ? 'Malformed' : 'Stale',
    message: Number.isNaN(age) ? 'its last heartbeat is no time' : `its last heartbeat was ${formatAge(age)} ago`,
    evidence: [{ path: 'status.lastHeartbeat', value: heartbeat }],
  }
}
