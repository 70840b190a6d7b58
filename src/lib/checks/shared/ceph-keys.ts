// SPDX-License-Identifier: Apache-2.0
// A Ceph key on its way: from the client's Secret in the storage cluster to the Secret that services read.

import { capsPools, cephUser, isCephAdmin } from '../../kinds/rook/client-secret.ts'
import type { CephUse } from '../../kinds/rook/consumers.ts'
import { CEPH_CONSUMERS, cephUses } from '../../kinds/rook/consumers.ts'
import type { CheckContext } from '../../model/check/check.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { entriesAt } from '../../model/object/fields.ts'
import { Sealed } from '../../model/secret/sealed.ts'

/** Consumers of Ceph, services first: what a service says of itself counts more than what its ControlPlane asked for. */
export const CONSUMERS = [
  'Cinder.cinder.openstack.c5c3.io',
  'Glance.glance.openstack.c5c3.io',
  'Nova.nova.openstack.c5c3.io',
  'ControlPlane.c5c3.io',
] as const

export const CLIENT = 'CephClient.ceph.rook.io'
export const EXTERNAL = 'ExternalSecret.external-secrets.io'

/** What has to be declared to follow keys. */
export const KEY_INPUTS = [...CONSUMERS, CLIENT, 'Secret', EXTERNAL] as const

/** A Secret with a Ceph key that somebody reads. */
export interface KeyInUse {
  /** In the cluster of its consumers; missing and unseen ones are among them. */
  readonly secret: GraphNode
  readonly uses: readonly { readonly by: GraphNode; readonly use: CephUse }[]
  readonly client: GraphNode
  /** The client's own Secret in the storage cluster. */
  readonly source: GraphNode
}

export const usesOf = ({ object }: GraphNode): readonly CephUse[] =>
  object && CEPH_CONSUMERS.includes(object.kind) ? cephUses(object) : []

/** Every key in use whose client is known for sure: a consumer names it, or it alone may use the pools. */
export function keysInUse(sight: CheckContext): readonly KeyInUse[] {
  const uses = CONSUMERS.flatMap((kind) => sight.of(kind)).flatMap((by) =>
    usesOf(by).flatMap((use) => {
      const secret = sight
        .out(by, 'Secret')
        .find(({ name, namespace }) => name === use.secret && namespace === by.namespace)
      return secret ? [{ by, use, secret }] : []
    }),
  )
  const byPools = clientsByPools(sight)
  return [...Map.groupBy(uses, ({ secret }) => secret)].flatMap(([secret, readers]) => {
    const named = readers.map(({ by, use }) => clientOf(sight, by, use)).find((one) => one !== undefined)
    const client = named ?? readers.map(({ use }) => byPools(use)).find((one) => one !== undefined)
    const source = client && sight.out(client, 'Secret').find((one) => one.cluster.label === client.cluster.label)
    return client && source ? [{ secret, client, source, uses: readers.map(({ by, use }) => ({ by, use })) }] : []
  })
}

const clientOf = (sight: CheckContext, by: GraphNode, use: CephUse) =>
  sight.out(by, CLIENT).find(({ name, source }) => name === use.client?.name && source === 'live')

/** The one client of the storage clusters in question that names all of the pools. */
function clientsByPools(sight: CheckContext): (use: CephUse) => GraphNode | undefined {
  const clients = sight.of(CLIENT).filter(({ source, object }) => source === 'live' && object && !isCephAdmin(object))
  const byPool = new Map<string, GraphNode[]>()
  for (const client of clients)
    for (const pool of client.object ? capsPools(client.object) : [])
      byPool.set(pool, [...(byPool.get(pool) ?? []), client])
  return ({ pools: [first, ...others], storage }) => {
    const isThere = ({ cluster }: GraphNode) =>
      cluster.cluster.roles.some(({ role, name }) => role === 'storage' && storage.includes(name))
    const found = (byPool.get(first ?? '') ?? []).filter(
      (client) => isThere(client) && others.every((pool) => byPool.get(pool)?.includes(client)),
    )
    return found.length === 1 ? found[0] : undefined
  }
}

/** Fingerprints of the values of a Secret by key; never the values. */
export const fingerprints = ({ object }: GraphNode): ReadonlyMap<string, string> =>
  new Map(
    entriesAt(object, 'data').flatMap(([key, value]) =>
      value instanceof Sealed && !value.isEmpty ? [[key, value.fingerprint] as const] : [],
    ),
  )

/** The names under which a Secret may hold the key of a client. */
export const keyNames = (client: GraphNode): readonly string[] => [
  'userKey',
  'key',
  'adminKey',
  'keyring',
  ...(client.object ? [cephUser(client.object), client.name] : []),
]

/** Whoever fills the Secret has trouble of its own: that is the cause, and another check names it. */
export const isFillerBroken = (sight: CheckContext, secret: GraphNode): boolean =>
  sight.into(secret, EXTERNAL).some((filler) => !isFine(sight.own(filler).state))

/** Those of the readers that suffer; a ControlPlane only when no service says so. */
export function sufferers(sight: CheckContext, { uses }: KeyInUse): readonly GraphNode[] {
  const unwell = [...new Set(uses.map(({ by }) => by))].filter((by) => !isFine(sight.own(by).state))
  const services = unwell.filter(({ kind }) => kind !== 'ControlPlane')
  return services.length > 0 ? services : unwell
}
