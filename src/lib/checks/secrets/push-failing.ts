// SPDX-License-Identifier: Apache-2.0

import { EXTERNAL_SECRET, isFailing, isStoresFault, PUSH_SECRET, STORES } from '../../kinds/external-secrets/sync.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof, missingEvidence } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import { textAt } from '../../model/object/fields.ts'

export const pushFailing: Check = {
  id: 'push-failing',
  category: 'secrets',
  severity: 'error',
  title: 'PushSecret cannot write to OpenBao',
  why: 'The new value does not reach OpenBao, so that readers there get nothing or an old value. With a 403 the policy of the role does not allow the path; with "could not get source secret" the Secret to push does not exist.',
  fix: 'For a 403, grant the role of the store write access to the path (setup-policies). For a missing source, create the Secret. Then force-sync the PushSecret.',
  byHand: ['kubectl --context CONTEXT -n NAMESPACE describe pushsecret NAME', 'bao policy read POLICY'],
  modes: ['F76'],
  about: [PUSH_SECRET],
  beside: [...STORES, EXTERNAL_SECRET, 'Secret', 'Event'],
  reasons: ['Errored'],
  *run(context) {
    for (const push of context.of(PUSH_SECRET)) {
      if (!isFailing(push, context.now) || isStoresFault(context, push)) continue
      const source = textAt(push.object, 'spec.selector.secret.name')
      const secret = context.out(push, 'Secret').find(({ name }) => name === source)
      yield {
        mode: 'F76',
        subject: push,
        // A rejected write does not depend on how the value was created; a missing source may.
        standsAlone: secret?.source !== 'missing',
        message: conditionOf(push, 'Ready')?.message || 'cannot write to OpenBao',
        evidence: [
          conditionProof(push, 'Ready'),
          ...(secret?.source === 'missing' ? [missingEvidence(secret)] : []),
          fieldProof(push, 'spec.selector.secret.name'),
        ],
        next: [getYaml(push)],
      }
    }
  },
}
