// SPDX-License-Identifier: Apache-2.0

import { EXTERNAL_SECRET, targetSecretName } from '../../kinds/external-secrets/sync.ts'
import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, conditionProof, missingEvidence } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import { korcWaits } from '../shared/korc-waits.ts'

export const cloudsSecretMissing: Check = {
  id: 'clouds-secret-missing',
  category: 'identity',
  severity: 'error',
  title: 'K-ORC has no clouds.yaml to log in with',
  why: 'Every K-ORC object names a Secret with a clouds.yaml, and K-ORC looks for it in the namespace of the object. It is not there, so nothing is made in Keystone: often it was made in the namespace of the controller instead.',
  fix: 'Make the Secret, or the ExternalSecret for it, in the namespace of the K-ORC objects. A copy in the namespace of the controller does not help.',
  byHand: ['kubectl get secrets -A --field-selector metadata.name=SECRET', 'kubectl -n NAMESPACE get externalsecrets'],
  modes: ['F79'],
  about: IDENTITY_PARTS,
  beside: ['Secret', EXTERNAL_SECRET],
  *run(context) {
    const waits = korcWaits(context).filter(
      ({ to, from }) => to.kind === 'Secret' && to.name === textAt(from.object, 'spec.cloudCredentialsRef.secretName'),
    )
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
        message: `${group.length === 1 ? 'one K-ORC object waits' : `${group.length} K-ORC objects wait`} for this Secret, which does not exist here${namespaces ? `; an ExternalSecret makes it in namespace ${namespaces}` : ''}`,
        evidence: [
          missingEvidence(first.to),
          ...group.slice(0, 2).map(({ from }) => conditionProof(from, 'Progressing')),
          ...elsewhere.map((externalSecret) => ({
            on: externalSecret,
            path: 'metadata.namespace',
            value: externalSecret.namespace ?? '',
          })),
        ],
        next: [kubectl(first.to, 'get', 'externalsecrets.external-secrets.io')],
        affects: group.map(({ from }) => from),
      }
    }
  },
}

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
