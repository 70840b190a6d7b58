// SPDX-License-Identifier: Apache-2.0
import { checkContextFor } from '../../assess/check-context.ts'
import { fingerprints, keyNames } from '../../checks/shared/ceph-keys.ts'
import { cephKeyMissing } from '../../checks/storage/ceph-key-missing.ts'
import { nodeId } from '../../graph/node-index.ts'
import { externalSecret } from '../../kinds/external-secrets/external-secret.ts'
import { pushSecret } from '../../kinds/external-secrets/push-secret.ts'
import { secret as secretKind } from '../../kinds/kubernetes/secret.ts'
import { cephClient } from '../../kinds/rook/ceph-client.ts'
import { CEPH_CONSUMERS } from '../../kinds/rook/consumers.ts'
import type { Graph, GraphNode } from '../../model/graph/graph.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import { managersOf } from '../../model/object/field-manager.ts'
import { textAt } from '../../model/object/fields.ts'
import { holdsData } from '../../model/secret/secret-facts.ts'
import { isOlder, MINUTE } from '../../model/text/time.ts'
import type { Observation } from '../../pipeline/observe.ts'
import type { CephLandscape, ObjectInCluster, SecretPlace } from '../../plans/ceph-secrets/landscape.ts'
import { selectClients } from '../../plans/ceph-secrets/selection.ts'
import { keeperGaps } from '../../plans/ceph-secrets/sync.ts'
import { type CephTarget, cephTargets, wantedKeys } from '../../plans/ceph-secrets/targets.ts'
import { type CrossplaneKeeper, crossplaneKeepers } from '../../plans/shared/crossplane-keeper.ts'
import { objectClusters } from '../../plans/shared/object-clusters.ts'
import { rivalsFor } from '../../plans/shared/ownership.ts'
import { type CephCopySeen, type CephKeeper, type KeyPrint, printText } from '../../reports/ceph-secrets/copies.ts'
import { placeFilter } from '../../reports/shared/namespaces-in-scope.ts'
import { nothingMatches } from '../../reports/shared/no-match-error.ts'

/** CephClients, and every Secret that should hold the key of one. */
export interface CephView {
  readonly clients: readonly GraphNode[]
  readonly copies: readonly CephCopySeen[]
}

/** The named clients, or all, with the same copies that `ceph-secrets sync` would write. */
export function cephView(observation: Observation, names: readonly string[]): CephView {
  const { assessment, scope, snapshot } = observation
  const landscape = landscapeOf(observation)
  // Without names nothing may throw: the overview also shows that there is nothing, and what was not read.
  const chosen =
    names.length === 0
      ? landscape.clients
      : selectClients(landscape, { clients: names, claims: [], pools: [], all: false }).clients
  const nodes = new Set(chosen.flatMap((client) => nodeOf(observation, cephClient, client) ?? []))
  const isInScope = placeFilter(assessment.graph, scope, snapshot)
  const clusters = new Map(snapshot.clusters.map((cluster) => [cluster.label, cluster]))
  const copies = cephTargets(landscape)
    .map((target) => copyOf(observation, landscape, target))
    .filter(({ client }) => (client ? nodes.has(client) : names.length === 0))
    .filter(({ cluster, namespace }) => {
      const seenCluster = clusters.get(cluster)
      return seenCluster !== undefined && isInScope({ cluster: seenCluster, namespace })
    })
  const { namespace, tenant, pool } = scope
  if (namespace === undefined && tenant === undefined && pool === undefined) return { clients: [...nodes], copies }
  const used = new Set(copies.map(({ client }) => client))
  const isOf = ({ cluster }: Pick<GraphNode, 'cluster'>) =>
    cluster.cluster.roles.some(({ role, name }) => role === 'storage' && name === pool)
  const isPool = [...clusters.values()].some((cluster) => isOf({ cluster }))
  const clients = [...nodes].filter(
    (client) => (used.has(client) || (namespace !== undefined && isInScope(client))) && (!isPool || isOf(client)),
  )
  const kept = copies.filter(({ client }) => !client || clients.includes(client))
  if (clients.length > 0 || kept.length > 0) return { clients, copies: kept }
  throw nothingMatches(
    { what: 'Ceph key', kinds: [CLIENT], roles: ['storage'], all: [...nodes, ...copies] },
    scope,
    snapshot,
  )
}

/** Fingerprints of the key in a Secret, preferred key names first. A keyring contains more than the key. */
export function keyPrints(client: GraphNode, secret: GraphNode | undefined): readonly KeyPrint[] {
  const names = keyNames(client)
  return [...(secret ? fingerprints(secret) : [])]
    .filter(([key]) => names.includes(key) && key !== 'keyring')
    .map(([key, fingerprint]) => ({ key, fingerprint }))
    .sort((a, b) => names.indexOf(a.key) - names.indexOf(b.key))
}

