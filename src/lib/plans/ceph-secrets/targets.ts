// SPDX-License-Identifier: Apache-2.0
import { capsCover, cephClientSecret } from '../../kinds/rook/client-secret.ts'
import { type CephUse, cephUses } from '../../kinds/rook/consumers.ts'
import { KEY_SHAPES, USUAL_KEY } from '../../model/plan/ceph-key-states.ts'
import { type EsoChain, esoChains } from '../shared/eso-chain.ts'
import { type CephLandscape, type ObjectInCluster, type SecretPlace, secretKey } from './landscape.ts'

/** A Secret that should hold a client's key. */
export interface CephTarget {
  readonly secret: SecretPlace
  /** For example Cinder openstack/cinder. */
  readonly consumers: readonly Consumer[]
  /** Possible clients; with more than one the plan refuses. */
  readonly clients: readonly ObjectInCluster[]
  /** Keys that its consumers read: userKey, key, or anything else. */
  readonly keys: readonly string[]
  /** RBD pools that its consumers use. */
  readonly pools: readonly string[]
  /** The ExternalSecret that manages it, and the PushSecrets that feed it. */
  readonly chain?: EsoChain
}

interface Consumer {
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly path: string
}

/** All Secrets in which consumers or ExternalSecrets expect a Ceph key, with the client of that key. */
export function cephTargets(landscape: CephLandscape): readonly CephTarget[] {
  const chains = esoChains(landscape)
  const references = [
    ...landscape.consumers.flatMap((consumer) => referencesOf(landscape, consumer)),
    ...chainReferences(landscape, chains),
  ]
  return [...Map.groupBy(references, ({ secret }) => secretKey(secret)).values()].flatMap((all) => {
    const [first] = all
    return first ? [targetOf(first.secret, all, chains)] : []
  })
}

function targetOf(secret: SecretPlace, references: readonly Reference[], chains: readonly EsoChain[]): CephTarget {
  // A reference to a client by name outranks one that only matches by pool.
  const named = references.filter(({ use }) => !use || use.client)
  const decisive = named.some(({ clients }) => clients.length > 0) ? named : references
  const chain = chains.find((each) => secretKey(each.target) === secretKey(secret))
  const keys = references.flatMap(({ use }) => (use ? [use.key ?? USUAL_KEY] : []))
  return {
    secret,
    consumers: references.flatMap(({ consumer }) => consumer ?? []),
    clients: distinct(decisive.flatMap(({ clients }) => clients)),
    keys: [...new Set(keys)],
    pools: [...new Set(references.flatMap(({ use }) => use?.pools ?? []))],
    ...(chain ? { chain } : {}),
  }
}

function referencesOf(landscape: CephLandscape, { cluster, object }: ObjectInCluster): readonly Reference[] {
  const { namespace, name } = object.metadata
  if (namespace === undefined) return []
  return cephUses(object).map((use) => ({
    secret: { cluster, namespace, name: use.secret },
    consumer: { kind: object.kind, namespace, name, path: use.path },
    use,
    clients: clientsOf(landscape, use),
  }))
}

/** The client that a consumer names; otherwise those in its storage pools whose capabilities cover one of its pools. */
function clientsOf(landscape: CephLandscape, { client, pools, storage }: CephUse): readonly ObjectInCluster[] {
  const candidates = landscape.clients.filter(
    ({ cluster }) => storage.length === 0 || playsPool(landscape, cluster, storage),
  )
  if (client)
    return candidates.filter(
      ({ object: { metadata } }) =>
        metadata.name === client.name && (client.namespace === undefined || metadata.namespace === client.namespace),
    )
  return candidates.filter(({ object }) => pools.some((pool) => namesPool(object, pool)))
}

/** A client with capabilities for all pools belongs to no particular one. */
const namesPool = (client: ObjectInCluster['object'], pool: string) =>
  capsCover(client, pool) && !capsCover(client, '\0no such pool')

export function playsPool({ clusters }: CephLandscape, cluster: string, pools: readonly string[]): boolean {
  const roles = clusters.find(({ label }) => label === cluster)?.roles ?? []
  return roles.some(({ role, name }) => role === 'storage' && pools.includes(name))
}

/** An ExternalSecret that reads a client's pushed key needs that key even without a consumer. */
function chainReferences(landscape: CephLandscape, chains: readonly EsoChain[]): readonly Reference[] {
  return chains.flatMap(({ target, pushes }) =>
    pushes.flatMap(({ source }) => {
      const clients = landscape.clients.filter((client) => secretKey(sourcePlace(client)) === secretKey(source))
      return clients.length > 0 ? [{ secret: target, clients }] : []
    }),
  )
}

/** The Secret that Rook writes for a client. */
export function sourcePlace({ cluster, object }: ObjectInCluster): SecretPlace {
  return { cluster, namespace: object.metadata.namespace ?? '', name: cephClientSecret(object).name }
}

function distinct(clients: readonly ObjectInCluster[]): readonly ObjectInCluster[] {
  return [...new Map(clients.map((client) => [clientId(client), client])).values()]
}

/** For example storage/st-pool-a rook-ceph/openstack-nova. */
export const clientId = ({ cluster, object: { metadata } }: ObjectInCluster) =>
  `${cluster} ${metadata.namespace ?? ''}/${metadata.name}`

/** The keys that the consumers need; undefined when one of them reads an unsupported key. */
export function wantedKeys({ keys }: CephTarget): readonly string[] | undefined {
  const shapes = (keys.length > 0 ? keys : [USUAL_KEY]).map((key) =>
    Object.hasOwn(KEY_SHAPES, key) ? KEY_SHAPES[key] : undefined,
  )
  return shapes.includes(undefined) ? undefined : [...new Set(shapes.flatMap((shape) => shape ?? []))]
}

interface Reference {
  readonly secret: SecretPlace
  readonly consumer?: Consumer
  readonly use?: CephUse
  readonly clients: readonly ObjectInCluster[]
}
