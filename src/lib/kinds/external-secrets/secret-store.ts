// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { STORE_FIELDS, storeServerLinks } from './server-links.ts'
import { storeHealth } from './store-health.ts'

export const secretStore: KindSpec = {
  group: 'external-secrets.io',
  kind: 'SecretStore',
  plural: 'secretstores',
  versions: ['v1', 'v1beta1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  keep: STORE_FIELDS,
  links: storeServerLinks,
  health: storeHealth,
}
