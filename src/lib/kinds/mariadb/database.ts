// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { inMariaDb } from './maria-db-ref.ts'

export const database: KindSpec = {
  group: 'k8s.mariadb.com',
  kind: 'Database',
  plural: 'databases',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec.mariaDbRef', 'spec.name', 'status.conditions'],
  links: inMariaDb,
}
