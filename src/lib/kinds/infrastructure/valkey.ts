// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { phaseHealth } from '../../model/object/conditions.ts'

/** No known service depends on it: it explains no failure but its own. */
export const valkey: KindSpec = {
  group: 'cache.cs.sap.com',
  kind: 'Valkey',
  plural: 'valkeys',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec.replicas', 'status.state', 'status.conditions', 'status.observedGeneration', 'status.processingSince'],
  health: (object) =>
    phaseHealth(object, 'status.state', {
      Ready: 'healthy',
      Pending: 'progressing',
      Processing: 'progressing',
      DeletionPending: 'progressing',
      Deleting: 'progressing',
      Error: 'failed',
    }),
  parts: ['StatefulSet.apps'],
}
