// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { orderedHealth } from '../../model/object/ordered-conditions.ts'
import { SEED_SERVICE_FIELDS, SERVICE_FIELDS, SERVICE_PARTS, serviceLinks } from './links.ts'

const ORDER: readonly string[] = [
  'SecretsReady',
  'ConfigReady',
  'DeploymentReady',
  'HTTPRouteReady',
  'HorizonAPIReady',
  'HPAReady',
  'NetworkPolicyReady',
]

export const horizon: KindSpec = {
  group: 'horizon.openstack.c5c3.io',
  kind: 'Horizon',
  plural: 'horizons',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: [...SERVICE_FIELDS, ...SEED_SERVICE_FIELDS, 'spec.secretKeyRef'],
  links: (object) => serviceLinks(object, ORDER, { services: ['keystone'] }),
  health: (object) => orderedHealth(object, ORDER),
  parts: SERVICE_PARTS,
  seedOnly: SEED_SERVICE_FIELDS,
}
