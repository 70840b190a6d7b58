// SPDX-License-Identifier: Apache-2.0
import type { CoreV1Event } from '@kubernetes/client-node'
import type { KindSpec } from '../../model/graph/kind.ts'
import { existsHealth } from '../../model/object/conditions.ts'
import type { TypedFieldPath } from '../../model/object/kubernetes-json.ts'

/** Warnings about objects. They annotate objects and have no health of their own. */
export const event: KindSpec = {
  group: '',
  kind: 'Event',
  plural: 'events',
  versions: ['v1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage', 'arbiter', 'garden'],
  onDemand: true,
  fieldSelector: 'type=Warning',
  keep: [
    'involvedObject',
    'type',
    'reason',
    'message',
    'source.component',
    'reportingComponent',
    'count',
    'firstTimestamp',
    'lastTimestamp',
    'eventTime',
    'series',
  ] satisfies readonly TypedFieldPath<CoreV1Event>[],
  health: existsHealth,
}
