// SPDX-License-Identifier: Apache-2.0

import { pushedFingerprint } from '../../kinds/external-secrets/pushed-values.ts'
import { EXTERNAL_SECRET, forceSync, targetSecretName } from '../../kinds/external-secrets/sync.ts'
import { CONTROL_PLANE, refusals } from '../../kinds/openstack/conditions.ts'
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionProof } from '../../model/check/evidence.ts'
import { describe } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import { externalKeystoneReports } from '../shared/external-keystone.ts'
import {
  cloudOf,
  countOf,
  LOGIN_INPUTS,
  type LoginFailure,
  loginFailures,
  loginFound,
  verb,
} from '../shared/korc-login.ts'

const KEYSTONE = 'Keystone.keystone.openstack.c5c3.io'
const CREDENTIAL = 'ApplicationCredential.openstack.k-orc.cloud'

export const keystoneLoginRefused: Check = {
  id: 'keystone-login-refused',
  category: 'identity',
  severity: 'error',
  title: 'Keystone refuses the login of K-ORC',
  why: 'The password or application credential in clouds.yaml is not valid (any more): it was changed, revoked or has expired outside of K-ORC. Everything that is made with it stands still: users, catalog, credentials of the services.',
  fix: 'Put the valid credential into the Secret. For the admin password: bring OpenBao, the Secret of Keystone and clouds.yaml to the same value and have the ExternalSecrets sync at once. For an application credential: mint a new one (CredentialRotation with reMint: true).',
  byHand: [
    'kubectl -n NAMESPACE get applicationcredentials.openstack.k-orc.cloud,users.openstack.k-orc.cloud',
    'openstack --os-cloud CLOUD token issue   # with the clouds.yaml of the Secret',
  ],
  modes: ['F81'],
  about: LOGIN_INPUTS.about,
  beside: [...(LOGIN_INPUTS.beside ?? []), KEYSTONE],
  reasons: ['AuthenticationFailed', 'CredentialDrift'],
  *run(sight) {
    const failures = loginFailures(sight, /\b401\b|Unauthorized/)
    for (const failure of failures) {
      const { secret, secretName, cloud, objects } = failure
      const makers = secret
        ? sight.into(secret, EXTERNAL_SECRET).filter((one) => targetSecretName(one) === secretName)
        : []
      const compared = comparison(sight, failure)
      yield {
        ...loginFound(failure, 'F81', [...compared, ...toldBy(sight, failure)]),
        message: `Keystone answers 401 to ${countOf(failure)} that ${verb(failure, 'log')} in as ${cloud} with Secret ${secretName}${compared.length > 0 ? ': it holds an old secret' : ''}`,
        next: [...objects.slice(0, 1).map(describe), ...makers.map((maker) => forceSync(maker, sight.now))],
      }
    }
    const objects = failures.flatMap((failure) => failure.objects)
    yield* externalKeystoneReports(sight, 'F81', /^(AuthenticationFailed|CredentialDrift)$/, objects)
  },
}

/** Whether the secret in clouds.yaml is the one its owner has; only fingerprints are compared. */
function comparison(sight: CheckContext, failure: LoginFailure): readonly FindingEvidence[] {
  const facts = cloudOf(failure)
  const { secret, cloud, objects } = failure
  const [first] = objects
  if (!secret || !facts?.secret || !first) return []
  const others = facts.applicationCredential
    ? sight
        .of(CREDENTIAL)
        .flatMap((one) => valuesOf(sight, one, textAt(one.object, 'spec.resource.secretRef'), 'value'))
    : sight
        .of(KEYSTONE)
        .flatMap((one) =>
          valuesOf(
            sight,
            one,
            textAt(one.object, 'spec.bootstrap.adminPasswordSecretRef.name'),
            textAt(one.object, 'spec.bootstrap.adminPasswordSecretRef.key') ?? 'password',
          ),
        )
  const beside = others.filter(({ on }) => on.cluster === secret.cluster && on.namespace === secret.namespace)
  if (beside.length === 0 || beside.some(({ print }) => print === facts.secret)) return []
  const whose = facts.applicationCredential
    ? 'of no application credential here'
    : `not that in Secret ${beside[0]?.on.name}`
  return [{ on: secret, path: `data[clouds.yaml].clouds.${cloud}`, value: `its secret is ${whose}` }]
}

function valuesOf(sight: CheckContext, node: GraphNode, name: string | undefined, key: string) {
  const secret = sight.out(node, 'Secret').find((one) => one.name === name)
  const print = secret && pushedFingerprint(secret, key)
  return secret && print ? [{ on: secret, print }] : []
}

const toldBy = (sight: CheckContext, { objects }: LoginFailure): readonly FindingEvidence[] =>
  [...new Set(objects.flatMap((object) => sight.into(object, CONTROL_PLANE)))].flatMap((one) =>
    refusals(one, /Ready$/, /^(AuthenticationFailed|CredentialDrift)$/).map(({ type }) => conditionProof(one, type)),
  )
