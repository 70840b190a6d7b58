// SPDX-License-Identifier: Apache-2.0

import { DecoratedClient } from '../cluster/decorated-client.ts'
import type { Collection } from '../cluster/read/collect.ts'
import type { ClusterClient, Listing } from '../cluster/types.ts'
import type { Fleet, Member } from '../fleet/member.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'

/** The fleet with clients that do not ask again for what was read in whole: lists cost the API server, not us. */
export function withKnownLists(fleet: Fleet, collection: Collection): Fleet {
  return { ...fleet, members: fleet.members.map((member) => ({ ...member, ...knowing(member, collection) })) }
}

function knowing({ client, cluster, label }: Member, { objects, read }: Collection): { client?: ClusterClient } {
  if (!client) return {}
  const known = (kind: KindSpec): Listing | undefined => {
    const name = kindName(kind)
    const reading = read.find((each) => each.cluster === label && each.kind === name && each.outcome === 'read')
    if (!reading || reading.onlyNamespaces) return undefined
    const items = objects
      .filter((each) => each.cluster.uid === cluster.uid && kindOf(each.object) === name)
      .map(({ object }) => object)
    return { items, apiVersion: reading.apiVersion ?? '', verified: true, resourceVersion: '', failures: [] }
  }
  const list: ClusterClient['list'] = async (kind, options) =>
    (options ? undefined : known(kind)) ?? client.list(kind, options)
  return { client: new DecoratedClient(client, { list }) }
}

function kindOf({ apiVersion, kind }: { apiVersion: string; kind: string }): string {
  const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : ''
  return kindName({ group, kind })
}
