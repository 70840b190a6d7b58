// SPDX-License-Identifier: Apache-2.0

import { refusals } from '../../kinds/openstack/conditions.ts'
import { hasLastedFor } from '../../model/check/age.ts'
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof, healthyEvidence, missingEvidence } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import { factsOf } from '../../model/secret/secret-facts.ts'

const BACKEND = 'GlanceBackend.glance.openstack.c5c3.io'
const EXTERNAL_SECRET = 'ExternalSecret.external-secrets.io'
const KEYS: readonly string[] = ['access-key-id', 'secret-access-key']

export const backendCredentialsMissing: Check = {
  id: 'backend-credentials-missing',
  category: 'control-plane',
  severity: 'error',
  title: 'Glance backend has no object store credentials',
  why: 'The backend needs a Secret with access-key-id and secret-access-key, which an ExternalSecret of the same name should create. Glance is not started until its default backend has them.',
  fix: 'Create the ExternalSecret that the backend names, or add the missing keys to its source. The credentials come from the object store (for Rook: a CephObjectStoreUser).',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE describe glancebackends.glance.openstack.c5c3.io NAME',
    'kubectl --context CONTEXT -n NAMESPACE get externalsecrets.external-secrets.io',
  ],
  modes: ['F105'],
  about: [BACKEND],
  beside: [EXTERNAL_SECRET, 'Secret', 'Glance.glance.openstack.c5c3.io'],
  reasons: ['WaitingForCredentials', 'WaitingForBackends'],
  *run(context) {
    for (const node of context.of(BACKEND))
      for (const condition of refusals(node, /^CredentialsReady$/, /^WaitingForCredentials$/)) {
        if (!hasLastedFor(condition.since, 2, context.now)) continue
        yield {
          mode: 'F105',
          subject: node,
          message: condition.message || 'blocked by missing credentials',
          evidence: [
            conditionProof(node, 'CredentialsReady'),
            ...secretProofs(context, node),
            ...context.into(node, 'Glance.glance.openstack.c5c3.io').flatMap(backendEvidence),
          ],
          next: [kubectl(node, 'get', 'externalsecrets.external-secrets.io')],
        }
      }
  },
}

const backendEvidence = (glance: GraphNode): FindingEvidence[] =>
  conditionOf(glance, 'BackendsReady')?.status === 'False' ? [conditionProof(glance, 'BackendsReady')] : []

/** Which keys the Secret has; never their values. */
function secretProofs(context: CheckContext, node: GraphNode): readonly FindingEvidence[] {
  const name = textAt(node.object, 'spec.s3.credentialsSecretRef.name')
  const secret = context.out(node, 'Secret').find((one) => one.name === name)
  const externalSecrets = context.out(node, EXTERNAL_SECRET).filter(({ object }) => object)
  const externalSecretEvidence = externalSecrets.map((externalSecret) => healthyEvidence(externalSecret, 'Ready'))
  if (!secret || secret.source === 'unseen') return externalSecretEvidence
  const { object } = secret
  if (!object) return [missingEvidence(secret), ...externalSecretEvidence]
  return [
    ...KEYS.map((key) => ({ on: secret, path: `data[${key}]`, value: factsOf(object, key) ? 'present' : 'absent' })),
    ...externalSecretEvidence,
  ]
}
