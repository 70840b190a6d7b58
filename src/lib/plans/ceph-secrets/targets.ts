// SPDX-License-Identifier: Apache-2.0
import { capsCover, cephClientSecret } from '../../kinds/rook/client-secret.ts'
import { type CephUse, cephUses } from '../../kinds/rook/consumers.ts'
import { KEY_SHAPES, USUAL_KEY } from '../../model/plan/ceph-key-states.ts'
import { type EsoChain, esoChains } from '../shared/eso-chain.ts'
import { type CephLandscape, type ObjectInCluster, type SecretPlace, secretKey } from './landscape.ts'

/** One Secret that should hold a client's key. */
export interface CephTarget {
  readonly secret: SecretPlace
  /** Who reads it: Cinder openstack/cinder */
  readonly consumers: readonly Consumer[]
  /** The clients that may be meant; more than one is a question nobody answers for us. */
  readonly clients: readonly ObjectInCluster[]
  /** Keys its consumers read: userKey, key, or anything else. */
  readonly keys: readonly string[]
  /** RBD pools its consumers use with it. */
  readonly pools: readonly string[]
  /** The ExternalSecret that keeps it, and who pushes what it reads. */
  readonly chain?: EsoChain
}

export interface Consumer {
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly path: string
}

interface Reference {
  readonly secret: SecretPlace
  readonly consumer?: Consumer
  readonly use?: CephUse
  readonly clients: readonly ObjectInCluster[]
}

/** Every Secret that consumers or ExternalSecrets of the landscape want a Ceph key in, with the client it is of. */
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
  // what names a client outranks what only its pools point to
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

/** The client a consumer names; else those in its storage pools whose capabilities cover one of its pools. */
function clientsOf(landscape: CephLandscape, { client, pools, storage }: CephUse): readonly ObjectInCluster[] {
  const near = landscape.clients.filter(({ cluster }) => storage.length === 0 || playsPool(landscape, cluster, storage))
  if (client)
    return near.filter(
      ({ object: { metadata } }) =>
        metadata.name === client.name && (client.namespace === undefined || metadata.namespace === client.namespace),
    )
  return near.filter(({ object }) => pools.some((pool) => namesPool(object, pool)))
}

/** A client that may use every pool is nobody's in particular. */
const namesPool = (client: ObjectInCluster['object'], pool: string) =>
  capsCover(client, pool) && !capsCover(client, '\0no such pool')

export function playsPool({ clusters }: CephLandscape, cluster: string, pools: readonly string[]): boolean {
  const roles = clusters.find(({ label }) => label === cluster)?.roles ?? []
  return roles.some(({ role, name }) => role === 'storage' && pools.includes(name))
}

/** An ExternalSecret that reads what is pushed from a client's Secret wants that key, whether or not somebody uses it yet. */
function chainReferences(landscape: CephLandscape, chains: readonly EsoChain[]): readonly Reference[] {
  return chains.flatMap(({ target, pushes }) =>
    pushes.flatMap(({ source }) => {
      const clients = landscape.clients.filter((client) => secretKey(sourcePlace(client)) === secretKey(source))
      return clients.length > 0 ? [{ secret: target, clients }] : []
    }),
  )
}

/** Where a client's own Secret is. */
export function sourcePlace({ cluster, object }: ObjectInCluster): SecretPlace {
  return { cluster, namespace: object.metadata.namespace ?? '', name: cephClientSecret(object).name }
}

function distinct(clients: readonly ObjectInCluster[]): readonly ObjectInCluster[] {
  return [...new Map(clients.map((client) => [clientId(client), client])).values()]
}

/** storage/st-pool-a rook-ceph/openstack-nova */
export const clientId = ({ cluster, object: { metadata } }: ObjectInCluster) =>
  `${cluster} ${metadata.namespace ?? ''}/${metadata.name}`

/** The keys that the Secret must hold for its consumers; undefined when one of them reads a shape nobody knows. */
export function wantedKeys({ keys }: CephTarget): readonly string[] | undefined {
  const shapes = (keys.length > 0 ? keys : [USUAL_KEY]).map((key) =>
    Object.hasOwn(KEY_SHAPES, key) ? KEY_SHAPES[key] : undefined,
  )
  return shapes.includes(undefined) ? undefined : [...new Set(shapes.flatMap((shape) => shape ?? []))]
}
