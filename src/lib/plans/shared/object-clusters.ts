// SPDX-License-Identifier: Apache-2.0
import { providerAddress } from '../../kinds/crossplane/health-and-links.ts'
import { textAt } from '../../model/object/fields.ts'
import type { ObjectInCluster } from '../ceph-secrets/landscape.ts'

/** The cluster that a provider-kubernetes Object writes to; undefined if unknown or contradictory. */
export type ClusterOfObject = (object: ObjectInCluster) => string | undefined

/**
 * Resolves Objects to clusters by the address of their ProviderConfig, and by UID: an object observed through it with
 * the UID of a live object is that object. leadsTo must only name clusters whose identity was verified.
 */
export function objectClusters(
  objects: readonly ObjectInCluster[],
  live: readonly ObjectInCluster[],
  leadsTo: (address: string) => string | undefined,
): ClusterOfObject {
  const observed = objects.flatMap(({ object }) => {
    const uid = textAt(object, 'status.atProvider.manifest.metadata.uid')
    return uid === undefined ? [] : [{ address: providerAddress(object), uid }]
  })
  const observedUids = new Set(observed.map(({ uid }) => uid))
  const clusterByUid = new Map(
    live.flatMap(({ cluster, object: { metadata } }) =>
      metadata.uid !== undefined && observedUids.has(metadata.uid) ? [[metadata.uid, cluster] as const] : [],
    ),
  )
  const byAddress = Map.groupBy(observed, ({ address }) => address)
  return ({ object }) => {
    const address = providerAddress(object)
    const byUid = (byAddress.get(address) ?? []).flatMap(({ uid }) => clusterByUid.get(uid) ?? [])
    const [cluster, ...others] = new Set([...byUid, ...[leadsTo(address) ?? []].flat()])
    return others.length > 0 ? undefined : cluster
  }
}
