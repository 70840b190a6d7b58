// SPDX-License-Identifier: Apache-2.0
import { isLifecycleDisabled } from '../../kinds/hypervisor-operator/lifecycle.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { countAt } from '../../model/object/fields.ts'
import {
  COUNTED_POOL_KINDS,
  counted,
  HYPERVISORS,
  isNodeDown,
  poolHypervisors,
  SHOOT,
  shortOf,
} from '../shared/pool-members.ts'

export const onboardingAborted: Check = {
  id: 'onboarding-aborted',
  category: 'hypervisors',
  severity: 'error',
  title: 'Hypervisor onboarding was aborted',
  why: 'The host accepts no new instances, and the operator does not retry on its own: Nova or Placement rejected a request, which the message names. With spec.lifecycleEnabled: false the operator aborts on purpose; that is not reported here.',
  fix: 'Fix what the message names. Only if no instance runs on the host, delete the Hypervisor object: the operator recreates it from the Node and starts over.',
  byHand: ['kubectl --context CONTEXT get hypervisors.kvm.cloud.sap NAME -o yaml'],
  modes: ['F30'],
  about: HYPERVISORS,
  beside: ['Node', SHOOT, ...COUNTED_POOL_KINDS],
  *run(context) {
    for (const node of poolHypervisors(context)) {
      const onboarding = conditionOf(node, 'Onboarding')
      if (onboarding?.status !== 'False' || onboarding.reason !== 'Aborted') continue
      if (node.object?.metadata.deletionTimestamp || isNodeDown(context, node)) continue
      if (isLifecycleDisabled(node.object)) continue
      const instances = countAt(node.object, 'status.numInstances') ?? 0
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
          ...(instances > 0 ? [fieldProof(node, 'status.numInstances')] : []),
        ],
        affects: shortOf(context, node),
        ...(instances > 0
          ? {
              fix: `Fix what the message names. Do not delete the Hypervisor object: ${counted(instances, 'instance')} on this host would be left without it.`,
            }
          : {}),
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
