// SPDX-License-Identifier: Apache-2.0
import { listAt, textAt } from '../../model/fields.ts'
import type { KindSpec } from '../../model/kind.ts'
import type { Link } from '../../model/link.ts'
import { orderedHealth } from '../../model/ordered-conditions.ts'
import type { KubeObject } from '../../model/resource.ts'
import { aggregateTarget } from '../../model/secret-aggregate.ts'
import { namedSecret } from '../../model/secret-links.ts'

/** Several Secrets in one. The released operator has the type and no controller: without conditions it is unknown. */
export const secretAggregate: KindSpec = {
  group: 'c5c3.io',
  kind: 'SecretAggregate',
  plural: 'secretaggregates',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec', 'status'],
  links: (object) => [
    ...listAt(object, 'spec.sources').flatMap((source) => {
      const name = textAt(source, 'secretRef.name') ?? textAt(source, 'secretRef')
      return namedSecret(object.metadata.namespace, name, { path: 'spec.sources.secretRef' })
    }),
    ...target(object),
  ],
  health: (object) => orderedHealth(object, ['SourcesResolved']),
  seedOnly: ['spec.sources', 'spec.target', 'status.lastAggregated'],
}

function target(object: KubeObject): readonly Link[] {
  const [name, { namespace }] = [aggregateTarget(object), object.metadata]
  if (!name || !namespace) return []
  const to = { where: 'here', group: '', kind: 'Secret', namespace, name } as const
  return [{ rel: 'syncs-to', optional: true, path: 'spec.target', to }]
}
