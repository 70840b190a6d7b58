// SPDX-License-Identifier: Apache-2.0
import { listAt, textAt } from '../model/fields.ts'
import type { KindSpec } from '../model/kind.ts'
import { orderedHealth } from '../model/ordered-conditions.ts'
import { namedSecret } from '../model/secret-links.ts'

/** Several Secrets in one. The released operator has the type and no controller: without conditions it is unknown. */
export const secretAggregate: KindSpec = {
  group: 'c5c3.io',
  kind: 'SecretAggregate',
  plural: 'secretaggregates',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec', 'status'],
  links: (object) =>
    listAt(object, 'spec.sources').flatMap((source) => {
      const name = textAt(source, 'secretRef.name') ?? textAt(source, 'secretRef')
      return namedSecret(object.metadata.namespace, name, { path: 'spec.sources.secretRef' })
    }),
  health: (object) => orderedHealth(object, ['SourcesResolved']),
  seedOnly: ['spec.sources', 'spec.target', 'status.lastAggregated'],
}
