// SPDX-License-Identifier: Apache-2.0
import { CEPH_CONSUMERS } from '../../kinds/rook/consumers.ts'
import type { CephOrphan, OrphanCause } from '../../kinds/rook/orphan.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import { objectName } from '../../model/plan/plan.ts'
import { crossplaneKeepers } from '../shared/crossplane-keeper.ts'
import { esoChains } from '../shared/eso-chain.ts'
import { keeperOf, rivalsFor } from '../shared/ownership.ts'
import { SOURCE_ANNOTATION, seenOf } from '../shared/secret-copy.ts'
import { type CephLandscape, type ObjectInCluster, type SecretPlace, secretKey } from './landscape.ts'
import { cephTargets, sourcePlace } from './targets.ts'

/** Finds copies without a client or a consumer; a gap where the source cluster was not read. */
export function findCephOrphans(
  landscape: CephLandscape,
  secrets: readonly ObjectInCluster[],
): { readonly orphans: readonly CephOrphan[]; readonly gaps: readonly Gap[] } {
  const sources = new Set(landscape.clients.map((client) => secretKey(sourcePlace(client))))
  const readers = readersOf(landscape)
  const results = secrets.flatMap((copy): { orphan?: CephOrphan; gap?: Gap }[] => {
    const { namespace, name, annotations } = copy.object.metadata
    const source = annotations?.[SOURCE_ANNOTATION]
    if (namespace === undefined || source === undefined) return []
    const secret = { cluster: copy.cluster, namespace, name }
    const from = parseSource(source)
    const isSourceRead = from && landscape.clusters.some(({ label }) => label === from.cluster)
    const isGone =
      from && isSourceRead && !isUnread(landscape, from.cluster, ['CephClient']) && !sources.has(secretKey(from))
    const consumers = readers.get(secretKey(secret)) ?? []
    const isUnused = consumers.length === 0 && !isUnread(landscape, copy.cluster, [...CEPH_CONSUMERS, 'ExternalSecret'])
    const causes: readonly OrphanCause[] = [
      ...(isGone ? (['no-client'] as const) : []),
      ...(isUnused ? (['no-consumer'] as const) : []),
    ]
    if (causes.length > 0) return [{ orphan: orphanOf(landscape, copy, { ...secret, source, causes, consumers }) }]
    return isSourceRead ? [] : [{ gap: unknownSource(secret, source) }]
  })
  return { orphans: results.flatMap(({ orphan }) => orphan ?? []), gaps: results.flatMap(({ gap }) => gap ?? []) }
}

function orphanOf(
  landscape: CephLandscape,
  { object }: ObjectInCluster,
  copy: Omit<CephOrphan, 'uid' | 'resourceVersion' | 'keeper'>,
): CephOrphan {
  const { uid, resourceVersion } = seenOf(object)
  const [observer] = crossplaneKeepers(landscape, copy)
  const [rival] = rivalsFor(object, [['data']]).programs
  const keeper = observer
    ? `Object ${observer.object.object.metadata.name} on ${observer.object.cluster} makes it`
    : (keeperOf(object)?.text ?? (rival ? `its data belongs to ${rival.manager}` : undefined))
  return { ...copy, uid, resourceVersion, ...(keeper ? { keeper } : {}) }
}

/** The objects that refer to each Secret, by secretKey(). */
function readersOf(landscape: CephLandscape): ReadonlyMap<string, readonly string[]> {
  const readers = [
    ...cephTargets(landscape).flatMap(({ secret, consumers }) =>
      consumers.map((consumer) => [secretKey(secret), objectName(consumer)] as const),
    ),
    ...esoChains(landscape).map(({ target, external: { object } }) => {
      const { namespace = '', name } = object.metadata
      return [secretKey(target), objectName({ kind: object.kind, namespace, name })] as const
    }),
  ]
  const grouped = Map.groupBy(readers, ([key]) => key)
  return new Map([...grouped].map(([key, all]) => [key, [...new Set(all.map(([, name]) => name))]]))
}

const isUnread = ({ unread }: CephLandscape, cluster: string, kinds: readonly string[]) =>
  unread.some((each) => each.cluster === cluster && kinds.includes(each.kind.split('.')[0] ?? ''))

/** Cluster labels may contain slashes, names of namespaces and Secrets cannot. */
function parseSource(source: string): SecretPlace | undefined {
  const [name, namespace, ...cluster] = source.split('/').reverse()
  if (!name || !namespace || cluster.length === 0) return undefined
  return { cluster: cluster.reverse().join('/'), namespace, name }
}

/** Another profile may label its clusters differently: a source that was not read is not proof of an orphan. */
const unknownSource = ({ cluster, namespace, name }: SecretPlace, source: string): Gap => ({
  cluster,
  kind: 'Secret',
  namespace,
  fault: 'notfound',
  message: `whether the client of Secret ${namespace}/${name} is still there is not known: it was copied from ${source}, in a cluster that was not asked`,
})
