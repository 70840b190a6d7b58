// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { conditionsOf, healthIf } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'
import { orderedHealth } from '../../model/object/ordered-conditions.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export const pipeline: KindSpec = {
  group: 'cortex.cloud',
  kind: 'Pipeline',
  plural: 'pipelines',
  versions: ['v1alpha1'],
  namespaced: false,
  roles: ['control-plane'],
  keep: ['spec.schedulingDomain', 'spec.type', 'status.conditions'],
  health,
  aliases: (object) => [textAt(object, 'spec.schedulingDomain') ?? []].flat(),
}

/**
 * A step that Cortex does not know is ignored, so that a filter of the spec does not apply, although Ready is True.
 * @see https://github.com/cobaltcore-dev/cortex/blob/1742e3ee/internal/scheduling/lib/pipeline_controller.go#L155-L176
 */
function health(object: KubeObject): Health {
  const ordered = orderedHealth(object, ['AllStepsReady'])
  const unknown = conditionsOf(object).saying('AllStepsIndexed', 'False')
  return ordered.state === 'healthy' ? (healthIf(unknown, 'degraded') ?? ordered) : ordered
}
