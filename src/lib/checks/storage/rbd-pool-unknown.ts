// SPDX-License-Identifier: Apache-2.0
import type { CephUse } from '../../kinds/rook/consumers.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { fieldAt, textAt } from '../../model/object/fields.ts'
import { isOlder, MINUTE } from '../../model/text/time.ts'
import { CONSUMERS, usesOf } from '../shared/ceph-keys.ts'

const POOL = 'CephBlockPool.ceph.rook.io'
const CONTROL_PLANE = 'ControlPlane.c5c3.io'
const OBJECTS = ['Object.kubernetes.crossplane.io', 'Object.kubernetes.m.crossplane.io'] as const

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
  beside: [POOL, ...OBJECTS],
  *run(sight) {
    const told = new Set<string>()
    const [known, coming] = [poolsByStorage(sight), announced(sight)]
    const names = new Map([...known].map(([storage, pools]) => [storage, new Set(pools.flatMap(namesOf))]))
    for (const consumer of CONSUMERS.flatMap((kind) => sight.of(kind))) {
      if (!isSettled(consumer, sight.now)) continue
      for (const use of usesOf(consumer)) {
        const storage = storageOf(sight, consumer, use)
        if (storage.length === 0 || !storage.every((name) => known.has(name))) continue
        const isKnown = (name: string) => coming.has(name) || storage.some((one) => names.get(one)?.has(name))
        for (const name of use.pools.filter((one) => !isKnown(one))) {
          const key = `${consumer.cluster.label} ${consumer.namespace} ${name}`
          if (told.has(key)) continue
          told.add(key)
          const pools = storage.flatMap((one) => known.get(one) ?? [])
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

/** The pools of each storage cluster that was read, by the name claims call it. */
function poolsByStorage(sight: CheckContext): ReadonlyMap<string, readonly GraphNode[]> {
  const found = new Map<string, GraphNode[]>()
  for (const [, pools] of Map.groupBy(sight.of(POOL), ({ cluster }) => cluster.label)) {
    const live = pools.filter(({ source }) => source === 'live')
    const cluster = live[0]?.cluster
    if (!cluster || !sight.isRead(POOL, cluster)) continue
    for (const { role, name } of cluster.cluster.roles) if (role === 'storage') found.set(name, live)
  }
  return found
}

/** Names of pools that somebody is about to make: that they are not there yet has another cause. */
function announced(sight: CheckContext): ReadonlySet<string> {
  const manifests = OBJECTS.flatMap((kind) => sight.of(kind)).map(({ object }) =>
    fieldAt(object, 'spec.forProvider.manifest'),
  )
  return new Set(
    manifests.flatMap((manifest) =>
      textAt(manifest, 'kind') === 'CephBlockPool' ? [textAt(manifest, 'metadata.name') ?? ''] : [],
    ),
  )
}

/** The storage clusters that a consumer may mean, by name: its own, or those of its ControlPlane. */
function storageOf(sight: CheckContext, consumer: GraphNode, use: CephUse): readonly string[] {
  if (use.storage.length > 0) return use.storage
  return sight.into(consumer, CONTROL_PLANE).flatMap((owner) => usesOf(owner).flatMap((one) => one.storage))
}

const namesOf = (pool: GraphNode): readonly string[] => [pool.name, textAt(pool.object, 'spec.name') ?? pool.name]

/** The same name but for the five characters Crossplane puts in the middle. */
function isMeant(is: string, asked: string): boolean {
  const [, before, use] = /^(.*)-([^-]+)$/.exec(asked) ?? []
  const [, middle] = before
    ? (new RegExp(`^${escaped(before)}-([a-z0-9]{5})-${escaped(use ?? '')}$`).exec(is) ?? [])
    : []
  return middle !== undefined
}

/** One that is new may be quicker than its pools. */
const isSettled = ({ object }: GraphNode, now: number) =>
  !object?.metadata.deletionTimestamp && isOlder(object?.metadata.creationTimestamp, 10 * MINUTE, now)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Where the names of the pools stand: beside that of the Secret. */
export const poolPath = ({ kind }: GraphNode, { path, pools }: CephUse): string =>
  path.replace(/\.\w*[sS]ecretRef.*$/, kind === 'ControlPlane' && pools.length > 1 ? '.pools' : '.pool')
