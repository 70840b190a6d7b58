// SPDX-License-Identifier: Apache-2.0

import { EXTERNAL_SECRET, isFailing, PUSH_SECRET, STORES, storesOf } from '../../kinds/external-secrets/sync.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionProof, missingEvidence } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'

export const secretStoreMissing: Check = {
  id: 'secret-store-missing',
  category: 'secrets',
  severity: 'error',
  title: 'Referenced secret store does not exist',
  why: 'ExternalSecrets or PushSecrets name a SecretStore or ClusterSecretStore that does not exist, or the wrong one of the two kinds. They fail until it exists.',
  fix: 'Create the store, or correct secretStoreRef: a SecretStore has to be in the same namespace, a ClusterSecretStore is cluster-scoped.',
  byHand: [
    'kubectl --context CONTEXT get secretstores,clustersecretstores -A',
    'kubectl --context CONTEXT -n NAMESPACE get externalsecret NAME -o yaml',
  ],
  modes: ['F74'],
  about: [EXTERNAL_SECRET, PUSH_SECRET],
  beside: STORES,
  *run(context) {
    const uses = [EXTERNAL_SECRET, PUSH_SECRET]
      .flatMap((kind) => context.of(kind))
      .flatMap((user) =>
        isFailing(user, context.now)
          ? storesOf(context, user)
              .filter(({ source }) => source === 'missing')
              .map((store) => ({ user, store }))
          : [],
      )
    for (const group of Map.groupBy(uses, ({ store }) => store.id).values()) {
      const [first] = group
      if (!first) continue
      const users: readonly GraphNode[] = group.map(({ user }) => user)
      yield {
        mode: 'F74',
        subject: first.store,
        message: `this ${first.store.kind} does not exist, and ${users.length === 1 ? 'one object uses' : `${users.length} objects use`} it`,
        evidence: [missingEvidence(first.store), ...users.slice(0, 3).map((user) => conditionProof(user, 'Ready'))],
        next: [kubectl({ cluster: first.store.cluster }, 'get', 'secretstores,clustersecretstores', '-A')],
        affects: users,
      }
    }
  },
}
