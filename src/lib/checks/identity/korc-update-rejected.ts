// SPDX-License-Identifier: Apache-2.0
import { IDENTITY_PARTS, korcError } from '../../kinds/korc/health-and-links.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof, healthyEvidence } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import { conditionsOf } from '../../model/object/conditions.ts'

export const korcUpdateRejected: Check = {
  id: 'korc-update-rejected',
  category: 'identity',
  severity: 'warning',
  effect: 'degrades',
  title: 'K-ORC update does not reach OpenStack',
  why: 'The OpenStack resource exists, so that Available stays True, but it differs from the spec: OpenStack rejected the update, or K-ORC cannot send it.',
  fix: 'With InvalidConfiguration or UnrecoverableError, correct the spec as the message says: K-ORC does not retry before the spec changes. With TransientError, fix what the message names; K-ORC retries on its own.',
  byHand: [
    "kubectl --context CONTEXT -n NAMESPACE get KIND.openstack.k-orc.cloud NAME -o jsonpath='{.status.conditions}'",
  ],
  modes: [],
  reasons: ['InvalidConfiguration', 'UnrecoverableError'],
  about: IDENTITY_PARTS,
  *run(context) {
    for (const node of IDENTITY_PARTS.flatMap((kind) => context.of(kind))) {
      if (context.own(node).state !== 'degraded' || conditionOf(node, 'Available')?.status !== 'True') continue
      const error = node.object && korcError(conditionsOf(node.object))
      if (error?.type !== 'Progressing') continue
      yield {
        mode: '',
        subject: node,
        message: error.message || `K-ORC reports ${error.reason}`,
        evidence: [conditionProof(node, 'Progressing'), healthyEvidence(node, 'Available')],
        next: [getYaml(node)],
      }
    }
  },
}
