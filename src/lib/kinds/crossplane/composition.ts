// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { existsHealth } from '../../model/object/conditions.ts'
import { functionLinks } from './health-and-links.ts'

/** A Composition has no status: its existence is all there is to know. */
export const composition: KindSpec = {
  group: 'apiextensions.crossplane.io',
  kind: 'Composition',
  plural: 'compositions',
  versions: ['v1'],
  namespaced: false,
  roles: ['management'],
  keep: [
    'spec.compositeTypeRef',
    'spec.mode',
    'spec.pipeline.step',
    'spec.pipeline.functionRef',
    'spec.resources.name',
    'spec.resources.patches',
  ],
  links: functionLinks,
  health: existsHealth,
}
