// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { conditionsOf, existsHealth, fromCondition } from '../../model/object/conditions.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { functionLinks } from './health-and-links.ts'

export const compositionRevision: KindSpec = {
  group: 'apiextensions.crossplane.io',
  kind: 'CompositionRevision',
  plural: 'compositionrevisions',
  versions: ['v1', 'v1beta1'],
  namespaced: false,
  roles: ['management'],
  keep: [
    'spec.compositeTypeRef',
    'spec.revision',
    'spec.pipeline.step',
    'spec.pipeline.functionRef',
    'status.conditions',
  ],
  links: (object) => [...compositionLink(object), ...functionLinks(object)],
  // Crossplane v2 reports whether the pipeline is valid; v1 has no such condition.
  health: (object) => {
    const valid = conditionsOf(object).get('ValidPipeline')
    return valid && !object.metadata.deletionTimestamp ? fromCondition(valid, 'ValidPipeline') : existsHealth(object)
  },
}

const LABEL = 'crossplane.io/composition-name'

/** A revision can outlive its Composition. */
function compositionLink({ metadata }: KubeObject): Link[] {
  const name = metadata.labels?.[LABEL]
  if (!name) return []
  const to = { where: 'here', group: 'apiextensions.crossplane.io', kind: 'Composition', name } as const
  return [{ rel: 'depends-on', to, path: `metadata.labels[${LABEL}]`, optional: true }]
}
