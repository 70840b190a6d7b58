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
  title: 'Keystone rejects the login of K-ORC',
  why: 'The password or application credential in clouds.yaml is not valid: it has expired, or was changed or revoked outside K-ORC. Everything created with it is blocked: users, catalog, credentials of the services.',
  fix: 'Write the valid credential to the Secret. Admin password: set OpenBao, the Secret of Keystone and clouds.yaml to the same value, then force-sync the ExternalSecrets. Application credential: create a new one (CredentialRotation with reMint: true).',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get applicationcredentials.openstack.k-orc.cloud,users.openstack.k-orc.cloud',
    'openstack --os-cloud CLOUD token issue   # with the clouds.yaml of the Secret',
  ],
  modes: ['F81'],
  about: LOGIN_INPUTS.about,
  beside: [...(LOGIN_INPUTS.beside ?? []), KEYSTONE],
  reasons: ['AuthenticationFailed', 'CredentialDrift'],
  *run(context) {
    const failures = loginFailures(context, /\b401\b|Unauthorized/)
    for (const failure of failures) {
      const { secret, secretName, cloud, objects } = failure
      const externalSecrets = secret
        ? context.into(secret, EXTERNAL_SECRET).filter((one) => targetSecretName(one) === secretName)
        : []
      const difference = compareSecret(context, failure)
      yield {
        ...loginFound(failure, 'F81', [...difference, ...controlPlaneEvidence(context, failure)]),
        message: `Keystone returns 401 to ${countOf(failure)} that ${verb(failure, 'log')} in as ${cloud} with Secret ${secretName}${difference.length > 0 ? ', which contains an outdated secret' : ''}`,
        next: [
          ...objects.slice(0, 1).map(describe),
          ...externalSecrets.map((externalSecret) => forceSync(externalSecret, context.now)),
        ],
      }
    }
    const objects = failures.flatMap((failure) => failure.objects)
    yield* externalKeystoneReports(context, 'F81', /^(AuthenticationFailed|CredentialDrift)$/, objects)
  },
}

/** Whether the secret in clouds.yaml equals that of its owner; compares only fingerprints. */
function compareSecret(context: CheckContext, failure: LoginFailure): readonly FindingEvidence[] {
  const facts = cloudOf(failure)
  const { secret, cloud, objects } = failure
  const [first] = objects
  if (!secret || !facts?.secret || !first) return []
  const others = facts.applicationCredential
    ? context
        .of(CREDENTIAL)
        .flatMap((one) => valuesOf(context, one, textAt(one.object, 'spec.resource.secretRef'), 'value'))
    : context
        .of(KEYSTONE)
        .flatMap((one) =>
          valuesOf(
            context,
            one,
            textAt(one.object, 'spec.bootstrap.adminPasswordSecretRef.name'),
            textAt(one.object, 'spec.bootstrap.adminPasswordSecretRef.key') ?? 'password',
          ),
        )
  const inNamespace = others.filter(({ on }) => on.cluster === secret.cluster && on.namespace === secret.namespace)
  if (inNamespace.length === 0 || inNamespace.some(({ fingerprint }) => fingerprint === facts.secret)) return []
  const origin = facts.applicationCredential
    ? 'of no application credential in this namespace'
    : `not that in Secret ${inNamespace[0]?.on.name}`
  return [{ on: secret, path: `data[clouds.yaml].clouds.${cloud}`, value: `its secret is ${origin}` }]
}

function valuesOf(context: CheckContext, node: GraphNode, name: string | undefined, key: string) {
  const secret = context.out(node, 'Secret').find((one) => one.name === name)
  const fingerprint = secret && pushedFingerprint(secret, key)
  return secret && fingerprint ? [{ on: secret, fingerprint }] : []
}

const controlPlaneEvidence = (context: CheckContext, { objects }: LoginFailure): readonly FindingEvidence[] =>
  [...new Set(objects.flatMap((object) => context.into(object, CONTROL_PLANE)))].flatMap((one) =>
    refusals(one, /Ready$/, /^(AuthenticationFailed|CredentialDrift)$/).map(({ type }) => conditionProof(one, type)),
  )
