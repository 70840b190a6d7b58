// SPDX-License-Identifier: Apache-2.0
import { capsPools, cephUser } from '../../kinds/rook/client-secret.ts'
import { fieldAt, labelAt, textAt } from '../../model/object/fields.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import type { CephLandscape, ObjectInCluster } from './landscape.ts'
import { clientId, playsPool } from './targets.ts'

export interface Selection {
  /** NAME or NAMESPACE/NAME, with @CLUSTER where the name is ambiguous. */
  readonly clients: readonly string[]
  readonly claims: readonly string[]
  /** Storage pools or RBD pools. */
  readonly pools: readonly string[]
  readonly all: boolean
}

export interface Selected {
  readonly clients: readonly ObjectInCluster[]
  /** clientId() of the clients given by name. */
  readonly named: ReadonlySet<string>
}

/** Throws for unknown names, with the closest matches, and for ambiguous ones. */
export function selectClients(landscape: CephLandscape, selection: Selection): Selected {
  const named = selection.clients.map((word) => clientByName(landscape, word))
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
      `no CephClient could be read: ${hidden.cluster}: ${hidden.message}`,
    )
  return {
    clients: [...new Map(chosen.map((client) => [clientId(client), client])).values()],
    named: new Set(named.map(clientId)),
  }
}

function clientByName({ clients, unread }: CephLandscape, word: string): ObjectInCluster {
  const [path = '', cluster] = word.split('@')
  const [name = '', namespace] = path.split('/').reverse()
  const matching = clients.filter(
    (client) =>
      [client.object.metadata.name, cephUser(client.object)].includes(name) &&
      (namespace === undefined || client.object.metadata.namespace === namespace) &&
      (cluster === undefined || client.cluster === cluster || client.cluster.endsWith(`/${cluster}`)),
  )
  const [first, second] = matching
  if (first && !second) return first
  if (first)
    throw new C5c3Error(
      'AMBIGUOUS',
      'usage',
      `CephClient "${safeLine(word)}" is ambiguous (${matching.length} matches)`,
      [`name one: ${matching.map(clientText).join(', ')}`],
    )
  const names = clients.map(({ object }) => object.metadata.name)
  throw notFound(
    'CephClient',
    word,
    names,
    unread.find(({ kind }) => kind === 'CephClient.ceph.rook.io'),
  )
}

const clientText = ({ cluster, object: { metadata } }: ObjectInCluster) =>
  `${metadata.namespace}/${metadata.name}@${cluster}`

/** The clients that Crossplane created for a claim, by the claim labels on its Objects. */
function clientsOfClaim(landscape: CephLandscape, word: string): readonly ObjectInCluster[] {
  const [name = '', namespace] = word.split('/').reverse()
  const claimObjects = landscape.crossplaneObjects.filter(
    ({ object }) =>
      labelAt(object, 'crossplane.io/claim-name') === name &&
      (namespace === undefined || labelAt(object, 'crossplane.io/claim-namespace') === namespace),
  )
  if (claimObjects.length === 0) {
    const names = landscape.crossplaneObjects.flatMap(({ object }) => labelAt(object, 'crossplane.io/claim-name') ?? [])
    throw notFound(
      'claim',
      word,
      names,
      landscape.unread.find(({ kind }) => kind.startsWith('Object.')),
    )
  }
  return claimObjects.flatMap((crossplaneObject) => {
    const manifest = fieldAt(crossplaneObject.object, 'spec.forProvider.manifest')
    if (textAt(manifest, 'kind') !== 'CephClient') return []
    const cluster = landscape.clusterOfObject(crossplaneObject)
    return landscape.clients.filter(
      (client) =>
        client.object.metadata.name === textAt(manifest, 'metadata.name') &&
        (cluster === undefined || client.cluster === cluster),
    )
  })
}

function clientsOfPool(landscape: CephLandscape, pool: string): readonly ObjectInCluster[] {
  const matching = landscape.clients.filter(
    ({ cluster, object }) => playsPool(landscape, cluster, [pool]) || capsPools(object).includes(pool),
  )
  if (matching.length > 0) return matching
  const names = [
    ...landscape.clusters.flatMap(({ roles }) =>
      roles.filter(({ role }) => role === 'storage').map(({ name }) => name),
    ),
    ...landscape.clients.flatMap(({ object }) => capsPools(object)),
  ]
  throw notFound(
    'pool with a CephClient',
    pool,
    names,
    landscape.unread.find(({ kind }) => kind === 'CephClient.ceph.rook.io'),
  )
}

/** Not found and not readable are different errors. */
function notFound(
  what: string,
  word: string,
  names: readonly string[],
  gap: CephLandscape['unread'][number] | undefined,
): C5c3Error {
  if (gap)
    return new C5c3Error(
      'NOT_FOUND',
      'noAccess',
      `${what} "${safeLine(word)}" not found, but ${gap.kind} on ${gap.cluster} could not be read: ${gap.message}`,
    )
  const close = closestMatches(word, names)
  return new C5c3Error('NOT_FOUND', 'notFound', `${what} "${safeLine(word)}" not found`, [
    close.length > 0 ? `did you mean: ${close.join(', ')}?` : `available: ${names.slice(0, 8).join(', ') || 'none'}`,
  ])
}
