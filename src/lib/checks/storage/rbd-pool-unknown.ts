// SPDX-License-Identifier: Apache-2.0
import type { CephUse } from '../../model/ceph-consumers.ts'
import type { Check, Sight } from '../../model/check.ts'
import { textAt } from '../../model/fields.ts'
import type { GraphNode } from '../../model/graph.ts'
import { kubectl } from '../../model/next-step.ts'
import { conditionOf, conditionProof } from '../../model/proof.ts'
import { CONSUMERS, usesOf } from '../ceph-keys.ts'

const POOL = 'CephBlockPool.ceph.rook.io'
const CONTROL_PLANE = 'ControlPlane.c5c3.io'

export const rbdPoolUnknown: Check = {
  id: 'rbd-pool-unknown',
  category: 'storage',
  severity: 'error',
  title: 'A service asks for a Ceph pool that does not exist',
  why: 'It cannot open its pool, so no volume or image can be made. Pools made by Crossplane carry the suffix of the composite in their names; whoever writes them by hand forgets it.',
  fix: 'Write the name of the pool as it is in the storage cluster.',
  byHand: ['kubectl -n rook-ceph get cephblockpools.ceph.rook.io', 'kubectl -n NAMESPACE get cinder NAME -o yaml'],
  modes: ['F48'],
  about: CONSUMERS,
  beside: [POOL],
  *run(sight) {
    const told = new Set<string>()
    for (const consumer of CONSUMERS.flatMap((kind) => sight.of(kind))) {
      for (const use of usesOf(consumer)) {
        const pools = poolsFor(sight, consumer, use)
        if (!pools) continue
        for (const name of use.pools) {
          const key = `${consumer.cluster.label} ${consumer.namespace} ${name}`
          if (told.has(key) || pools.some((pool) => isCalled(pool, name))) continue
          told.add(key)
          const meant = pools.find((pool) => isMeant(pool.name, name))
          yield {
            mode: 'F48',
            subject: consumer,
            message: `pool ${name} does not exist${meant ? `; ${meant.name} does` : ''}`,
            evidence: [
              { on: consumer, path: poolPath(consumer, use), value: name },
              ...(meant ? [{ on: meant, path: 'metadata.name', value: meant.name }] : []),
              ...(conditionOf(consumer, 'CephConnected')?.status === 'False'
                ? [conditionProof(consumer, 'CephConnected')]
                : []),
            ],
            standsAlone: true,
            next: pools.slice(0, 1).map((pool) => kubectl(pool, 'get', 'cephblockpools.ceph.rook.io')),
          }
        }
      }
    }
  },
}

const isCalled = (pool: GraphNode, name: string) => pool.name === name || textAt(pool.object, 'spec.name') === name

/** Every pool it may mean; undefined unless all of the storage clusters it may mean were read. */
function poolsFor(sight: Sight, consumer: GraphNode, use: CephUse): readonly GraphNode[] | undefined {
  const owners = [consumer, ...sight.into(consumer, CONTROL_PLANE)]
  const wanted =
    use.storage.length > 0 ? use.storage : owners.flatMap((owner) => usesOf(owner).flatMap((one) => one.storage))
  const pools = sight.of(POOL).filter(({ cluster, source }) => source === 'live' && sight.isRead(POOL, cluster))
  const at = ({ cluster }: GraphNode) =>
    cluster.cluster.roles.flatMap(({ role, name }) => (role === 'storage' && name !== undefined ? [name] : []))
  const here = wanted.length > 0 ? pools.filter((pool) => at(pool).some((name) => wanted.includes(name))) : pools
  const isSeen = wanted.every((name) => here.some((pool) => at(pool).includes(name)))
  return isSeen && here.length > 0 ? here : undefined
}

/** The same name but for the five characters Crossplane puts in the middle. */
function isMeant(is: string, asked: string): boolean {
  const [, before, use] = /^(.*)-([^-]+)$/.exec(asked) ?? []
  const [, middle] = before
    ? (new RegExp(`^${escaped(before)}-([a-z0-9]{5})-${escaped(use ?? '')}$`).exec(is) ?? [])
    : []
  return middle !== undefined
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Where the names of the pools stand: beside that of the Secret. */
export const poolPath = ({ kind }: GraphNode, { path, pools }: CephUse): string =>
  path.replace(/\.\w*[sS]ecretRef.*$/, kind === 'ControlPlane' && pools.length > 1 ? '.pools' : '.pool')
