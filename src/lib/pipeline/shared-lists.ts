// SPDX-License-Identifier: Apache-2.0
import { DecoratedClient } from '../cluster/decorated-client.ts'
import type { ClusterClient, Listing } from '../cluster/types.ts'
import type { Fleet, Member } from '../fleet/member.ts'
import { kindName } from '../model/graph/kind.ts'

/** Two views of one fleet that share lists: what the lister reads, the reader gets as soon as it arrives. */
export interface SharedLists {
  /** For the caller that lists everything. */
  readonly asking: readonly Member[]
  /** For the caller that needs a few of the lists: it waits for them, and reads those that are not listed. */
  readonly taking: Fleet
  /** Call when everything is listed. */
  over(): void
}

/** Allows work on some lists while others are still in flight; no list is read twice. */
export function shareLists(fleet: Fleet): SharedLists {
  const over = Promise.withResolvers<void>()
  const views = fleet.members.map((member) => splitMember(member, over.promise))
  return {
    asking: views.map(({ asking }) => asking),
    taking: { ...fleet, members: views.map(({ taking }) => taking) },
    over: over.resolve,
  }
}

function splitMember(member: Member, over: Promise<void>): { asking: Member; taking: Member } {
  const { client } = member
  if (!client) return { asking: member, taking: member }
  const lists = new Map<string, PromiseWithResolvers<Listing>>()
  const entryOf = (name: string) => {
    const known = lists.get(name)
    if (known) return known
    const created = Promise.withResolvers<Listing>()
    // The lister reports the error; mark it as handled, there may be no reader.
    created.promise.catch(() => {})
    lists.set(name, created)
    return created
  }
  const listAndShare: ClusterClient['list'] = (kind, options) => {
    const listing = client.list(kind, options)
    entryOf(kindName(kind)).resolve(listing)
    return listing
  }
  const readShared: ClusterClient['list'] = async (kind, options) => {
    if (options) return client.list(kind, options)
    const listing = await Promise.race([entryOf(kindName(kind)).promise, over])
    // A list of some namespaces is not complete.
    return listing && !listing.onlyNamespaces ? listing : client.list(kind)
  }
  return {
    asking: { ...member, client: new DecoratedClient(client, { list: listAndShare }) },
    taking: { ...member, client: new DecoratedClient(client, { list: readShared }) },
  }
}
