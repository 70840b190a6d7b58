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
  title: 'Secret store is not ready',
  why: 'Nothing can be read from or written to OpenBao through this store. Existing Secrets keep their values; new and changed ones are not synced. Usual causes: OpenBao is sealed, its certificate or the client certificate is wrong, or the role of the store no longer exists.',
  fix: 'Check whether OpenBao is sealed (its Pods run but are not ready) and unseal it. Otherwise read the events of the store: they say whether the login, the certificate or the address is wrong.',
  byHand: [
    'kubectl --context CONTEXT get secretstores,clustersecretstores -A',
    'kubectl --context CONTEXT -n NAMESPACE describe secretstore NAME   # Events',
    'kubectl --context CONTEXT -n OPENBAO-NAMESPACE exec OPENBAO-POD -- bao status',
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
        message: `${warning?.message || conditionOf(store, 'Ready')?.message || 'not usable'}; ${failing.length} of ${users.length} objects that use it fail`,
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
