// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const keystone: KindSpec = {
  group: 'keystone.openstack.c5c3.io',
  kind: 'Keystone',
  plural: 'keystones',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec', 'status'],
}
