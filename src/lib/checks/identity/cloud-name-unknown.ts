// SPDX-License-Identifier: Apache-2.0

import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { getYaml } from '../../model/check/next-step.ts'
import { textAt } from '../../model/object/fields.ts'
import { factsOf } from '../../model/secret/secret-facts.ts'
import { countOf, LOGIN_INPUTS, type LoginFailure, loginFailures, loginFound, verb } from '../shared/korc-login.ts'

export const cloudNameUnknown: Check = {
  id: 'cloud-name-unknown',
  category: 'identity',
  severity: 'error',
  title: 'cloudName is missing in clouds.yaml',
  why: 'Objects name an entry of clouds.yaml in cloudCredentialsRef.cloudName, but the file in the Secret has no such entry. K-ORC retries indefinitely.',
  fix: 'Set cloudName to the name under clouds: in the Secret (the released operator writes admin, the specification openstack), or add the expected entry.',
  byHand: ["kubectl --context CONTEXT -n NAMESPACE get KIND NAME -o jsonpath='{.spec.cloudCredentialsRef}'"],
  modes: ['F80'],
  ...LOGIN_INPUTS,
  *run(context) {
    for (const failure of loginFailures(context, /no cloud named/i)) {
      const names = namesIn(failure)
      const { objects, cloud, secretName } = failure
      const [first] = objects
      const wrong = first && !isSecretToBlame(context, failure) ? { ...failure, subject: first } : failure
      yield {
        ...loginFound(wrong, 'F80', [
          ...(first ? [{ on: first, path: 'spec.cloudCredentialsRef.cloudName', value: cloud }] : []),
          ...nameEvidence(failure, names),
        ]),
        message: `${countOf(failure)} ${verb(failure, 'use')} cloud ${cloud} of Secret ${secretName}${names ? `, which has ${names.length === 0 ? 'none' : `only ${names.join(', ')}`}` : ''}`,
        next: objects.slice(0, 3).map(getYaml),
      }
    }
  },
}

/** If others use the same Secret with another cloud name, the objects with this name are wrong, not the Secret. */
function isSecretToBlame(context: CheckContext, { secret, cloud }: LoginFailure): boolean {
  if (!secret) return true
  const users = IDENTITY_PARTS.flatMap((kind) => context.into(secret, kind))
  return users.every(({ object }) => {
    const isUser = textAt(object, 'spec.cloudCredentialsRef.secretName') === secret.name
    return !isUser || textAt(object, 'spec.cloudCredentialsRef.cloudName') === cloud
  })
}

function namesIn({ secret }: LoginFailure): readonly string[] | undefined {
  const clouds = factsOf(secret?.object, 'clouds.yaml')?.clouds
  return clouds && Object.keys(clouds)
}

const nameEvidence = ({ secret }: LoginFailure, names: readonly string[] | undefined): readonly FindingEvidence[] =>
  secret && names ? [{ on: secret, path: 'data[clouds.yaml].clouds', value: names.join(', ') || 'none' }] : []
