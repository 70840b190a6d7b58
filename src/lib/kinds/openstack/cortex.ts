// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { entriesAt, flagAt } from '../../model/object/fields.ts'
import { orderedHealth } from '../../model/object/ordered-conditions.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { SEED_SERVICE_FIELDS, SERVICE_FIELDS, SERVICE_PARTS, serviceLinks } from './links.ts'

const ORDER: readonly string[] = ['PipelinesReady']

const UNRELEASED_FIELDS = [...SEED_SERVICE_FIELDS, 'spec.pipelines']

/** Known only from the specification; the released Cortex has Pipelines and no kind of this name. */
export const cortex: KindSpec = {
  group: 'cortex.c5c3.io',
  kind: 'Cortex',
  plural: 'cortexes',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: [...SERVICE_FIELDS, ...UNRELEASED_FIELDS],
  links: (object) => [...serviceLinks(object, ORDER, { services: ['nova', 'cinder'] }), ...pipelines(object)],
  health: (object) => orderedHealth(object, ORDER),
  parts: SERVICE_PARTS,
  seedOnly: UNRELEASED_FIELDS,
}

/** Pipelines are referenced by their scheduling domain. */
const pipelines = (object: KubeObject) =>
  entriesAt(object, 'spec.pipelines').flatMap(([name, value]): Link[] => {
    if (flagAt(value, 'enabled') === false) return []
    const to = { where: 'here', group: 'cortex.cloud', kind: 'Pipeline', name } as const
    return [{ rel: 'consumes', optional: true, weak: 'degraded', path: `spec.pipelines.${name}`, to }]
  })
