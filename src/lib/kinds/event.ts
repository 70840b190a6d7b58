// SPDX-License-Identifier: Apache-2.0
import { existsHealth } from '../model/conditions.ts'
import type { KindSpec } from '../model/kind.ts'

/** What was said about an object. It is news, not a thing that can be well or unwell. */
export const event: KindSpec = {
  group: '',
  kind: 'Event',
  plural: 'events',
  versions: ['v1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage', 'arbiter', 'garden'],
  onDemand: true,
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
  ],
  health: existsHealth,
}
