// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { existsHealth } from '../../model/object/conditions.ts'

/** A generator without a status: the ExternalSecret that uses it shows whether it works. */
export const vaultDynamicSecret: KindSpec = {
  group: 'generators.external-secrets.io',
  kind: 'VaultDynamicSecret',
  plural: 'vaultdynamicsecrets',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec.path', 'spec.provider.server'],
  health: existsHealth,
}
