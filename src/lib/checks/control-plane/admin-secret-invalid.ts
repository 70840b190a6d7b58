// SPDX-License-Identifier: Apache-2.0

import { refusals } from '../../kinds/openstack/conditions.ts'
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionProof, healthyEvidence, missingEvidence } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { listAt, textAt } from '../../model/object/fields.ts'
import { factsOf } from '../../model/secret/secret-facts.ts'
import { objectArgs } from '../../model/text/command.ts'

const KEYSTONE = 'Keystone.keystone.openstack.c5c3.io'

export const adminSecretInvalid: Check = {
  id: 'admin-secret-invalid',
  category: 'control-plane',
  severity: 'error',
  title: 'Keystone has no usable admin password',
  why: 'The Keystone bootstrap reads the admin password from a Secret. The Secret is missing, or its key is missing or empty; without it no admin user exists, and nothing that needs a login can be created.',
  fix: 'Write the password to the OpenBao path that the ExternalSecret reads, then force-sync the ExternalSecret.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE describe secret SECRET   # names and sizes of its keys, no values',
    'kubectl --context CONTEXT -n NAMESPACE describe externalsecret SECRET',
  ],
  modes: ['F66'],
  about: [KEYSTONE],
  beside: ['Secret', 'ExternalSecret.external-secrets.io'],
  reasons: ['AdminSecretInvalid'],
  *run(context) {
    for (const node of context.of(KEYSTONE))
      for (const condition of refusals(node, /^BootstrapReady$/, /^AdminSecretInvalid$/)) {
        const name = textAt(node.object, 'spec.bootstrap.adminPasswordSecretRef.name')
        const externalSecrets = context
          .out(node, 'ExternalSecret.external-secrets.io')
          .filter(
            (externalSecret) =>
              externalSecret.object &&
              (externalSecret.name === name || textAt(externalSecret.object, 'spec.target.name') === name),
          )
        yield {
          mode: 'F66',
          subject: node,
          message: condition.message || 'the admin password Secret cannot be used',
          evidence: [
            conditionProof(node, 'BootstrapReady'),
            ...secretProofs(context, node, name),
            ...externalSecrets.flatMap((externalSecret) => [
              healthyEvidence(externalSecret, 'Ready'),
              ...remoteProofs(externalSecret),
            ]),
          ],
          next: externalSecrets.flatMap((externalSecret) => [
            kubectl(
              externalSecret,
              'describe',
              ...objectArgs('externalsecrets.external-secrets.io', externalSecret.name),
            ),
            {
              ...kubectl(
                externalSecret,
                'annotate',
                ...objectArgs('externalsecrets.external-secrets.io', externalSecret.name),
                `force-sync=${Math.floor(context.now / 1000)}`,
                '--overwrite',
              ),
              why: 'after the password is in OpenBao',
            },
          ]),
        }
      }
  },
}

/** The path in OpenBao that the ExternalSecret reads: write the password there. */
const remoteProofs = (on: GraphNode): readonly FindingEvidence[] =>
  listAt(on.object, 'spec.data').flatMap((entry, i) => {
    const value = textAt(entry, 'remoteRef.key')
    return value ? [{ on, path: `spec.data[${i}].remoteRef.key`, value }] : []
  })

/** Whether the Secret and its key exist and have a value; never the value. */
function secretProofs(context: CheckContext, node: GraphNode, name: string | undefined): readonly FindingEvidence[] {
  const secret = context.out(node, 'Secret').find((one) => one.name === name)
  const key = textAt(node.object, 'spec.bootstrap.adminPasswordSecretRef.key') ?? 'password'
  if (!secret || secret.source === 'unseen') return []
  if (!secret.object) return [missingEvidence(secret)]
  const facts = factsOf(secret.object, key)
  return [{ on: secret, path: `data[${key}]`, value: facts ? (facts.empty ? 'empty' : 'not empty') : 'absent' }]
}
