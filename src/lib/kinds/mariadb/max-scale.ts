// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { readyHealth } from '../../model/object/conditions.ts'
import { flagAt } from '../../model/object/fields.ts'

/** The proxy in front of a MariaDB; the MariaDB references it. */
export const maxScale: KindSpec = {
  group: 'k8s.mariadb.com',
  kind: 'MaxScale',
  plural: 'maxscales',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec.mariaDbRef', 'spec.replicas', 'spec.suspend', 'status.conditions', 'status.primaryServer'],
  health: (object) =>
    flagAt(object, 'spec.suspend')
      ? { ...readyHealth(object), state: 'suspended', reason: 'Suspended' }
      : readyHealth(object),
}
