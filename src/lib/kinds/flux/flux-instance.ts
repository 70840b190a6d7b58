// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { textAt } from '../../model/object/fields.ts'
import { reconciledHealth } from './health-and-links.ts'

const RECONCILE_ANNOTATION = 'fluxcd.controlplane.io/reconcile'

export const fluxInstance: KindSpec = {
  group: 'fluxcd.controlplane.io',
  kind: 'FluxInstance',
  plural: 'fluxinstances',
  versions: ['v1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  keep: [
    'spec.distribution.version',
    'spec.sync',
    'status.conditions',
    'status.components.name',
    'status.components.tag',
    'status.lastAppliedRevision',
    'status.lastAttemptedRevision',
  ],
  links: (object) => {
    const [kind, namespace] = [textAt(object, 'spec.sync.kind'), object.metadata.namespace]
    const name = textAt(object, 'spec.sync.name') ?? namespace
    if (!kind || !name || !namespace) return []
    const to = { where: 'here', group: 'source.toolkit.fluxcd.io', kind, name, namespace } as const
    return [{ rel: 'creates', to, path: 'spec.sync', optional: true }]
  },
  health: (object) =>
    object.metadata.annotations?.[RECONCILE_ANNOTATION] === 'disabled'
      ? {
          state: 'suspended',
          reason: 'Disabled',
          evidence: [{ path: `metadata.annotations[${RECONCILE_ANNOTATION}]`, value: 'disabled' }],
        }
      : reconciledHealth(object),
}
