// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { describe } from '../../model/check/next-step.ts'
import { countAt, flagAt, textAt } from '../../model/object/fields.ts'
import { EVICTIONS, evictionsOf, hasFailed, isEvictionIncomplete } from '../shared/evictions.ts'
import { counted, HYPERVISORS, poolHypervisors } from '../shared/pool-members.ts'

export const evictedNotEmpty: Check = {
  id: 'evicted-not-empty',
  category: 'hypervisors',
  severity: 'warning',
  title: 'Host reported as evicted may still have instances',
  why: 'The operator sets status.evicted even if the eviction failed, and does not check the Eviction again. Rebooting or removing the host would stop the instances that are still on it.',
  fix: 'Do not reboot or remove the host. Fix what the Eviction reports, then remove spec.maintenance and set it again: the operator creates a new Eviction.',
  byHand: [
    "kubectl --context CONTEXT get hypervisors.kvm.cloud.sap NAME -o jsonpath='{.status.evicted} {.status.numInstances}'",
    'kubectl --context CONTEXT get evictions.kvm.cloud.sap NAME -o yaml',
    'openstack server list --all-projects --host NAME',
  ],
  modes: [],
  about: HYPERVISORS,
  beside: EVICTIONS,
  *run(context) {
    for (const node of poolHypervisors(context)) {
      if (!textAt(node.object, 'spec.maintenance') || flagAt(node.object, 'status.evicted') !== true) continue
      if (node.object?.metadata.deletionTimestamp || conditionOf(node, 'Offboarded')?.status === 'True') continue
      if (!isEvictionIncomplete(context, node)) continue
      const failed = evictionsOf(context, node).filter(hasFailed)
      const instances = countAt(node.object, 'status.numInstances')
      const message = failed.map((eviction) => conditionOf(eviction, 'Evicting')?.message)[0]
      yield {
        mode: '',
        subject: node,
        message: [
          'Hypervisor reports evicted',
          ...(failed.length > 0 ? [`Eviction reports Failed${message ? `: ${message}` : ''}`] : []),
          ...(instances ? [`${counted(instances, 'instance')} still on the host`] : []),
        ].join('; '),
        evidence: [
          fieldProof(node, 'status.evicted'),
          fieldProof(node, 'status.numInstances'),
          ...failed.map((eviction) => conditionProof(eviction, 'Evicting')),
        ],
        standsAlone: true,
        next: failed.map(describe),
      }
    }
  },
}
