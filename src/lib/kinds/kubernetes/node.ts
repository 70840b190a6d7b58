// SPDX-License-Identifier: Apache-2.0
import type { V1Node } from '@kubernetes/client-node'
import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { type Conditions, conditionsOf, deleting, fromCondition } from '../../model/object/conditions.ts'
import { flagAt, listAt, textAt } from '../../model/object/fields.ts'
import type { TypedFieldPath } from '../../model/object/kubernetes-json.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export const node: KindSpec = {
  group: '',
  kind: 'Node',
  plural: 'nodes',
  versions: ['v1'],
  namespaced: false,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  keep: [
    'spec.unschedulable',
    'spec.taints',
    'spec.providerID',
    'status.conditions.type',
    'status.conditions.status',
    'status.conditions.reason',
    'status.conditions.message',
    'status.conditions.lastTransitionTime',
    'status.capacity.cpu',
    'status.capacity.memory',
    'status.allocatable.cpu',
    'status.allocatable.memory',
    'status.nodeInfo.kubeletVersion',
  ] satisfies readonly TypedFieldPath<V1Node>[],
  links: serverLink,
  health,
  parts: [
    'Hypervisor.kvm.cloud.sap',
    'Hypervisor.hypervisor.c5c3.io',
    'OVNChassis.ovn.c5c3.io',
    'OVSNode.ovs.c5c3.io',
    'Pod',
  ],
  grace: 3600,
}

/** metal://namespace/name is the provider ID of an IronCore machine and names its ServerClaim. */
function serverLink(object: KubeObject): readonly Link[] {
  const [, namespace, name] = /^metal:\/\/([^/]+)\/([^/]+)$/.exec(textAt(object, 'spec.providerID') ?? '') ?? []
  if (!namespace || !name) return []
  const to = { where: { role: 'garden' }, group: 'metal.ironcore.dev', kind: 'ServerClaim', namespace, name } as const
  return [{ rel: 'depends-on', to, path: 'spec.providerID', optional: true }]
}

const PRESSURES = ['NetworkUnavailable', 'MemoryPressure', 'DiskPressure', 'PIDPressure']

/** A node whose kubelet stopped reporting is failed, not unknown. */
function health(object: KubeObject): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  const conditions = conditionsOf(object)
  const ready = fromCondition(conditions.get('Ready'), 'Ready')
  if (ready.reason === 'NotObserved') return ready
  if (ready.state !== 'healthy') return { ...ready, state: 'failed' }
  return maintenanceHealth(object, conditions) ?? pressureHealth(conditions) ?? ready
}

function maintenanceHealth(object: KubeObject, conditions: Conditions): Health | undefined {
  const terminating = conditions.saying('Terminating', 'True')
  if (terminating) return { ...fromCondition(terminating, 'Terminating'), state: 'maintenance' }
  const offboarding = listAt(object, 'spec.taints').find(
    (taint) => textAt(taint, 'key') === 'kvm.cloud.sap/offboarding',
  )
  const cordoned = flagAt(object, 'spec.unschedulable') === true
  if (!offboarding && !cordoned) return undefined
  const evidence = offboarding
    ? { path: 'spec.taints', value: 'kvm.cloud.sap/offboarding' }
    : { path: 'spec.unschedulable', value: 'true' }
  return { state: 'maintenance', reason: offboarding ? 'Offboarding' : 'Cordoned', evidence: [evidence] }
}

function pressureHealth(conditions: Conditions): Health | undefined {
  for (const type of PRESSURES) {
    const pressure = conditions.saying(type, 'True')
    if (pressure) return { ...fromCondition(pressure, type), state: 'degraded' }
  }
  return undefined
}
