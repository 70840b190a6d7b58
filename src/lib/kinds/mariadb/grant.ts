// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { inMariaDb } from './maria-db-ref.ts'

export const grant: KindSpec = {
  group: 'k8s.mariadb.com',
  kind: 'Grant',
  plural: 'grants',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec.mariaDbRef', 'spec.username', 'spec.database', 'status.conditions'],
  links: inMariaDb,
}
