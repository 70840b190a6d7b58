// SPDX-License-Identifier: Apache-2.0
import { capsPools, cephUser } from '../../kinds/rook/client-secret.ts'
import { fieldAt, labelAt, textAt } from '../../model/object/fields.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import type { CephLandscape, ObjectInCluster } from './landscape.ts'
import { clientId, playsPool } from './targets.ts'

export interface Selection {
  /** NAME, NAMESPACE/NAME, with @CLUSTER behind it where a name is not enough. */
  readonly clients: readonly string[]
  readonly claims: readonly string[]
  /** Storage pools or RBD pools. */
  readonly pools: readonly string[]
  readonly all: boolean
}

export interface Selected {
  readonly clients: readonly ObjectInCluster[]
  /** clientId of those that were named themselves. */
  readonly named: ReadonlySet<string>
}

/** The clients that are meant. Throws what a person must be told: an unknown name with the nearest, an ambiguous one. */
export function selectClients(landscape: CephLandscape, selection: Selection): Selected {
  const named = selection.clients.map((word) => clientCalled(landscape, word))
  const chosen = [
    ...named,
    ...selection.claims.flatMap((claim) => clientsOfClaim(landscape, claim)),
    ...selection.pools.flatMap((pool) => clientsOfPool(landscape, pool)),
    ...(selection.all ? landscape.clients : []),
  ]
  const hidden = landscape.unread.find(({ kind }) => kind === 'CephClient.ceph.rook.io')
  if (chosen.length === 0 && hidden)
    throw new C5c3Error(
      'NO_CLUSTER_REACHABLE',
      'noAccess',
      `no CephClient could be seen: ${hidden.cluster}: ${hidden.message}`,
    )
  return {
    clients: [...new Map(chosen.map((client) => [clientId(client), client])).values()],
    named: new Set(named.map(clientId)),
  }
}

function clientCalled({ clients, unread }: CephLandscape, word: string): ObjectInCluster {
  const [path = '', cluster] = word.split('@')
  const [name = '', namespace] = path.split('/').reverse()
  const found = clients.filter(
    (client) =>
      [client.object.metadata.name, cephUser(client.object)].includes(name) &&
      (namespace === undefined || client.object.metadata.namespace === namespace) &&
      (cluster === undefined || client.cluster === cluster || client.cluster.endsWith(`/${cluster}`)),
  )
  const [first, second] = found
  if (first && !second) return first
  if (first)
    throw new C5c3Error('AMBIGUOUS', 'usage', `there are ${found.length} clients called ${safeLine(word)}`, [
      `name one: ${found.map(spoken).join(', ')}`,
    ])
  const names = clients.map(({ object }) => object.metadata.name)
  throw unknown(
    'CephClient',
    word,
    names,
    unread.find(({ kind }) => kind === 'CephClient.ceph.rook.io'),
  )
}

const spoken = ({ cluster, object: { metadata } }: ObjectInCluster) =>
  `${metadata.namespace}/${metadata.name}@${cluster}`

/** What Crossplane made for a claim, by the labels it puts on everything. */
function clientsOfClaim(landscape: CephLandscape, word: string): readonly ObjectInCluster[] {
  const [name = '', namespace] = word.split('/').reverse()
  const made = landscape.crossplaneObjects.filter(
    ({ object }) =>
      labelAt(object, 'crossplane.io/claim-name') === name &&
      (namespace === undefined || labelAt(object, 'crossplane.io/claim-namespace') === namespace),
  )
  if (made.length === 0) {
    const names = landscape.crossplaneObjects.flatMap(({ object }) => labelAt(object, 'crossplane.io/claim-name') ?? [])
    throw unknown(
      'claim',
      word,
      names,
      landscape.unread.find(({ kind }) => kind.startsWith('Object.')),
    )
  }
  return made.flatMap((placed) => {
    const manifest = fieldAt(placed.object, 'spec.forProvider.manifest')
    if (textAt(manifest, 'kind') !== 'CephClient') return []
    const cluster = landscape.clusterOfObject(placed)
    return landscape.clients.filter(
      (client) =>
        client.object.metadata.name === textAt(manifest, 'metadata.name') &&
        (cluster === undefined || client.cluster === cluster),
    )
  })
}

function clientsOfPool(landscape: CephLandscape, pool: string): readonly ObjectInCluster[] {
  const found = landscape.clients.filter(
    ({ cluster, object }) => playsPool(landscape, cluster, [pool]) || capsPools(object).includes(pool),
  )
  if (found.length > 0) return found
  const names = [
    ...landscape.clusters.flatMap(({ roles }) =>
      roles.filter(({ role }) => role === 'storage').map(({ name }) => name),
    ),
    ...landscape.clients.flatMap(({ object }) => capsPools(object)),
  ]
  throw unknown(
    'pool with a CephClient',
    pool,
    names,
    landscape.unread.find(({ kind }) => kind === 'CephClient.ceph.rook.io'),
  )
}

/** Not there, or hidden by what could not be read: two different answers. */
function unknown(
  what: string,
  word: string,
  names: readonly string[],
  gap: CephLandscape['unread'][number] | undefined,
): C5c3Error {
  if (gap)
    return new C5c3Error(
      'NOT_FOUND',
      'noAccess',
      `no ${what} "${safeLine(word)}" was seen, and ${gap.kind} on ${gap.cluster} could not be read: ${gap.message}`,
    )
  const close = closestMatches(word, names)
  return new C5c3Error('NOT_FOUND', 'findings', `there is no ${what} "${safeLine(word)}"`, [
    close.length > 0 ? `did you mean: ${close.join(', ')}?` : `there are ${names.slice(0, 8).join(', ') || 'none'}`,
  ])
}
