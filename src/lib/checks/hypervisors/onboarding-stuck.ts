// SPDX-License-Identifier: Apache-2.0
import { isOnboardingFailing } from '../../kinds/hypervisor-operator/lifecycle.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { conditionSaying } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'
import { HOUR, isOlder } from '../../model/text/time.ts'
import { COUNTED_POOL_KINDS, HYPERVISORS, isNodeDown, poolHypervisors, SHOOT, shortOf } from '../shared/pool-members.ts'

export const onboardingStuck: Check = {
  id: 'onboarding-stuck',
  category: 'hypervisors',
  severity: 'error',
  effect: 'degrades',
  title: 'Hypervisor onboarding is stuck',
  why: 'The host accepts no instances until its test instance starts. Initial means that Nova does not know the host; Testing means that the test instance does not start: Nova, its volume, or the network of the host.',
  fix: 'Check nova-compute on that host, its Ceph key and Open vSwitch; the operator retries on its own. With reason Aborted the operator cannot remove its test instances: delete only these in OpenStack, never an instance of a tenant.',
  byHand: [
    'kubectl --context CONTEXT get hypervisors.kvm.cloud.sap NAME -o yaml',
    'kubectl --context CONTEXT get pods -A -o wide --field-selector spec.nodeName=NAME',
  ],
  modes: ['F29'],
  about: HYPERVISORS,
  beside: ['Node', SHOOT, ...COUNTED_POOL_KINDS],
  *run(context) {
    for (const node of poolHypervisors(context)) {
      const onboarding = node.object && conditionSaying(node.object, 'Onboarding', 'True')
      if (!onboarding) continue
      if (!isOnboardingFailing(onboarding, context.now) && !isOlder(onboarding.since, HOUR, context.now)) continue
      if (node.object?.metadata.deletionTimestamp || isNodeDown(context, node)) continue
      if (textAt(node.object, 'spec.maintenance') === 'manual') continue
      yield {
        mode: 'F29',
        subject: node,
        message: onboarding.message || `onboarding is stuck in ${onboarding.reason}`,
        evidence: [
          conditionProof(node, 'Onboarding'),
          ...(conditionOf(node, 'Ready') ? [conditionProof(node, 'Ready')] : []),
          fieldProof(node, 'status.serviceId'),
        ],
        affects: shortOf(context, node),
        next: [
          kubectl(
            { cluster: node.cluster },
            'get',
            'pods',
            '-A',
            '-o',
            'wide',
            '--field-selector',
            `spec.nodeName=${node.name}`,
          ),
        ],
      }
    }
  },
}
