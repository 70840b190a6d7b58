// SPDX-License-Identifier: Apache-2.0
import type { V1Secret } from '@kubernetes/client-node'
import type { KindSpec } from '../../model/graph/kind.ts'
import { existsHealth } from '../../model/object/conditions.ts'
import type { TypedFieldPath } from '../../model/object/kubernetes-json.ts'

/** Read only by commands that declare it; otherwise the objects that create and use a Secret show its state. */
export const secret: KindSpec = {
  group: '',
  kind: 'Secret',
  plural: 'secrets',
  versions: ['v1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'storage'],
  onDemand: true,
  byReference: true,
  keep: [...(['type', 'data'] satisfies readonly TypedFieldPath<V1Secret>[]), 'metadata.managedFields'],
  // Excludes Helm releases: nothing refers to them, and they are the largest Secrets.
  fieldSelector: 'type!=helm.sh/release.v1',
  // Several controllers have to run before a new OpenStack cluster has its Secrets.
  grace: 1800,
  health: existsHealth,
}
