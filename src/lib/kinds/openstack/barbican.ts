// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { orderedHealth } from '../../model/object/ordered-conditions.ts'
import { SEED_SERVICE_FIELDS, SERVICE_FIELDS, SERVICE_PARTS, serviceLinks } from './links.ts'

const ORDER: readonly string[] = [
  'SecretsReady',
  'DatabaseReady',
  'SecretStoresReady',
  'DeploymentReady',
  'BarbicanAPIReady',
  'HPAReady',
  'NetworkPolicyReady',
  'HTTPRouteReady',
  'DBCleanReady',
]

export const barbican: KindSpec = {
  group: 'barbican.openstack.c5c3.io',
  kind: 'Barbican',
  plural: 'barbicans',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: [...SERVICE_FIELDS, ...SEED_SERVICE_FIELDS],
  links: (object) => serviceLinks(object, ORDER, { database: true, korc: true, services: ['keystone'] }),
  health: (object) => orderedHealth(object, ORDER),
  parts: [...SERVICE_PARTS, 'BarbicanSecretStore.barbican.openstack.c5c3.io'],
  seedOnly: SEED_SERVICE_FIELDS,
}
