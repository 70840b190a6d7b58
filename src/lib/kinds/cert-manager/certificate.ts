// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { conditionsOf, fromCondition, readyHealth } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export const certificate: KindSpec = {
  group: 'cert-manager.io',
  kind: 'Certificate',
  plural: 'certificates',
  versions: ['v1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  keep: ['spec.secretName', 'spec.issuerRef', 'status.conditions', 'status.notAfter', 'status.renewalTime'],
  links: secret,
  health: certificateHealth,
}

function secret(object: KubeObject): readonly Link[] {
  const [name, { namespace }] = [textAt(object, 'spec.secretName'), object.metadata]
  if (!name || !namespace) return []
  const to = { where: 'here', group: '', kind: 'Secret', namespace, name } as const
  return [{ rel: 'creates', optional: true, path: 'spec.secretName', to }]
}

function certificateHealth(object: KubeObject, now: number): Health {
  const health = issuing(object) ?? readyHealth(object)
  const value = textAt(object, 'status.notAfter')
  const end = Date.parse(value ?? '')
  if (!value || Number.isNaN(end) || end > now) return health
  const evidence = [{ path: 'status.notAfter', value }]
  return {
    state: 'failed',
    reason: 'Expired',
    message: 'the certificate has expired',
    evidence,
    since: value,
    itself: true,
  }
}

/** A first certificate is not Ready while it is being issued; a renewed one still is. */
function issuing(object: KubeObject): Health | undefined {
  const conditions = conditionsOf(object)
  const busy = conditions.get('Issuing')
  if (busy?.status !== 'True' || conditions.get('Ready')?.status === 'True') return undefined
  return { ...fromCondition(busy, 'Issuing'), state: 'progressing' }
}
