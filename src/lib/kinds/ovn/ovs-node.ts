// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { conditionsOf, fromCondition, readyHealth } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export const ovsNode: KindSpec = {
  group: 'ovs.c5c3.io',
  kind: 'OVSNode',
  plural: 'ovsnodes',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['hypervisor'],
  keep: [
    'spec.nodeRef',
    'status.conditions',
    'status.observedGeneration',
    'status.ovnController.connected',
    'status.issues',
  ],
  links: (object) => {
    const [path, name] = ['spec.nodeRef.name', textAt(object, 'spec.nodeRef.name')]
    const to = { where: 'here', group: '', kind: 'Node' } as const
    return name ? [{ rel: 'owns', to: { ...to, name }, path, reverse: true, optional: true }] : []
  },
  health,
}

const PARTS = ['OVSDBConnected', 'OVNControllerConnected', 'AllBridgesHealthy', 'AllBondsHealthy']

/** Ready, and no component condition is False. */
function health(object: KubeObject): Health {
  const ready = readyHealth(object)
  const conditions = conditionsOf(object)
  const failed = PARTS.map((type) => conditions.get(type)).find((condition) => condition?.status === 'False')
  return ready.state === 'healthy' && failed ? { ...fromCondition(failed, failed.type), state: 'degraded' } : ready
}
