// SPDX-License-Identifier: Apache-2.0

import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionProof, missingEvidence } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import { textAt } from '../../model/object/fields.ts'
import { korcWaits } from '../shared/korc-waits.ts'

export const korcDependencyMissing: Check = {
  id: 'korc-dependency-missing',
  category: 'identity',
  severity: 'error',
  title: 'K-ORC dependency does not exist',
  why: 'K-ORC objects refer to each other by name: a credential to a user, a user to a domain. A referenced object does not exist, so that all its dependents are blocked indefinitely.',
  fix: 'Create the missing object, or correct the name in the reference. Its dependents recover on their own.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get openstack   # all K-ORC objects',
    'kubectl --context CONTEXT -n NAMESPACE get KIND NAME -o yaml',
  ],
  modes: ['F86'],
  about: IDENTITY_PARTS,
  beside: ['Secret'],
  *run(context) {
    const waits = korcWaits(context).filter(
      ({ to, from }) => to.kind !== 'Secret' || to.name !== textAt(from.object, 'spec.cloudCredentialsRef.secretName'),
    )
    for (const group of Map.groupBy(waits, ({ to }) => to.id).values()) {
      const [first] = group
      if (!first) continue
      const { to, from } = first
      yield {
        mode: 'F86',
        subject: to,
        message: `${from.kind} ${from.name}${group.length > 1 ? ` and ${group.length - 1} more are` : ' is'} blocked by ${to.kind} ${to.name}, which does not exist`,
        evidence: [missingEvidence(to), ...group.slice(0, 3).map((wait) => conditionProof(wait.from, 'Progressing'))],
        next: [getYaml(from)],
        affects: group.map((wait) => wait.from),
      }
    }
  },
}
