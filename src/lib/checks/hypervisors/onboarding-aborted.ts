// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { COUNTED_POOL_KINDS, HYPERVISORS, isNodeDown, poolHypervisors, SHOOT, shortOf } from '../shared/pool-members.ts'

export const onboardingAborted: Check = {
  id: 'onboarding-aborted',
  category: 'hypervisors',
  severity: 'error',
  title: 'The onboarding of a hypervisor was given up',
  why: 'The host takes no instances and will not by itself: the operator stopped because Nova or Placement refused something, which its message names.',
  fix: 'Mend what the message names, then let the operator start over: delete the Hypervisor object, which it makes anew from its Node.',
  byHand: ['kubectl get hypervisors.kvm.cloud.sap NAME -o yaml'],
  modes: ['F30'],
  about: HYPERVISORS,
  beside: ['Node', SHOOT, ...COUNTED_POOL_KINDS],
  *run(context) {
    for (const node of poolHypervisors(context)) {
      const onboarding = conditionOf(node, 'Onboarding')
      if (onboarding?.status !== 'False' || onboarding.reason !== 'Aborted') continue
      if (node.object?.metadata.deletionTimestamp || isNodeDown(context, node)) continue
      yield {
        mode: 'F30',
        subject: node,
        message: onboarding.message || conditionOf(node, 'Ready')?.message || 'onboarding was aborted',
        evidence: [
          conditionProof(node, 'Onboarding'),
          ...(conditionOf(node, 'Ready')?.status === 'False' ? [conditionProof(node, 'Ready')] : []),
          ...(conditionOf(node, 'AggregatesUpdated')?.status === 'False'
            ? [conditionProof(node, 'AggregatesUpdated')]
            : []),
        ],
        affects: shortOf(context, node),
        next: [
          kubectl(
            { cluster: node.cluster },
            'get',
            'events',
            '-A',
            '--field-selector',
            `involvedObject.name=${node.name}`,
          ),
        ],
      }
    }
  },
}
