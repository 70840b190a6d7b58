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
  title: 'Keystone has no admin password to start with',
  why: 'Keystone is set up with a password from a Secret. The Secret is missing, or the key it names is missing or empty; without it there is no admin, and nothing that needs a login can be made.',
  fix: 'Write the password into OpenBao at the path its ExternalSecret reads, then have the ExternalSecret sync at once (annotate it with force-sync).',
  byHand: [
    'kubectl -n NAMESPACE get secret SECRET -o jsonpath="{.data}" | wc -c   # never print it',
    'kubectl -n NAMESPACE describe externalsecret SECRET',
  ],
  modes: ['F66'],
  about: [KEYSTONE],
  beside: ['Secret', 'ExternalSecret.external-secrets.io'],
  reasons: ['AdminSecretInvalid'],
  *run(sight) {
    for (const node of sight.of(KEYSTONE))
      for (const condition of refusals(node, /^BootstrapReady$/, /^AdminSecretInvalid$/)) {
        const name = textAt(node.object, 'spec.bootstrap.adminPasswordSecretRef.name')
        const makers = sight
          .out(node, 'ExternalSecret.external-secrets.io')
          .filter((maker) => maker.object && (maker.name === name || textAt(maker.object, 'spec.target.name') === name))
        yield {
          mode: 'F66',
          subject: node,
          message: condition.message || 'the admin password Secret cannot be used',
          evidence: [
            conditionProof(node, 'BootstrapReady'),
            ...secretProofs(sight, node, name),
            ...makers.flatMap((maker) => [healthyEvidence(maker, 'Ready'), ...remoteProofs(maker)]),
          ],
          next: makers.flatMap((maker) => [
            kubectl(maker, 'describe', ...objectArgs('externalsecrets.external-secrets.io', maker.name)),
            {
              ...kubectl(
                maker,
                'annotate',
                ...objectArgs('externalsecrets.external-secrets.io', maker.name),
                `force-sync=${Math.floor(sight.now / 1000)}`,
                '--overwrite',
              ),
              why: 'once the password is in OpenBao',
            },
          ]),
        }
      }
  },
}

/** Where in OpenBao it reads: the place to write to. */
const remoteProofs = (on: GraphNode): readonly FindingEvidence[] =>
  listAt(on.object, 'spec.data').flatMap((entry, i) => {
    const value = textAt(entry, 'remoteRef.key')
    return value ? [{ on, path: `spec.data[${i}].remoteRef.key`, value }] : []
  })

/** Whether the Secret and its key are there and hold anything, never what. */
function secretProofs(sight: CheckContext, node: GraphNode, name: string | undefined): readonly FindingEvidence[] {
  const secret = sight.out(node, 'Secret').find((one) => one.name === name)
  const key = textAt(node.object, 'spec.bootstrap.adminPasswordSecretRef.key') ?? 'password'
  if (!secret || secret.source === 'unseen') return []
  if (!secret.object) return [missingEvidence(secret)]
  const facts = factsOf(secret.object, key)
  return [{ on: secret, path: `data[${key}]`, value: facts ? (facts.empty ? 'empty' : 'not empty') : 'absent' }]
}
