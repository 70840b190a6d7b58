// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { textAt } from '../../model/object/fields.ts'
import { orderedHealth } from '../../model/object/ordered-conditions.ts'

export const pipeline: KindSpec = {
  group: 'cortex.cloud',
  kind: 'Pipeline',
  plural: 'pipelines',
  versions: ['v1alpha1'],
  namespaced: false,
  roles: ['control-plane'],
  keep: ['spec.schedulingDomain', 'spec.type', 'status.conditions'],
  health: (object) => orderedHealth(object, ['AllStepsReady']),
  aliases: (object) => [textAt(object, 'spec.schedulingDomain') ?? []].flat(),
}
