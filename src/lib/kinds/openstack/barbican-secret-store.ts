// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { orderedHealth } from '../../model/object/ordered-conditions.ts'
import { secretLinks } from '../external-secrets/secret-links.ts'
import { attachedTo } from './backend-links.ts'

/** Barbican depends on its secret stores; the stores hold the reference. */
export const barbicanSecretStore: KindSpec = {
  group: 'barbican.openstack.c5c3.io',
  kind: 'BarbicanSecretStore',
  plural: 'barbicansecretstores',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec.barbicanRef', 'spec.isDefault', 'spec.type', 'spec.openBao', 'status'],
  links: (object) => [
    ...attachedTo(object, 'spec.barbicanRef.name', 'Barbican'),
    ...secretLinks(object, { path: 'spec.openBao.server.credentialsSecretRef.name' }),
  ],
  health: (object) => orderedHealth(object, ['CredentialsReady', 'ProvisioningReady', 'ConfigProjected']),
}
