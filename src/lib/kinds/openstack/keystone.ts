// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { orderedHealth } from '../../model/object/ordered-conditions.ts'
import { SEED_SERVICE_FIELDS, SERVICE_FIELDS, SERVICE_PARTS, serviceLinks } from './links.ts'

const ORDER: readonly string[] = [
  'SecretsReady',
  'FernetKeysReady',
  'CredentialKeysReady',
  'DatabaseReady',
  'DatabaseTLSReady',
  'PolicyValidReady',
  'DeploymentReady',
  'KeystoneAPIReady',
  'HPAReady',
  'NetworkPolicyReady',
  'HTTPRouteReady',
  'BootstrapReady',
  'TrustFlushReady',
  'PasswordRotationReady',
  'IdentityBackendsReady',
]

export const keystone: KindSpec = {
  group: 'keystone.openstack.c5c3.io',
  kind: 'Keystone',
  plural: 'keystones',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: [...SERVICE_FIELDS, ...SEED_SERVICE_FIELDS, 'spec.bootstrap'],
  links: (object) => serviceLinks(object, ORDER, { database: true, cache: true }),
  health: (object) => orderedHealth(object, ORDER),
  parts: [...SERVICE_PARTS, 'KeystoneIdentityBackend.keystone.openstack.c5c3.io'],
  seedOnly: SEED_SERVICE_FIELDS,
}
