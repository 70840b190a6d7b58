// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { orderedHealth } from '../../model/object/ordered-conditions.ts'
import { rbdLinks } from '../rook/rbd-links.ts'
import { SEED_SERVICE_FIELDS, SERVICE_FIELDS, SERVICE_PARTS, serviceLinks } from './links.ts'

const ORDER: readonly string[] = [
  'SecretsReady',
  'BackendsReady',
  'CephConnected',
  'DatabaseReady',
  'DeploymentReady',
  'GlanceAPIReady',
  'HPAReady',
  'NetworkPolicyReady',
  'HTTPRouteReady',
  'DBPurgeReady',
]

export const glance: KindSpec = {
  group: 'glance.openstack.c5c3.io',
  kind: 'Glance',
  plural: 'glances',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: [...SERVICE_FIELDS, ...SEED_SERVICE_FIELDS, 'spec.storage'],
  links: (object) => [
    ...serviceLinks(object, ORDER, { database: true, korc: true, services: ['keystone'] }),
    ...rbdLinks(object, 'spec.storage.rbd'),
  ],
  health: (object) => orderedHealth(object, ORDER),
  parts: [...SERVICE_PARTS, 'GlanceBackend.glance.openstack.c5c3.io'],
  seedOnly: [...SEED_SERVICE_FIELDS, 'spec.storage'],
}
