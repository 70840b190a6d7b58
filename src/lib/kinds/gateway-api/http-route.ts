// SPDX-License-Identifier: Apache-2.0
import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { conditionsOf, deleting, fromCondition } from '../../model/object/conditions.ts'
import { listAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { gatewayLink } from './gateway-link.ts'

export const httpRoute: KindSpec = {
  group: 'gateway.networking.k8s.io',
  kind: 'HTTPRoute',
  plural: 'httproutes',
  versions: ['v1', 'v1beta1'],
  namespaced: true,
  roles: ['management', 'control-plane'],
  keep: ['spec.hostnames', 'spec.parentRefs', 'status.parents'],
  links: (object) =>
    listAt(object, 'spec.parentRefs').flatMap((parent, i): readonly Link[] =>
      (textAt(parent, 'kind') ?? 'Gateway') === 'Gateway'
        ? gatewayLink(object, { path: `spec.parentRefs[${i}].name`, reference: parent })
        : [],
    ),
  health,
}

/** Every Gateway reports on its own whether it serves the route; the first refusal is shown. */
function health(object: KubeObject): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  const parents = listAt(object, 'status.parents').map((parent) => parentHealth(object, parent))
  const [first] = parents
  if (!first) return { state: 'unknown', reason: 'NotObserved', message: 'no Gateway has reported on it yet' }
  const [refused] = parents.filter(({ state }) => state !== 'healthy')
  if (!refused) return first
  return { ...refused, state: parents.includes(first) && parents.every(isFailed) ? refused.state : atMost(refused) }
}

const isFailed = ({ state }: Health) => state === 'failed'

/** Another Gateway still serves it. */
const atMost = ({ state }: Health): Health['state'] => (state === 'failed' ? 'degraded' : state)

function parentHealth(object: KubeObject, parent: Readonly<Record<string, unknown>>): Health {
  const conditions = conditionsOf({ ...object, status: parent })
  const accepted = fromCondition(conditions.get('Accepted'), 'Accepted')
  if (accepted.state !== 'healthy') return accepted
  const resolved = fromCondition(conditions.get('ResolvedRefs'), 'ResolvedRefs')
  return resolved.state === 'failed' ? resolved : accepted
}
