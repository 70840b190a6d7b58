// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { conditionsOf, fromCondition, phaseHealth } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

const GROUP = 'compute.ironcore.dev'

export const machinePool: KindSpec = {
  group: GROUP,
  kind: 'MachinePool',
  plural: 'machinepools',
  versions: ['v1alpha1'],
  namespaced: false,
  roles: ['garden'],
  keep: [
    'spec.providerID',
    'status.state',
    'status.conditions',
    'status.capacity',
    'status.allocatable',
    'status.availableMachineClasses',
  ],
  health: (object) => {
    const health = phaseHealth(object, 'status.state', { Ready: 'healthy', Pending: 'progressing', Offline: 'failed' })
    const ready = conditionsOf(object).get('Ready')
    return health.state === 'healthy' && ready ? fromCondition(ready, 'Ready') : health
  },
}

/** The source of a pool's machines. Running machines do not need it, and it is readable only if the garden is known. */
export function machinePoolLink(object: KubeObject): readonly Link[] {
  const path = 'spec.ironcore.machinePool'
  const name = textAt(object, path)
  if (!name) return []
  const to = { where: { role: 'garden' }, group: GROUP, kind: 'MachinePool', name } as const
  return [{ rel: 'consumes', to, path, optional: true, weak: 'degraded' }]
}
