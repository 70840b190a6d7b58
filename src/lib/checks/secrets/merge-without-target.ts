// SPDX-License-Identifier: Apache-2.0

import { EXTERNAL_SECRET, targetSecretName } from '../../kinds/external-secrets/sync.ts'
import { hasLastedFor, isStatusCurrent } from '../../model/check/age.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { operands } from '../../model/text/command.ts'

export const mergeWithoutTarget: Check = {
  id: 'merge-without-target',
  category: 'secrets',
  severity: 'error',
  title: 'ExternalSecret reports Ready but has written nothing',
  why: 'With creationPolicy Merge, values are only added to a Secret that exists. It does not exist, and External Secrets reports that as Ready. Pods that mount the Secret do not start.',
  fix: 'Create the target Secret (it may be empty), or set creationPolicy to Owner so that External Secrets creates it.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get externalsecret NAME -o yaml   # status.conditions: SecretMissing',
  ],
  modes: ['F99'],
  about: [EXTERNAL_SECRET],
  reasons: ['SecretMissing'],
  *run(context) {
    for (const reader of context.of(EXTERNAL_SECRET)) {
      const ready = conditionOf(reader, 'Ready')
      if (!isStatusCurrent(reader) || ready?.reason !== 'SecretMissing' || !hasLastedFor(ready.since, 2, context.now))
        continue
      yield {
        mode: 'F99',
        subject: reader,
        message: `Secret ${targetSecretName(reader)} does not exist, and creationPolicy Merge does not create it`,
        standsAlone: true,
        evidence: [conditionProof(reader, 'Ready'), fieldProof(reader, 'spec.target.creationPolicy')],
        next: [
          {
            ...kubectl(reader, 'create', 'secret', 'generic', ...operands(targetSecretName(reader))),
            why: 'the next sync adds its values',
          },
        ],
      }
    }
  },
}
