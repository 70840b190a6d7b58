// SPDX-License-Identifier: Apache-2.0

import {
  EXTERNAL_SECRET,
  GENERATOR,
  isFailing,
  PUSH_SECRET,
  STORES,
  warningProofs,
} from '../../kinds/external-secrets/sync.ts'
import { serviceHost } from '../../kinds/openstack/host.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof, withoutDate } from '../../model/check/evidence.ts'
import { kubectl, type NextStep } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'

const SERVER = 'spec.provider.vault.server'

export const secretStoreNotReady: Check = {
  id: 'secret-store-not-ready',
  category: 'secrets',
  severity: 'error',
  title: 'A secret store does not answer',
  why: 'Nothing can be read from or written to OpenBao through this store. Secrets that were made before stay as they are; new and changed ones do not arrive. Usual reasons: OpenBao is sealed, its certificate or the client certificate is wrong, or the role the store logs in with is gone.',
  fix: 'See whether OpenBao is sealed (its Pods run and are not ready) and unseal it. Otherwise read the Event of the store: it says whether the login, the certificate or the address is wrong.',
  byHand: [
    'kubectl get secretstores,clustersecretstores -A',
    'kubectl -n NAMESPACE describe secretstore NAME   # Events',
    'kubectl -n OPENBAO-NAMESPACE exec OPENBAO-POD -- bao status',
  ],
  modes: ['F74'],
  about: STORES,
  beside: [EXTERNAL_SECRET, PUSH_SECRET, GENERATOR, 'Event'],
  reasons: ['InvalidProviderConfig', 'ValidationFailed', 'InvalidStoreConfiguration'],
  *run(context) {
    for (const store of STORES.flatMap((kind) => context.of(kind))) {
      if (!isFailing(store, context.now)) continue
      const [warning] = context.events(store)
      const users = [...context.into(store, EXTERNAL_SECRET), ...context.into(store, PUSH_SECRET)]
      const failing = users.filter((user) => isFailing(user, context.now))
      yield {
        mode: 'F74',
        subject: store,
        message: `${warning?.message || conditionOf(store, 'Ready')?.message || 'it cannot be used'}; ${failing.length} of ${users.length} that use it fail`,
        evidence: [
          conditionProof(store, 'Ready'),
          ...warningProofs(context, store),
          ...(textAt(store.object, SERVER) ? [fieldProof(store, SERVER)] : []),
          ...failing.slice(0, 2).map((user) => withoutDate(conditionProof(user, 'Ready'))),
        ],
        next: openBaoPods(store),
        affects: generatorReaders(context, store),
      }
    }
  },
}

/** ExternalSecrets without a store whose generator uses the same server and fails with it. */
function generatorReaders(context: CheckContext, store: GraphNode): readonly GraphNode[] {
  const server = textAt(store.object, SERVER)
  if (server === undefined) return []
  return context
    .of(GENERATOR)
    .filter((one) => one.cluster === store.cluster && textAt(one.object, 'spec.provider.server') === server)
    .flatMap((one) => context.into(one, EXTERNAL_SECRET))
    .filter((reader) => isFailing(reader, context.now))
}

/** If OpenBao runs in the same cluster, its address contains the namespace. */
function openBaoPods(store: GraphNode): readonly NextStep[] {
  const host = serviceHost(textAt(store.object, SERVER))
  if (!host) return []
  const { cluster } = store
  return [{ ...kubectl({ cluster, namespace: host.namespace }, 'get', 'pods'), why: 'running and not ready: sealed' }]
}
