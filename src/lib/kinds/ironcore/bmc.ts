// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { phaseHealth } from '../../model/object/conditions.ts'

export const bmc: KindSpec = {
  group: 'metal.ironcore.dev',
  kind: 'BMC',
  plural: 'bmcs',
  versions: ['v1alpha1'],
  namespaced: false,
  roles: ['garden'],
  keep: ['status.state', 'status.powerState', 'status.firmwareVersion'],
  // A machine runs on without the controller that watches over it, but nobody can switch it.
  health: (object) =>
    phaseHealth(object, 'status.state', { Enabled: 'healthy', Pending: 'progressing', Error: 'degraded' }),
}
