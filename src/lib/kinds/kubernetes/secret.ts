// SPDX-License-Identifier: Apache-2.0
import type { V1Secret } from '@kubernetes/client-node'
import type { KindSpec } from '../../model/graph/kind.ts'
import { existsHealth } from '../../model/object/conditions.ts'
import type { TypedFieldPath } from '../../model/object/kubernetes-json.ts'

/** Read only by commands that declare it; elsewhere a Secret is judged by what makes and uses it. */
export const secret: KindSpec = {
  group: '',
  kind: 'Secret',
  plural: 'secrets',
  versions: ['v1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'storage'],
  onDemand: true,
  byReference: true,
  keep: ['type', 'data'] satisfies readonly TypedFieldPath<V1Secret>[],
  // Helm's own archives: nobody refers to one, and they are the largest Secrets there are.
  fieldSelector: 'type!=helm.sh/release.v1',
  // Secrets of a new tenant come from stores, by way of several controllers.
  grace: 1800,
  health: existsHealth,
}
