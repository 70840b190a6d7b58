// SPDX-License-Identifier: Apache-2.0

import { EXTERNAL_SECRET, targetSecretName } from '../../kinds/external-secrets/sync.ts'
import type { Check } from '../../model/check/check.ts'
import { getYaml } from '../../model/check/next-step.ts'
import { factsOf } from '../../model/secret/secret-facts.ts'
import { countOf, keyProof, LOGIN_INPUTS, loginFailures, loginFound } from '../shared/korc-login.ts'

export const cloudsYamlUnreadable: Check = {
  id: 'clouds-yaml-unreadable',
  category: 'identity',
  severity: 'error',
  title: 'Invalid clouds.yaml',
  why: 'The Secret exists, but its key clouds.yaml contains something else: a wrong template, the wrong property of the path, or a value that was encoded twice.',
  fix: 'Correct the template or the property of the ExternalSecret that creates the Secret, or the value at its source. The value has to be YAML with a map clouds.',
  byHand: ['kubectl --context CONTEXT -n NAMESPACE describe secret SECRET   # names and sizes of its keys, no values'],
  modes: ['F101'],
  ...LOGIN_INPUTS,
  *run(context) {
    for (const failure of loginFailures(context, /failed to unmarshal clouds credentials/i)) {
      const { secret, secretName } = failure
      const facts = factsOf(secret?.object, 'clouds.yaml')
      const externalSecrets = secret
        ? context.into(secret, EXTERNAL_SECRET).filter((one) => targetSecretName(one) === secretName)
        : []
      yield {
        ...loginFound(failure, 'F101', [
          ...(secret && facts?.malformed
            ? [{ on: secret, path: 'data[clouds.yaml]', value: `${facts.bytes} bytes that are not a YAML map` }]
            : keyProof(failure, 'clouds.yaml')),
        ]),
        message: `${countOf(failure)} cannot read the clouds.yaml in Secret ${secretName}`,
        next: externalSecrets.map(getYaml),
      }
    }
  },
}
