// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { phaseHealth } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'
import { inNamespace } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export const server: KindSpec = {
  group: 'metal.ironcore.dev',
  kind: 'Server',
  plural: 'servers',
  versions: ['v1alpha1'],
  namespaced: false,
  roles: ['garden'],
  keep: [
    'spec.bmcRef',
    'spec.serverClaimRef',
    'spec.power',
    'spec.unclaimable',
    'spec.taints',
    'status.state',
    'status.powerState',
    'status.model',
    'status.serialNumber',
  ],
  links,
  health,
}

function links(object: KubeObject): readonly Link[] {
  const bmc = textAt(object, 'spec.bmcRef.name')
  const claim = textAt(object, 'spec.serverClaimRef.name')
  const base = { where: 'here', group: 'metal.ironcore.dev' } as const
  const namespace = inNamespace(textAt(object, 'spec.serverClaimRef.namespace'))
  return [
    ...(bmc ? [{ rel: 'depends-on', to: { ...base, kind: 'BMC', name: bmc }, path: 'spec.bmcRef.name' } as const] : []),
    ...(claim
      ? [
          {
            rel: 'consumes',
            to: { ...base, kind: 'ServerClaim', name: claim, ...namespace },
            path: 'spec.serverClaimRef.name',
            reverse: true,
            optional: true,
          } as const,
        ]
      : []),
  ]
}

const STATES: Readonly<Record<string, Health['state']>> = {
  Initial: 'progressing',
  Discovery: 'progressing',
  Available: 'healthy',
  Reserved: 'healthy',
  Released: 'progressing',
  Parked: 'maintenance',
  Error: 'failed',
}

/** A reserved machine that should be on and is off has failed, whatever its state says. */
function health(object: KubeObject): Health {
  const health = phaseHealth(object, 'status.state', STATES)
  const [desiredPower, actualPower] = [textAt(object, 'spec.power'), textAt(object, 'status.powerState')]
  if (health.reason !== 'Reserved' || desiredPower !== 'On' || actualPower !== 'Off') return health
  return { state: 'failed', reason: 'PoweredOff', evidence: [{ path: 'status.powerState', value: 'Off (spec: On)' }] }
}
