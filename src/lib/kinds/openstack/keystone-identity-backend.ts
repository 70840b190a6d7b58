// SPDX-License-Identifier: Apache-2.0
import { attachedTo } from '../../model/attached.ts'
import type { KindSpec } from '../../model/kind.ts'
import { orderedHealth } from '../../model/ordered-conditions.ts'
import { secretLinks } from '../../model/secret-links.ts'

const ORDER: readonly string[] = ['DomainReady', 'FederationObjectsReady', 'MappingsReady', 'ConfigProjected']

/** Keystone stands on its identity backends; the reference is theirs. */
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
