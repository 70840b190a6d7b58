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
  // Degraded, not failed: a machine keeps running without its BMC, but cannot be power-cycled.
  health: (object) =>
    phaseHealth(object, 'status.state', { Enabled: 'healthy', Pending: 'progressing', Error: 'degraded' }),
}
