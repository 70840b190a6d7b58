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
  title: 'Configured Ceph pool does not exist',
  why: 'The service cannot open its pool, so that no volume or image can be created. Pools created by Crossplane have the suffix of the composite in their names, which is easily forgotten in a manual configuration.',
  fix: 'Configure the name of the pool as it is in the storage cluster.',
  byHand: [
    'kubectl --context STORAGE -n rook-ceph get cephblockpools.ceph.rook.io',
    'kubectl --context CONTROL-PLANE -n NAMESPACE get cinder NAME -o yaml',
  ],
  modes: ['F48'],
  about: CONSUMERS,
  beside: [POOL, ...OBJECTS],
  clusters: ['control-plane', 'storage'],
  *run(context) {
    const reported = new Set<string>()
    const [byStorage, composed] = [poolsByStorage(context), composedPools(context)]
    const names = new Map([...byStorage].map(([storage, pools]) => [storage, new Set(pools.flatMap(namesOf))]))
    for (const consumer of CONSUMERS.flatMap((kind) => context.of(kind))) {
      if (!isSettled(consumer, context.now)) continue
      for (const use of usesOf(consumer)) {
        const storage = storageOf(context, consumer, use)
        if (storage.length === 0 || !storage.every((name) => byStorage.has(name))) continue
        const isKnown = (name: string) => composed.has(name) || storage.some((one) => names.get(one)?.has(name))
        for (const name of use.pools.filter((one) => !isKnown(one))) {
          const key = `${consumer.cluster.label} ${consumer.namespace} ${name}`
          if (reported.has(key)) continue
          reported.add(key)
          const pools = storage.flatMap((one) => byStorage.get(one) ?? [])
          const similar = pools.find((pool) => isGeneratedName(pool.name, name))
          yield {
            mode: 'F48',
            subject: consumer,
            message: `pool ${name} does not exist${similar ? `; ${similar.name} does` : ''}`,
            evidence: [
              { on: consumer, path: poolPath(consumer, use), value: name },
              ...(similar ? [{ on: similar, path: 'metadata.name', value: similar.name }] : []),
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

/** The pools of each readable storage cluster, by the name that claims use for it. */
function poolsByStorage(context: CheckContext): ReadonlyMap<string, readonly GraphNode[]> {
  const byStorage = new Map<string, GraphNode[]>()
  for (const [, pools] of Map.groupBy(context.of(POOL), ({ cluster }) => cluster.label)) {
    const live = pools.filter(({ source }) => source === 'live')
    const cluster = live[0]?.cluster
    if (!cluster || !context.isRead(POOL, cluster)) continue
    for (const { role, name } of cluster.cluster.roles) if (role === 'storage') byStorage.set(name, live)
  }
  return byStorage
}

/** Names of pools in Objects: if they do not exist yet, another check reports the cause. */
function composedPools(context: CheckContext): ReadonlySet<string> {
  const manifests = OBJECTS.flatMap((kind) => context.of(kind)).map(({ object }) =>
    fieldAt(object, 'spec.forProvider.manifest'),
  )
  return new Set(
    manifests.flatMap((manifest) =>
      textAt(manifest, 'kind') === 'CephBlockPool' ? [textAt(manifest, 'metadata.name') ?? ''] : [],
    ),
  )
}

/** The names of the storage clusters of a consumer: its own, or those of its ControlPlane. */
function storageOf(context: CheckContext, consumer: GraphNode, use: CephUse): readonly string[] {
  if (use.storage.length > 0) return use.storage
  return context.into(consumer, CONTROL_PLANE).flatMap((owner) => usesOf(owner).flatMap((one) => one.storage))
}

const namesOf = (pool: GraphNode): readonly string[] => [pool.name, textAt(pool.object, 'spec.name') ?? pool.name]

/** Equal except for the five characters that Crossplane inserts. */
function isGeneratedName(actual: string, requested: string): boolean {
  const [, before, use] = /^(.*)-([^-]+)$/.exec(requested) ?? []
  const [, middle] = before
    ? (new RegExp(`^${escapeRegExp(before)}-([a-z0-9]{5})-${escapeRegExp(use ?? '')}$`).exec(actual) ?? [])
    : []
  return middle !== undefined
}

/** A new consumer may exist before its pools. */
const isSettled = ({ object }: GraphNode, now: number) =>
  !object?.metadata.deletionTimestamp && isOlder(object?.metadata.creationTimestamp, 10 * MINUTE, now)

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The path of the pool names, next to the Secret reference. */
export const poolPath = ({ kind }: GraphNode, { path, pools }: CephUse): string =>
  path.replace(/\.\w*[sS]ecretRef.*$/, kind === 'ControlPlane' && pools.length > 1 ? '.pools' : '.pool')
