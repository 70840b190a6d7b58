// SPDX-License-Identifier: Apache-2.0
// Follows a Ceph key from the client's Secret in the storage cluster to the Secret that services read.

import { capsPools, cephUser, isCephAdmin } from '../../kinds/rook/client-secret.ts'
import type { CephUse } from '../../kinds/rook/consumers.ts'
import { CEPH_CONSUMERS, cephUses } from '../../kinds/rook/consumers.ts'
import type { CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { entriesAt } from '../../model/object/fields.ts'
import { Sealed } from '../../model/secret/sealed.ts'

/** Consumers of Ceph, services first: a service's own settings take precedence over those of its ControlPlane. */
export const CONSUMERS = [
  'Cinder.cinder.openstack.c5c3.io',
  'Glance.glance.openstack.c5c3.io',
  'Nova.nova.openstack.c5c3.io',
  'ControlPlane.c5c3.io',
] as const

const CLIENT = 'CephClient.ceph.rook.io'
export const EXTERNAL = 'ExternalSecret.external-secrets.io'

export const KEY_INPUTS = [...CONSUMERS, CLIENT, 'Secret', EXTERNAL] as const

/** A Secret with a Ceph key that has consumers. */
export interface KeyInUse {
  /** In the cluster of its consumers; may be missing or unseen. */
  readonly secret: GraphNode
  readonly uses: readonly { readonly by: GraphNode; readonly use: CephUse }[]
  readonly client: GraphNode
  /** The client's own Secret in the storage cluster. */
  readonly source: GraphNode
}

export const usesOf = ({ object }: GraphNode): readonly CephUse[] =>
  object && CEPH_CONSUMERS.includes(object.kind) ? cephUses(object) : []

/** Every key in use with an unambiguous client: a consumer names it, or only this client has access to the pools. */
export function keysInUse(context: CheckContext): readonly KeyInUse[] {
  const uses = CONSUMERS.flatMap((kind) => context.of(kind)).flatMap((by) =>
    usesOf(by).flatMap((use) => {
      const secret = context
        .out(by, 'Secret')
        .find(({ name, namespace }) => name === use.secret && namespace === by.namespace)
      return secret ? [{ by, use, secret }] : []
    }),
  )
  const byPools = clientsByPools(context)
  return [...Map.groupBy(uses, ({ secret }) => secret)].flatMap(([secret, readers]) => {
    const named = readers.map(({ by, use }) => clientOf(context, by, use)).find((one) => one !== undefined)
    const client = named ?? readers.map(({ use }) => byPools(use)).find((one) => one !== undefined)
    const source = client && context.out(client, 'Secret').find((one) => one.cluster.label === client.cluster.label)
    return client && source ? [{ secret, client, source, uses: readers.map(({ by, use }) => ({ by, use })) }] : []
  })
}

const clientOf = (context: CheckContext, by: GraphNode, use: CephUse) =>
  context.out(by, CLIENT).find(({ name, source }) => name === use.client?.name && source === 'live')

/** The only client of these storage clusters that names all of the pools. */
function clientsByPools(context: CheckContext): (use: CephUse) => GraphNode | undefined {
  const clients = context.of(CLIENT).filter(({ source, object }) => source === 'live' && object && !isCephAdmin(object))
  const byPool = new Map<string, GraphNode[]>()
  for (const client of clients)
    for (const pool of client.object ? capsPools(client.object) : [])
      byPool.set(pool, [...(byPool.get(pool) ?? []), client])
  return ({ pools: [first, ...others], storage }) => {
    const isInStorage = ({ cluster }: GraphNode) =>
      cluster.cluster.roles.some(({ role, name }) => role === 'storage' && storage.includes(name))
    const matching = (byPool.get(first ?? '') ?? []).filter(
      (client) => isInStorage(client) && others.every((pool) => byPool.get(pool)?.includes(client)),
    )
    return matching.length === 1 ? matching[0] : undefined
  }
}

/** Fingerprints of the values of a Secret by key; never the values. */
export const fingerprints = ({ object }: GraphNode): ReadonlyMap<string, string> =>
  new Map(
    entriesAt(object, 'data').flatMap(([key, value]) =>
      value instanceof Sealed && !value.isEmpty ? [[key, value.fingerprint] as const] : [],
    ),
  )

export const keyNames = (client: GraphNode): readonly string[] => [
  'userKey',
  'key',
  'adminKey',
  'keyring',
  ...(client.object ? [cephUser(client.object), client.name] : []),
]

/** The ExternalSecret that fills the Secret is unhealthy: that is the cause, and another check reports it. */
export const isFillerBroken = (context: CheckContext, secret: GraphNode): boolean =>
  context.into(secret, EXTERNAL).some((externalSecret) => !isFine(context.own(externalSecret).state))

/** The affected consumers; a ControlPlane only if none of its services is affected. */
export function sufferers(context: CheckContext, { uses }: KeyInUse): readonly GraphNode[] {
  const unhealthy = [...new Set(uses.map(({ by }) => by))].filter((by) => !isFine(context.own(by).state))
  const services = unhealthy.filter(({ kind }) => kind !== 'ControlPlane')
  return services.length > 0 ? services : unhealthy
}

/** The failed Ceph connections of the affected consumers. */
export const connectionEvidence = (context: CheckContext, key: KeyInUse): readonly FindingEvidence[] =>
  sufferers(context, key).flatMap((by) =>
    conditionOf(by, 'CephConnected')?.status === 'False' ? [conditionProof(by, 'CephConnected')] : [],
  )
