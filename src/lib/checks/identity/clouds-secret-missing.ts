// SPDX-License-Identifier: Apache-2.0

import { EXTERNAL_SECRET, targetSecretName } from '../../kinds/external-secrets/sync.ts'
import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof, missingEvidence } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { textAt } from '../../model/object/fields.ts'
import { korcWaits } from '../shared/korc-waits.ts'
import { hasWorked, secretProblem } from '../shared/unusable-secret.ts'

export const cloudsSecretMissing: Check = {
  id: 'clouds-secret-missing',
  category: 'identity',
  severity: 'error',
  title: 'K-ORC has no clouds.yaml',
  why: 'Every K-ORC object names a Secret with a clouds.yaml in its own namespace. The Secret does not exist there, is being deleted or contains no clouds.yaml, so that K-ORC cannot change anything in Keystone. Often it was created in the namespace of the controller instead.',
  fix: 'Create the Secret with key clouds.yaml, or the ExternalSecret for it, in the namespace of the K-ORC objects. A copy in the namespace of the controller does not help.',
  byHand: [
    'kubectl --context CONTEXT get secrets -A --field-selector metadata.name=SECRET',
    'kubectl --context CONTEXT -n NAMESPACE get externalsecrets',
  ],
  modes: ['F79'],
  about: IDENTITY_PARTS,
  beside: ['Secret', EXTERNAL_SECRET],
  *run(context) {
    for (const [secret, readers] of Map.groupBy(cloudReaders(context), ({ secret }) => secret)) {
      const problem = secretProblem(secret, 'clouds.yaml')
      if (!problem) continue
      yield {
        mode: 'F79',
        subject: secret,
        message: `${problem.message}, and ${countText(readers.length, 'uses', 'use')} it to log in`,
        evidence: [problem.evidence, fieldProof(readers[0]?.reader ?? secret, SECRET_NAME)],
        next: [kubectl(secret, 'get', 'externalsecrets.external-secrets.io')],
        affects: readers.map(({ reader }) => reader).filter((reader) => !isFine(context.own(reader).state)),
      }
    }
    const waits = [
      ...korcWaits(context).filter(
        ({ to, from }) => to.kind === 'Secret' && to.name === textAt(from.object, SECRET_NAME),
      ),
      ...cloudReaders(context)
        .filter(({ secret, reader }) => secret.source === 'missing' && hasWorked(reader))
        .map(({ secret, reader }) => ({ from: reader, to: secret })),
    ]
    for (const group of Map.groupBy(waits, ({ to }) => to.id).values()) {
      const [first] = group
      // An ExternalSecret that has not created the Secret yet reports the reason itself, or is blocked by its source.
      if (
        !first ||
        externalSecrets(context, first.to, true).some(
          (externalSecret) => conditionOf(externalSecret, 'Ready')?.status !== 'True',
        )
      )
        continue
      const elsewhere = externalSecrets(context, first.to, false)
      const namespaces = elsewhere.map(({ namespace }) => namespace).join(', ')
      yield {
        mode: 'F79',
        subject: first.to,
        message: `${countText(group.length, 'needs', 'need')} this Secret, which does not exist here${namespaces ? `; an ExternalSecret creates it in namespace ${namespaces}` : ''}`,
        evidence: [
          missingEvidence(first.to),
          ...group.slice(0, 2).map(({ from }) => conditionProof(from, hasWorked(from) ? 'Available' : 'Progressing')),
          ...elsewhere.map((externalSecret) => ({
            on: externalSecret,
            path: 'metadata.namespace',
            value: externalSecret.namespace ?? '',
          })),
        ],
        next: [kubectl(first.to, 'get', 'externalsecrets.external-secrets.io')],
        affects: group.map(({ from }) => from).filter((from) => !isFine(context.own(from).state)),
      }
    }
  },
}

const SECRET_NAME = 'spec.cloudCredentialsRef.secretName'

const countText = (count: number, one: string, many: string) =>
  count === 1 ? `1 K-ORC object ${one}` : `${count} K-ORC objects ${many}`

/** K-ORC objects with the Secret they log in with. */
const cloudReaders = (context: CheckContext) =>
  IDENTITY_PARTS.flatMap((kind) => context.of(kind)).flatMap((reader) => {
    const name = textAt(reader.object, SECRET_NAME)
    const secret = context.out(reader, 'Secret').find((one) => one.name === name && one.namespace === reader.namespace)
    return secret ? [{ reader, secret }] : []
  })

/** ExternalSecrets that create a Secret of that name, in its namespace or in another one. */
const externalSecrets = (context: CheckContext, secret: GraphNode, isSameNamespace: boolean) =>
  context
    .of(EXTERNAL_SECRET)
    .filter(
      (one) =>
        one.cluster === secret.cluster &&
        targetSecretName(one) === secret.name &&
        (one.namespace === secret.namespace) === isSameNamespace,
    )
