// SPDX-License-Identifier: Apache-2.0

import { DecoratedClient } from '../cluster/decorated-client.ts'
import type { Collection } from '../cluster/read/collect.ts'
import type { ClusterClient, Listing } from '../cluster/types.ts'
import type { Fleet, Member } from '../fleet/member.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'

/** A fleet whose clients answer complete lists that were read before from memory: lists are costly for API servers. */
export function withKnownLists(fleet: Fleet, collection: Collection): Fleet {
  return { ...fleet, members: fleet.members.map((member) => ({ ...member, ...clientWithLists(member, collection) })) }
}

function clientWithLists(
  { client, cluster, label }: Member,
  { objects, read }: Collection,
): { client?: ClusterClient } {
  if (!client) return {}
  const listingOf = (kind: KindSpec): Listing | undefined => {
    const name = kindName(kind)
    const reading = read.find((each) => each.cluster === label && each.kind === name && each.outcome === 'read')
    if (!reading || reading.onlyNamespaces) return undefined
    const items = objects
      .filter((each) => each.cluster.uid === cluster.uid && kindOf(each.object) === name)
      .map(({ object }) => object)
    return { items, apiVersion: reading.apiVersion ?? '', verified: true, resourceVersion: '', failures: [] }
  }
  const list: ClusterClient['list'] = async (kind, options) =>
    (options ? undefined : listingOf(kind)) ?? client.list(kind, options)
  return { client: new DecoratedClient(client, { list }) }
}

function kindOf({ apiVersion, kind }: { apiVersion: string; kind: string }): string {
  const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : ''
  return kindName({ group, kind })
}
