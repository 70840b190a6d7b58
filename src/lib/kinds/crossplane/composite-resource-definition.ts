// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { conditionsOf, deleting, fromCondition } from '../../model/object/conditions.ts'
import { fieldAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { definitionName } from './health-and-links.ts'

export const compositeResourceDefinition: KindSpec = {
  group: 'apiextensions.crossplane.io',
  kind: 'CompositeResourceDefinition',
  plural: 'compositeresourcedefinitions',
  versions: ['v1', 'v2'],
  namespaced: false,
  roles: ['management'],
  keep: [
    'spec.group',
    'spec.names.kind',
    'spec.names.plural',
    'spec.claimNames.kind',
    'spec.claimNames.plural',
    'spec.scope',
    'spec.defaultCompositionRef',
    'spec.enforcedCompositionRef',
    'spec.defaultCompositionUpdatePolicy',
    'spec.versions.name',
    'spec.versions.served',
    'spec.versions.referenceable',
    'status.conditions',
  ],
  links: (object) => [
    ...compositionLink(object, 'spec.enforcedCompositionRef.name'),
    ...compositionLink(object, 'spec.defaultCompositionRef.name'),
  ],
  health,
  aliases: (object) => {
    const kinds = [textAt(object, 'spec.names.kind'), textAt(object, 'spec.claimNames.kind')]
    const group = textAt(object, 'spec.group') ?? ''
    return kinds.flatMap((kind) => (kind ? [definitionName(group, kind)] : []))
  },
}

function compositionLink(object: KubeObject, path: string): Link[] {
  const name = textAt(object, path)
  const to = { where: 'here', group: 'apiextensions.crossplane.io', kind: 'Composition' } as const
  return name ? [{ rel: 'depends-on', to: { ...to, name }, path }] : []
}

/** It must be established, and offered if it defines a claim. */
function health(object: KubeObject): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  const conditions = conditionsOf(object)
  const established = fromCondition(conditions.get('Established'), 'Established')
  if (established.state !== 'healthy' || fieldAt(object, 'spec.claimNames') === undefined) return established
  return fromCondition(conditions.get('Offered'), 'Offered')
}
