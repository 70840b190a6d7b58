// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { listAt, textAt } from '../../model/object/fields.ts'
import { orderedHealth } from '../../model/object/ordered-conditions.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { namedSecret } from '../external-secrets/secret-links.ts'
import { aggregateTarget } from './aggregate-target.ts'

/** Merges several Secrets. The released operator has the type but no controller: without conditions it is unknown. */
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
