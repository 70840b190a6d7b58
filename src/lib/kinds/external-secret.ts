// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const externalSecret: KindSpec = {
  group: 'external-secrets.io',
  kind: 'ExternalSecret',
  plural: 'externalsecrets',
  versions: ['v1', 'v1beta1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  keep: ['spec', 'status'],
}
