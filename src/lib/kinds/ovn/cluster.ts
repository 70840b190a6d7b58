// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { readyHealth } from '../../model/object/conditions.ts'
import { countAt, textAt } from '../../model/object/fields.ts'
import { inNamespace } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export const ovnCluster: KindSpec = {
  group: 'ovn.c5c3.io',
  kind: 'OVNCluster',
  plural: 'ovnclusters',
  versions: ['v1alpha1'],
  namespaced: true,
  // The specification places it with the control plane in one document and with the hypervisors in another.
  roles: ['control-plane', 'hypervisor'],
  keep: [
    'spec.northbound.replicas',
    'spec.southbound.replicas',
    'spec.neutronIntegration',
    'spec.ovnImage.tag',
    'spec.tls',
    'status',
  ],
  links: (object) => {
    const [path, name] = ['spec.tls.certSecretRef.name', textAt(object, 'spec.tls.certSecretRef.name')]
    const to = { where: 'here', group: '', kind: 'Secret', ...inNamespace(object.metadata.namespace) } as const
    return name ? [{ rel: 'consumes', to: { ...to, name }, path }] : []
  },
  health,
}

/** Ready, and every registered chassis has an active controller. */
function health(object: KubeObject): Health {
  const ready = readyHealth(object)
  const [chassis, active] = [countAt(object, 'status.chassisCount'), countAt(object, 'status.activeControllers')]
  if (ready.state !== 'healthy' || chassis === undefined || active === undefined || active >= chassis) return ready
  return {
    state: 'degraded',
    reason: 'ControllersMissing',
    message: `${active} of ${chassis} chassis have a controller at work`,
    evidence: [{ path: 'status.activeControllers', value: `${active} of ${chassis}` }],
  }
}
