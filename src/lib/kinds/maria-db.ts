// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const mariaDb: KindSpec = {
  group: 'k8s.mariadb.com',
  kind: 'MariaDB',
  plural: 'mariadbs',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec.replicas', 'spec.galera', 'spec.suspend', 'status'],
}