function landscapeOf({ snapshot }: Observation): CephLandscape {
  const labels = new Map(snapshot.clusters.map(({ cluster, label }) => [cluster.uid, label]))
  const objects = snapshot.resources.map(
    ({ cluster, object }): ObjectInCluster => ({ cluster: labels.get(cluster.uid) ?? cluster.name, object }),
  )
  const byKind = Map.groupBy(objects, ({ object: { kind } }) => kind)
  const unreachable = new Set(snapshot.gaps.filter(({ kind }) => kind === undefined).map(({ cluster }) => cluster))
  const of = (...kinds: readonly string[]) => kinds.flatMap((kind) => byKind.get(kind) ?? [])
  return {
    clusters: snapshot.clusters.map(({ label, cluster }) => ({ label, uid: cluster.uid, roles: cluster.roles })),
    clients: of('CephClient'),
    consumers: of(...CEPH_CONSUMERS),
    externalSecrets: of('ExternalSecret'),
    pushSecrets: of('PushSecret'),
    crossplaneObjects: of('Object'),
    namespaces: [],
    unread: unreadOf(snapshot),
    clusterOfObject: objectClusters(of('Object'), objects, (address) => {
      const name = snapshot.addresses.get(address)
      return name !== undefined && !unreachable.has(name) ? name : undefined
    }),
  }
}

const CLIENT = kindName(cephClient)

/** An unreachable storage cluster hides clients. */
function unreadOf({ gaps, clusters }: Observation['snapshot']): CephLandscape['unread'] {
  const storage = new Set(
    clusters.filter(({ cluster }) => cluster.roles.some(({ role }) => role === 'storage')).map(({ label }) => label),
  )
  return gaps
    .filter(({ kind, cluster }) => kind !== undefined || storage.has(cluster))
    .map(({ cluster, kind = CLIENT, message }) => ({ cluster, kind, message }))
}

