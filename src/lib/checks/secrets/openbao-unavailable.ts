// SPDX-License-Identifier: Apache-2.0

import { STORE_SERVER } from '../../kinds/external-secrets/server-links.ts'
import { isFailing, STORES } from '../../kinds/external-secrets/sync.ts'
import { serviceHost } from '../../kinds/openstack/host.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof, withoutDate } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import { STOPPABLE_WORKLOADS } from '../shared/stopped-workloads.ts'

const CLUSTER = 'OpenBaoCluster.openbao.org'

export const openBaoUnavailable: Check = {
  id: 'openbao-unavailable',
  category: 'secrets',
  severity: 'error',
  title: 'OpenBao is sealed or not running',
  why: 'The secret stores of all clusters read from it. OpenBao is sealed after a restart until it is unsealed: its Pods run, are not ready and return 503.',
  fix: 'Unseal it with the keys of its operators, or fix auto-unseal. If its Pods do not run, find out why; the secret stores recover on their own.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get pods   # running and not ready: sealed',
    'kubectl --context CONTEXT -n NAMESPACE exec POD -- bao status',
    'kubectl --context CONTEXT -n NAMESPACE get openbaoclusters.openbao.org',
  ],
  modes: ['F161'],
  about: STORES,
  beside: [CLUSTER, ...STOPPABLE_WORKLOADS, 'Event'],
  reasons: ['Sealed', 'NotInitialized'],
  *run(context) {
    const failing = STORES.flatMap((kind) => context.of(kind)).filter((store) => isFailing(store, context.now))
    const down = servers(context).filter((server) => context.own(server).state === 'failed')
    for (const server of down) {
      const stores = failing.filter((store) => uses(context, store, server, down))
      const [sealed] = stores.filter((store) => SEALED.test(wordsOf(context, store)))
      if (stores.length === 0 && server.kind !== 'OpenBaoCluster') continue
      const { message, reason, evidence = [] } = context.own(server)
      yield {
        mode: 'F161',
        subject: server,
        message: sealed
          ? `OpenBao is sealed (reported by ${sealed.kind} ${sealed.name} @${sealed.cluster.label}); ${counted(stores)}`
          : `${message ?? reason ?? 'not running'}; ${counted(stores)}`,
        evidence: [
          ...evidence.map(({ path, value }) => ({ on: server, path, value })),
          ...stores.slice(0, 3).map((store) => conditionProof(store, 'Ready')),
          ...stores.slice(0, 1).map((store) => withoutDate(fieldProof(store, STORE_SERVER))),
        ],
        next: [{ ...kubectl(server, 'get', 'pods'), why: 'running and not ready: sealed' }],
        affects: [...stores, ...(server.kind === 'OpenBaoCluster' ? ownSets(context, server) : [])],
      }
    }
  },
}

const SEALED = /\bsealed\b/i

/** What no answer from the server looks like: sealed, no endpoint, no connection. */
const NO_ANSWER =
  /\bsealed\b|Code: 50[0-9]|\b50[23]\b|connection refused|no route to host|i\/o timeout|context deadline|EOF/i

const wordsOf = (context: CheckContext, store: GraphNode) =>
  [conditionOf(store, 'Ready')?.message, ...context.events(store).map(({ message }) => message)].join('\n')

const counted = ({ length }: readonly GraphNode[]) =>
  length === 1 ? '1 secret store is affected' : `${length} secret stores are affected`

/** OpenBaoClusters, and workloads that a store addresses and no OpenBaoCluster owns. */
function servers(context: CheckContext): readonly GraphNode[] {
  const clusters = context.of(CLUSTER)
  const owned = new Set(clusters.flatMap((cluster) => ownSets(context, cluster)))
  const addressed = STORES.flatMap((kind) => context.of(kind)).flatMap((store) =>
    STOPPABLE_WORKLOADS.flatMap((kind) => context.out(store, kind)),
  )
  return [...clusters, ...new Set(addressed.filter((workload) => !owned.has(workload)))]
}

const ownSets = (context: CheckContext, cluster: GraphNode) => context.out(cluster, 'StatefulSet.apps')

/**
 * By its address a store in the same cluster names its server. A store elsewhere has an external address: it belongs to
 * the only server that is down, if it reports that nothing answered.
 */
function uses(context: CheckContext, store: GraphNode, server: GraphNode, down: readonly GraphNode[]): boolean {
  const host = serviceHost(textAt(store.object, STORE_SERVER))
  if (host && store.cluster.label === server.cluster.label)
    return (
      host.namespace === server.namespace &&
      (server.kind === 'OpenBaoCluster' ||
        STOPPABLE_WORKLOADS.some((kind) => context.out(store, kind).includes(server)))
    )
  return !host && down.length === 1 && NO_ANSWER.test(wordsOf(context, store))
}
