// SPDX-License-Identifier: Apache-2.0

import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { countAt, flagAt, textAt } from '../../model/object/fields.ts'
import { objectArgs } from '../../model/text/command.ts'
import { DAY, isOlder } from '../../model/text/time.ts'
import { EVICTIONS, isEvictionIncomplete } from '../shared/evictions.ts'
import { COUNTED_POOL_KINDS, HYPERVISORS, poolHypervisors, SHOOT, shortOf } from '../shared/pool-members.ts'

export const maintenanceForgotten: Check = {
  id: 'maintenance-forgotten',
  category: 'hypervisors',
  severity: 'warning',
  title: 'Host left in maintenance',
  why: 'The host has been empty for more than a week and accepts no instances, because spec.maintenance was set manually and never removed.',
  fix: 'Ask its owner whether the work is done. If it is, put the host back into service; if the host is to be removed, offboard it.',
  byHand: ['kubectl --context CONTEXT get hypervisors.kvm.cloud.sap NAME -o yaml'],
  modes: ['F33'],
  about: HYPERVISORS,
  beside: [SHOOT, ...COUNTED_POOL_KINDS, ...EVICTIONS],
  *run(context) {
    for (const node of poolHypervisors(context)) {
      if (textAt(node.object, 'spec.maintenance') !== 'manual' || flagAt(node.object, 'status.evicted') !== true)
        continue
      const evicting = conditionOf(node, 'Evicting')
      if (evicting?.status !== 'False' || !isOlder(evicting.since, 7 * DAY, context.now)) continue
      if (conditionOf(node, 'Offboarded')?.status === 'True' || node.object?.metadata.deletionTimestamp) continue
      if (isEvictionIncomplete(context, node)) continue
      const reason = textAt(node.object, 'spec.maintenanceReason')
      yield {
        mode: 'F33',
        subject: node,
        message: `Hypervisor reports evicted for more than a week, and spec.maintenance is still manual${reason ? `: ${reason}` : ''}`,
        evidence: [
          fieldProof(node, 'spec.maintenance'),
          fieldProof(node, 'spec.maintenanceReason'),
          fieldProof(node, 'status.evicted'),
          ...(countAt(node.object, 'status.numInstances') === undefined
            ? []
            : [fieldProof(node, 'status.numInstances')]),
          conditionProof(node, 'Evicting'),
        ],
        affects: shortOf(context, node),
        standsAlone: true,
        next: [
          {
            ...kubectl(
              { cluster: node.cluster },
              'patch',
              ...objectArgs(`hypervisors.${node.group}`, node.name),
              '--type=merge',
              '-p',
              '{"spec":{"maintenance":"","maintenanceReason":""}}',
            ),
            why: 'puts it back into service',
          },
        ],
      }
    }
  },
}
