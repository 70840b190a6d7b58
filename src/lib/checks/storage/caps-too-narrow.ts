// SPDX-License-Identifier: Apache-2.0
import { capsCover } from '../../kinds/rook/client-secret.ts'
import type { CephUse } from '../../kinds/rook/consumers.ts'
import type { Check, CheckContext, CheckFinding } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { textAt } from '../../model/object/fields.ts'
import { CONSUMERS, usesOf } from '../shared/ceph-keys.ts'
import { poolPath } from './rbd-pool-unknown.ts'

const CLIENT = 'CephClient.ceph.rook.io'
const POOL = 'CephBlockPool.ceph.rook.io'

export const capsTooNarrow: Check = {
  id: 'caps-too-narrow',
  category: 'storage',
  severity: 'error',
  title: 'Ceph client lacks access to a pool',
  why: 'Ceph denies the service access to its pool, although the pool and the key exist: the capabilities of the client do not include the pool, or do not allow access to the monitors.',
  fix: 'Add the pool to spec.caps.osd of the CephClient (profile rbd pool=NAME), and profile rbd to spec.caps.mon if that is missing. If Crossplane creates the client, change the Composition.',
  byHand: ["kubectl --context STORAGE -n rook-ceph get cephclients.ceph.rook.io NAME -o jsonpath='{.spec.caps.osd}'"],
  modes: ['F49'],
  about: [CLIENT],
  beside: [POOL, ...CONSUMERS],
  clusters: ['control-plane', 'storage'],
  *run(context) {
    const byClient = requestedPools(context)
    for (const [client, requests] of byClient) {
      const caps = textAt(client.object, 'spec.caps.osd')
      // Another check reports a template that was never filled in.
      if (caps === undefined || caps.includes('%!') || !client.object) continue
      const { object } = client
      const all = requests.filter(({ pool }) => !capsCover(object, pool) && poolExists(context, client, pool))
      if (lacksMonitors(client)) yield withoutMonitors(context, client, requests)
      // A service's own settings take precedence over those of its ControlPlane.
      const uncovered = all.filter(
        ({ by, pool }) => by.kind !== 'ControlPlane' || all.every((one) => one.by === by || one.pool !== pool),
      )
      const [first] = uncovered
      if (!first) continue
      yield {
        mode: 'F49',
        subject: client,
        message: `caps do not include ${[...new Set(uncovered.map(({ pool }) => pool))].join(', ')}`,
        evidence: [
          fieldProof(client, 'spec.caps.osd'),
          ...uncovered.map(({ by, path, pool }) => ({ on: by, path, value: pool })),
          ...uncovered
            .filter(({ by }) => conditionOf(by, 'CephConnected')?.status === 'False')
            .map(({ by }) => conditionProof(by, 'CephConnected')),
        ],
        affects: uncovered.map(({ by }) => by).filter((by) => !isFine(context.own(by).state)),
        standsAlone: true,
        next: [getYaml(client)],
      }
    }
  },
}

/** Every client needs the monitors: without them Ceph refuses its login, whatever it may do with pools. */
const lacksMonitors = ({ object }: GraphNode) => textAt(object, 'spec.caps.mon') === undefined

function withoutMonitors(context: CheckContext, client: GraphNode, requests: readonly PoolRequest[]): CheckFinding {
  const users = [...new Set(requests.map(({ by }) => by))]
  const failing = users.filter((by) => !isFine(context.own(by).state))
  return {
    mode: 'F49',
    subject: client,
    message: 'caps have no mon part: Ceph rejects its login (Permission denied, errno 13)',
    evidence: [
      fieldProof(client, 'spec.caps.mon'),
      fieldProof(client, 'spec.caps.osd'),
      ...failing
        .filter((by) => conditionOf(by, 'CephConnected')?.status === 'False')
        .map((by) => conditionProof(by, 'CephConnected')),
    ],
    affects: failing,
    standsAlone: true,
    next: [getYaml(client)],
  }
}

interface PoolRequest {
  readonly by: GraphNode
  readonly path: string
  readonly pool: string
}

/** Pools by the client they are used with. Consumers of the same Secret share its client. */
function requestedPools(context: CheckContext): ReadonlyMap<GraphNode, readonly PoolRequest[]> {
  const uses = CONSUMERS.flatMap((kind) => context.of(kind)).flatMap((by) => usesOf(by).map((use) => ({ by, use })))
  const named = new Map<string, GraphNode>()
  for (const { by, use } of uses) {
    const client = context.out(by, CLIENT).find(({ name, source }) => name === use.client?.name && source === 'live')
    if (client) named.set(secretOf(by, use), client)
  }
  const requests = uses.flatMap(({ by, use }) => {
    const client = named.get(secretOf(by, use))
    const path = poolPath(by, use)
    return client ? use.pools.map((pool) => ({ client, by, path, pool })) : []
  })
  return Map.groupBy(requests, ({ client }) => client)
}

const secretOf = ({ cluster, namespace }: GraphNode, { secret }: CephUse) => `${cluster.label} ${namespace} ${secret}`

/** A pool that does not exist needs no capability. */
const poolExists = (context: CheckContext, { cluster, namespace }: GraphNode, name: string) =>
  context
    .of(POOL)
    .some(
      (pool) =>
        pool.cluster.label === cluster.label &&
        pool.namespace === namespace &&
        [pool.name, textAt(pool.object, 'spec.name')].includes(name),
    )
