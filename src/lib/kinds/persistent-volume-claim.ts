// SPDX-License-Identifier: Apache-2.0
import { phaseHealth } from '../model/conditions.ts'
import type { KindSpec } from '../model/kind.ts'

export const persistentVolumeClaim: KindSpec = {
  group: '',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  versions: ['v1'],
  namespaced: true,
  roles: ['control-plane', 'arbiter'],
  keep: ['spec.storageClassName', 'spec.resources.requests.storage', 'status.phase', 'status.capacity.storage'],
  health: (object) => phaseHealth(object, 'status.phase', { Bound: 'healthy', Pending: 'progressing', Lost: 'failed' }),
}