function copyOf(observation: Observation, landscape: CephLandscape, target: CephTarget): CephCopySeen {
  const { secret: location, clients } = target
  const client = clients.length === 1 ? nodeOf(observation, cephClient, clients[0]) : undefined
  const secret = observation.assessment.graph.nodes.get(
    nodeId(location.cluster, secretKind, location.namespace, location.name),
  )
  const { keeper, keepers } = keeperOf(observation, landscape, target, secret)
  return {
    cluster: location.cluster,
    namespace: location.namespace,
    name: location.name,
    ...comparison(observation, target, client, secret),
    keeper,
    consumers: [...new Set(target.consumers.map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`))],
    ...(client ? { client } : {}),
    ...(secret ? { secret } : {}),
    keepers,
    pools: target.pools,
    isNew: isNewKey(observation, client),
  }
}

/** A key created just now may not have been copied yet. */
function isNewKey({ assessment: { graph, now } }: Observation, client: GraphNode | undefined): boolean {
  const createdAt = client && sourceOf(graph, client)?.object?.metadata.creationTimestamp
  return createdAt !== undefined && !isOlder(createdAt, 10 * MINUTE, now)
}

/** The Secret that Rook writes for the client. */
const sourceOf = (graph: Graph, client: GraphNode): GraphNode | undefined =>
  graph
    .out(client.id)
    .map(({ to }) => graph.nodes.get(to))
    .find((node) => node?.kind === 'Secret')

function nodeOf(
  { assessment }: Observation,
  kind: KindSpec,
  located: ObjectInCluster | undefined,
): GraphNode | undefined {
  if (!located) return undefined
  const { namespace, name } = located.object.metadata
  return assessment.graph.nodes.get(nodeId(located.cluster, kind, namespace, name))
}

function comparison(
  observation: Observation,
  target: CephTarget,
  client: GraphNode | undefined,
  secret: GraphNode | undefined,
): Pick<CephCopySeen, 'state' | 'message' | 'fingerprint'> {
  if (!client) return { state: 'not compared', message: unknownClientText(target) }
  if (!secret?.object) {
    if (isKnownMissing(observation, target, secret)) return { state: 'missing', message: 'the Secret does not exist' }
    return { state: 'not compared', message: secret?.hidden?.message ?? 'the Secret was not read' }
  }
  if (!holdsData(secret.object)) return { state: 'empty', message: 'the Secret is empty' }
  const source = sourceOf(observation.assessment.graph, client)
  const [sourcePrints, copyPrints] = [keyPrints(client, source), keyPrints(client, secret)]
  const [first] = copyPrints
  const names = [...fingerprints(secret).keys()].join(', ')
  if (!first) return { state: 'other keys', message: `it has ${names}, and none of them is a Ceph key` }
  const print = { fingerprint: printText(first) }
  const expectedKeys = (wantedKeys(target) ?? []).filter((key) => key !== 'userID')
  const missingKeys = expectedKeys.filter((key) => !fingerprints(secret).has(key))
  if (sourcePrints.length === 0)
    return { state: 'not compared', message: 'the key of the client was not read', ...print }
  const known = new Set(sourcePrints.map(({ fingerprint }) => fingerprint))
  if (!copyPrints.some(({ fingerprint }) => known.has(fingerprint)))
    return { state: 'differs', message: 'not the current key of the client', ...print }
  const [copyUser, sourceUser] = [fingerprints(secret).get('userID'), source && fingerprints(source).get('userID')]
  if (copyUser !== undefined && sourceUser !== undefined && copyUser !== sourceUser)
    return { state: 'other user', message: 'userID is not that of the client', ...print }
  if (missingKeys.length > 0 && target.keys.length > 0 && target.keys.every((key) => missingKeys.includes(key)))
    return { state: 'other keys', message: `it has ${names}; its readers want ${missingKeys.join(', ')}`, ...print }
  return { state: 'equal', ...print }
}

const unknownClientText = ({ clients }: CephTarget) =>
  clients.length > 1
    ? `the key of ${clients.map(({ object }) => object.metadata.name).join(' or ')} may be meant`
    : 'its CephClient is unknown: none that could be read has the pools it is used for'

/** Everything that could hold the Secret was read, and it is not there. */
function isKnownMissing(
  observation: Observation,
  { secret: place }: CephTarget,
  secret: GraphNode | undefined,
): boolean {
  if (secret) return secret.source === 'missing'
  return secretReader(observation)(place)
}

/** A test whether a Secret would have been read if it existed. */
export function secretReader(observation: Observation): (place: SecretPlace) => boolean {
  const context = checkContextFor({ ...observation, events: new Map() })(cephKeyMissing)
  return ({ cluster: label, namespace, name }) => {
    const cluster = observation.snapshot.clusters.find((one) => one.label === label)
    return cluster !== undefined && context.isRead('Secret', cluster, namespace, name)
  }
}

function keeperOf(
  observation: Observation,
  landscape: CephLandscape,
  { secret, chain }: CephTarget,
  copy: GraphNode | undefined,
): { readonly keeper: CephKeeper; readonly keepers: readonly GraphNode[] } {
  if (chain) {
    const { namespace, name } = chain.external.object.metadata
    const node = nodeOf(observation, externalSecret, chain.external)
    const pushes = chain.pushes.flatMap(({ push }) => nodeOf(observation, pushSecret, push) ?? [])
    const own = node && observation.assessment.own(node.id)
    const synced = textAt(chain.external.object, 'status.refreshTime')
    const keeper: CephKeeper = {
      by: 'ExternalSecret',
      name: `${namespace}/${name}`,
      from: pushes.map((push) => `${push.name} @${push.cluster.label}`),
      ...(own ? { state: own.state } : {}),
      ...(own?.message ? { message: own.message } : {}),
      ...(synced ? { synced } : {}),
    }
    return { keeper, keepers: [...(node ? [node] : []), ...pushes] }
  }
  const objects = crossplaneKeepers(landscape, secret)
  const manager = keyManager(copy)
  if (manager !== undefined) return { keeper: { by: 'manager', name: manager, from: [] }, keepers: [] }
  const object = objects.find(({ unresolved }) => !unresolved)
  if (!object) return { keeper: unresolvedKeeper(landscape, secret, objects), keepers: [] }
  const mark = object.data ? {} : { withoutData: true as const }
  return { keeper: { by: 'Object', name: object.object.object.metadata.name, from: [], ...mark }, keepers: [] }
}

/** The program that owns the key by managedFields; Crossplane's providers appear as their Object. */
function keyManager(copy: GraphNode | undefined): string | undefined {
  if (!copy?.object || managersOf(copy.object).length === 0) return undefined
  const { programs } = rivalsFor(
    copy.object,
    KEY_FIELDS.map((key) => ['data', key]),
  )
  return programs.find(({ manager }) => !/crossplane|provider|external-secrets/i.test(manager))?.manager
}

const KEY_FIELDS = ['userKey', 'key']

/** No controller, or the objects that would show one could not be read. */
function unresolvedKeeper(
  landscape: CephLandscape,
  secret: SecretPlace,
  [object]: readonly CrossplaneKeeper[],
): CephKeeper {
  const [gap] = keeperGaps(landscape, secret)
  if (!object && !gap) return { by: 'nobody', from: [] }
  const name = object ? { name: object.object.object.metadata.name } : {}
  const message = object ? `the cluster of ${object.unresolved} is not known` : gap?.message
  return { by: 'unknown', from: [], ...name, ...(message ? { message } : {}) }
}
