// SPDX-License-Identifier: Apache-2.0

import { hasLastedFor, isStatusCurrent } from '../../model/check/age.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { textAt } from '../../model/object/fields.ts'
import { objectArgs } from '../../model/text/command.ts'
import { KORC_PATIENCE } from '../shared/korc-waits.ts'
import { hasWorked, secretProblem } from '../shared/unusable-secret.ts'

const CREDENTIAL = 'ApplicationCredential.openstack.k-orc.cloud'

export const credentialWithoutValue: Check = {
  id: 'credential-without-value',
  category: 'identity',
  severity: 'error',
  title: 'Application credential has no secret value',
  why: 'K-ORC reads the secret of an application credential from key value of the Secret that it names; it creates neither the value nor a clouds.yaml. The key is missing.',
  fix: 'Write a long random string to key value of the Secret. K-ORC then creates the credential with it; the clouds.yaml has to be composed from status.id and that value.',
  byHand: ['kubectl --context CONTEXT -n NAMESPACE describe secret SECRET   # names and sizes of its keys, no values'],
  modes: ['F87'],
  about: [CREDENTIAL],
  beside: ['Secret'],
  *run(context) {
    for (const node of context.of(CREDENTIAL)) {
      const progressing = conditionOf(node, 'Progressing')
      if (!isStatusCurrent(node) || !progressing || progressing.stale) continue
      const name = textAt(node.object, 'spec.resource.secretRef') ?? ''
      const secret = context.out(node, 'Secret').find((one) => one.name === name)
      // A created credential needs the Secret no more.
      const problem = secret && !hasWorked(node) ? secretProblem(secret, 'value') : undefined
      const isReported =
        /does not contain "value" key/.test(progressing.message) &&
        hasLastedFor(progressing.since, KORC_PATIENCE, context.now)
      if (!problem && !isReported) continue
      const keys = Object.keys(secret?.object?.data ?? {})
      yield {
        mode: 'F87',
        subject: node,
        message: `Secret ${name} ${problem?.message ?? `has no key value${keys.length > 0 ? `, only ${keys.join(', ')}` : ''}`}`,
        standsAlone: true,
        evidence: [
          conditionProof(node, 'Progressing'),
          ...(problem
            ? [problem.evidence]
            : secret?.object
              ? [{ on: secret, path: 'data', value: keys.join(', ') || 'no keys' }]
              : []),
        ],
        next: [
          {
            ...kubectl(
              node,
              'patch',
              ...objectArgs('secret', name),
              '--type=merge',
              '-p',
              '{"stringData":{"value":"A-LONG-RANDOM-VALUE"}}',
            ),
            why: 'better from a file or OpenBao, so that it is not in the shell history',
          },
        ],
      }
    }
  },
}
