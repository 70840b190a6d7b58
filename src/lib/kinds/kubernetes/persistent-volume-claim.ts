// SPDX-License-Identifier: Apache-2.0
import type { V1PersistentVolumeClaim, V1VolumeResourceRequirements } from '@kubernetes/client-node'
import type { KindSpec } from '../../model/graph/kind.ts'
import { phaseHealth } from '../../model/object/conditions.ts'
import type { TypedFieldPath } from '../../model/object/kubernetes-json.ts'

export const persistentVolumeClaim: KindSpec = {
  group: '',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  versions: ['v1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'arbiter'],
  keep: [
    'spec.storageClassName',
    'spec.resources.requests.storage',
    'status.phase',
    'status.capacity.storage',
  ] satisfies readonly (
    | TypedFieldPath<V1PersistentVolumeClaim>
    | `spec.resources.${TypedFieldPath<V1VolumeResourceRequirements>}`
  )[],
  health: (object) => phaseHealth(object, 'status.phase', { Bound: 'healthy', Pending: 'progressing', Lost: 'failed' }),
}
