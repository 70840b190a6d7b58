// SPDX-License-Identifier: Apache-2.0
import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { conditionsOf, deleting, fromCondition } from '../../model/object/conditions.ts'
import { listAt, textAt } from '../../model/object/fields.ts'
import { inNamespace } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export const gateway: KindSpec = {
  group: 'gateway.networking.k8s.io',
  kind: 'Gateway',
  plural: 'gateways',
  versions: ['v1', 'v1beta1'],
  namespaced: true,
  roles: ['management', 'control-plane'],
  keep: [
    'spec.gatewayClassName',
    'spec.listeners.name',
    'spec.listeners.hostname',
    'spec.listeners.port',
    'spec.listeners.tls.certificateRefs',
    'status.addresses',
    'status.conditions',
    'status.listeners.name',
    'status.listeners.conditions',
  ],
  links: certificateLinks,
  health,
}

/** The Secrets with the certificates of its listeners. Another namespace needs a ReferenceGrant, which is not read. */
function certificateLinks(object: KubeObject): readonly Link[] {
  return listAt(object, 'spec.listeners').flatMap((listener, i) =>
    listAt(listener, 'tls.certificateRefs').flatMap((reference): Link[] => {
      const name = textAt(reference, 'name')
      if (!name || (textAt(reference, 'kind') ?? 'Secret') !== 'Secret' || textAt(reference, 'group')) return []
      const namespace = textAt(reference, 'namespace') ?? object.metadata.namespace
      const to = { where: 'here', group: '', kind: 'Secret', name, ...inNamespace(namespace) } as const
      return [{ rel: 'consumes', to, path: `spec.listeners[${i}].tls.certificateRefs`, optional: true }]
    }),
  )
}

/** Accepted: its controller takes it. Programmed: traffic reaches it. Both are needed; an older status is no evidence. */
function health(object: KubeObject, now: number): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  const conditions = conditionsOf(object)
  const accepted = fromCondition(conditions.get('Accepted'), 'Accepted')
  if (accepted.state !== 'healthy') return overdue(accepted, now)
  const programmed = fromCondition(conditions.get('Programmed'), 'Programmed')
  return programmed.state === 'healthy' ? (listenersHealth(object) ?? programmed) : overdue(programmed, now)
}

/** A controller needs seconds, a load balancer minutes. */
const PATIENCE = 10 * 60_000

/** Pending is also what an unclaimed Gateway reports for ever. */
const overdue = (health: Health, now: number): Health =>
  health.state === 'progressing' && now - Date.parse(health.since ?? '') > PATIENCE
    ? { ...health, state: 'failed' }
    : health

/** One broken listener leaves the others working. */
function listenersHealth(object: KubeObject): Health | undefined {
  const listeners = listAt(object, 'status.listeners')
  const broken = listeners.flatMap((listener): Health[] => {
    const conditions = conditionsOf({ ...object, status: listener })
    const failed = ['Accepted', 'Programmed', 'ResolvedRefs']
      .map((type) => fromCondition(conditions.get(type), type))
      .find(({ state }) => state === 'failed')
    if (!failed) return []
    const name = textAt(listener, 'name') ?? '?'
    const evidence = failed.evidence?.map(({ path, value }) => ({
      path: path.replace('status.conditions', `status.listeners[${name}].conditions`),
      value,
    }))
    return [
      { ...failed, message: `listener ${name}: ${failed.message ?? failed.reason}`, ...(evidence ? { evidence } : {}) },
    ]
  })
  const [first] = broken
  return first && { ...first, state: broken.length === listeners.length ? 'failed' : 'degraded' }
}
