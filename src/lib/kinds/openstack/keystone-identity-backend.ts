// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { orderedHealth } from '../../model/object/ordered-conditions.ts'
import { secretLinks } from '../external-secrets/secret-links.ts'
import { attachedTo } from './backend-links.ts'

const ORDER: readonly string[] = ['DomainReady', 'FederationObjectsReady', 'MappingsReady', 'ConfigProjected']

/** Keystone depends on its identity backends; the backends hold the reference. */
export const keystoneIdentityBackend: KindSpec = {
  group: 'keystone.openstack.c5c3.io',
  kind: 'KeystoneIdentityBackend',
  plural: 'keystoneidentitybackends',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: [
    'spec.keystoneRef',
    'spec.type',
    'spec.domain.name',
    'spec.ldap.bindCredentialsSecretRef',
    'spec.oidc.clientSecretRef',
    'status',
  ],
  links: (object) => [
    ...attachedTo(object, 'spec.keystoneRef.name', 'Keystone'),
    ...secretLinks(object, { path: 'spec.ldap.bindCredentialsSecretRef.name' }),
    ...secretLinks(object, { path: 'spec.oidc.clientSecretRef.name' }),
  ],
  health: (object) => orderedHealth(object, ORDER),
}
