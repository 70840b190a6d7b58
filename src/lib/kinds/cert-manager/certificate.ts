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
  links: (object) => [...secretLink(object), ...issuerLink(object)],
  health: certificateHealth,
}

function secretLink(object: KubeObject): readonly Link[] {
  const [name, { namespace }] = [textAt(object, 'spec.secretName'), object.metadata]
  if (!name || !namespace) return []
  const to = { where: 'here', group: '', kind: 'Secret', namespace, name } as const
  return [{ rel: 'creates', optional: true, path: 'spec.secretName', to }]
}

/** A certificate stays valid without its issuer until it must be renewed, so its state does not propagate. */
function issuerLink(object: KubeObject): readonly Link[] {
  const [name, kind = 'Issuer'] = [textAt(object, 'spec.issuerRef.name'), textAt(object, 'spec.issuerRef.kind')]
  const [group = 'cert-manager.io', { namespace }] = [textAt(object, 'spec.issuerRef.group'), object.metadata]
  if (!name || !namespace) return []
  const to = { where: 'here', group, kind, name, namespace } as const
  return [{ rel: 'depends-on', weak: 'none', optional: true, path: 'spec.issuerRef.name', to }]
}

function certificateHealth(object: KubeObject, now: number): Health {
  const health = issuingHealth(object) ?? readyHealth(object)
  const value = textAt(object, 'status.notAfter')
  const expiry = Date.parse(value ?? '')
  if (!value || Number.isNaN(expiry) || expiry > now) return health
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

/** A new certificate is not Ready while it is being issued; a renewed one stays Ready. */
function issuingHealth(object: KubeObject): Health | undefined {
  const conditions = conditionsOf(object)
  const condition = conditions.get('Issuing')
  if (condition?.status !== 'True' || conditions.get('Ready')?.status === 'True') return undefined
  return { ...fromCondition(condition, 'Issuing'), state: 'progressing' }
}
