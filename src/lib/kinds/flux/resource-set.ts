// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { listAt } from '../../model/object/fields.ts'
import { refOf } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { appliedLinks, reconciledHealth } from './health-and-links.ts'

const RECONCILE_ANNOTATION = 'fluxcd.controlplane.io/reconcile'

export const resourceSet: KindSpec = {
  group: 'fluxcd.controlplane.io',
  kind: 'ResourceSet',
  plural: 'resourcesets',
  versions: ['v1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  keep: ['spec.dependsOn', 'status.conditions', 'status.inventory.entries.id', 'status.lastAppliedRevision'],
  links: (object) => [...dependencies(object), ...appliedLinks(object, 'here')],
  health: (object) =>
    object.metadata.annotations?.[RECONCILE_ANNOTATION] === 'disabled'
      ? {
          state: 'suspended',
          reason: 'Disabled',
          evidence: [{ path: `metadata.annotations[${RECONCILE_ANNOTATION}]`, value: 'disabled' }],
        }
      : reconciledHealth(object),
}

/** Objects of any kind that must exist or be ready first. */
function dependencies(object: KubeObject): readonly Link[] {
  return listAt(object, 'spec.dependsOn').flatMap((value, i): Link[] => {
    const to = refOf(value, 'here', object.metadata.namespace)
    return to ? [{ rel: 'depends-on', to, path: `spec.dependsOn[${i}]`, optional: true }] : []
  })
}
