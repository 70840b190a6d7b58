// SPDX-License-Identifier: Apache-2.0
import { capsCover } from '../../kinds/rook/client-secret.ts'
import type { CephUse } from '../../kinds/rook/consumers.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
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
  title: 'A Ceph client may not use a pool that a service wants',
  why: 'Ceph refuses the service its pool, although the pool and the key are there: the capabilities of the client do not name it.',
  fix: 'Add the pool to spec.caps.osd of the CephClient: profile rbd pool=NAME. Where Crossplane makes it, in the Composition.',
  byHand: ["kubectl -n rook-ceph get cephclients.ceph.rook.io NAME -o jsonpath='{.spec.caps.osd}'"],
  modes: ['F49'],
  about: [CLIENT],
  beside: [POOL, ...CONSUMERS],
  *run(sight) {
    const wanted = wantedPools(sight)
    for (const [client, wishes] of wanted) {
      const caps = textAt(client.object, 'spec.caps.osd')
      // A template that was never filled in is another story.
      if (caps === undefined || caps.includes('%!') || !client.object) continue
      const { object } = client
      const all = wishes.filter(({ pool }) => !capsCover(object, pool) && isThere(sight, client, pool))
      // What a service says of itself counts more than what its ControlPlane asked for.
      const refused = all.filter(
        ({ by, pool }) => by.kind !== 'ControlPlane' || all.every((one) => one.by === by || one.pool !== pool),
      )
      const [first] = refused
      if (!first) continue
      yield {
        mode: 'F49',
        subject: client,
        message: `its capabilities do not cover ${[...new Set(refused.map(({ pool }) => pool))].join(', ')}`,
        evidence: [
          fieldProof(client, 'spec.caps.osd'),
          ...refused.map(({ by, path, pool }) => ({ on: by, path, value: pool })),
          ...refused
            .filter(({ by }) => conditionOf(by, 'CephConnected')?.status === 'False')
            .map(({ by }) => conditionProof(by, 'CephConnected')),
        ],
        affects: refused.map(({ by }) => by).filter((by) => !isFine(sight.own(by).state)),
        standsAlone: true,
        next: [getYaml(client)],
      }
    }
  },
}

interface Wish {
  readonly by: GraphNode
  readonly path: string
  readonly pool: string
}

/** Pools by the client they are used with. One that names no client means that of whoever reads the same Secret. */
function wantedPools(sight: CheckContext): ReadonlyMap<GraphNode, readonly Wish[]> {
  const uses = CONSUMERS.flatMap((kind) => sight.of(kind)).flatMap((by) => usesOf(by).map((use) => ({ by, use })))
  const named = new Map<string, GraphNode>()
  for (const { by, use } of uses) {
    const client = sight.out(by, CLIENT).find(({ name, source }) => name === use.client?.name && source === 'live')
    if (client) named.set(secretOf(by, use), client)
  }
  const wishes = uses.flatMap(({ by, use }) => {
    const client = named.get(secretOf(by, use))
    const path = poolPath(by, use)
    return client ? use.pools.map((pool) => ({ client, by, path, pool })) : []
  })
  return Map.groupBy(wishes, ({ client }) => client)
}

const secretOf = ({ cluster, namespace }: GraphNode, { secret }: CephUse) => `${cluster.label} ${namespace} ${secret}`

/** Of a pool that does not exist no capability is missing. */
const isThere = (sight: CheckContext, { cluster, namespace }: GraphNode, name: string) =>
  sight
    .of(POOL)
    .some(
      (pool) =>
        pool.cluster.label === cluster.label &&
        pool.namespace === namespace &&
        [pool.name, textAt(pool.object, 'spec.name')].includes(name),
    )
