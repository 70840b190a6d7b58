// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { orderedHealth } from '../../model/object/ordered-conditions.ts'
import { secretLinks } from '../external-secrets/secret-links.ts'
import { workloadByAddress } from '../kubernetes/workload-by-address.ts'
import { attachedTo } from './backend-links.ts'

/** Glance depends on its backends; the backends hold the reference. */
export const glanceBackend: KindSpec = {
  group: 'glance.openstack.c5c3.io',
  kind: 'GlanceBackend',
  plural: 'glancebackends',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec.glanceRef', 'spec.isDefault', 'spec.type', 'spec.s3.credentialsSecretRef', 'spec.s3.host', 'status'],
  links: (object) => [
    ...attachedTo(object, 'spec.glanceRef.name', 'Glance'),
    ...secretLinks(object, { path: 'spec.s3.credentialsSecretRef.name' }),
    ...workloadByAddress(object, 'spec.s3.host'),
  ],
  health: (object) => orderedHealth(object, ['CredentialsReady', 'ConfigProjected']),
}
