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
  *run(sight) {
    const waits = korcWaits(sight).filter(
      ({ to, from }) => to.kind === 'Secret' && to.name === textAt(from.object, 'spec.cloudCredentialsRef.secretName'),
    )
    for (const those of Map.groupBy(waits, ({ to }) => to.id).values()) {
      const [first] = those
      // One that is to make it and has not yet says itself why, or still waits for its source.
      if (!first || makers(sight, first.to, true).some((maker) => conditionOf(maker, 'Ready')?.status !== 'True'))
        continue
      const elsewhere = makers(sight, first.to, false)
      const where = elsewhere.map(({ namespace }) => namespace).join(', ')
      yield {
        mode: 'F79',
        subject: first.to,
        message: `${those.length === 1 ? 'one K-ORC object waits' : `${those.length} K-ORC objects wait`} for this Secret, which does not exist here${where ? `; an ExternalSecret makes it in namespace ${where}` : ''}`,
        evidence: [
          missingEvidence(first.to),
          ...those.slice(0, 2).map(({ from }) => conditionProof(from, 'Progressing')),
          ...elsewhere.map((maker) => ({ on: maker, path: 'metadata.namespace', value: maker.namespace ?? '' })),
        ],
        next: [kubectl(first.to, 'get', 'externalsecrets.external-secrets.io')],
        affects: those.map(({ from }) => from),
      }
    }
  },
}

/** Who makes a Secret of that name, in its namespace or in another one. */
const makers = (sight: CheckContext, secret: GraphNode, here: boolean) =>
  sight
    .of(EXTERNAL_SECRET)
    .filter(
      (one) =>
        one.cluster === secret.cluster &&
        targetSecretName(one) === secret.name &&
        (one.namespace === secret.namespace) === here,
    )
