// SPDX-License-Identifier: Apache-2.0
import { DecoratedClient } from '../cluster/decorated-client.ts'
import type { ClusterClient, Listing } from '../cluster/types.ts'
import type { Fleet, Member } from '../fleet/member.ts'
import { kindName } from '../model/graph/kind.ts'

/** One fleet in two hands: what one of them lists, the other takes as soon as it is there. */
export interface SharedLists {
  /** For who lists everything. */
  readonly asking: readonly Member[]
  /** For who needs a few of the same lists: it waits for them, and asks for those that nobody asks for. */
  readonly taking: Fleet
  /** Must be told when everything is listed. */
  over(): void
}

/** Lets somebody work on some lists while others are still on their way: no list is asked for twice. */
export function shareLists(fleet: Fleet): SharedLists {
  const over = Promise.withResolvers<void>()
  const hands = fleet.members.map((member) => twoHands(member, over.promise))
  return {
    asking: hands.map(({ asking }) => asking),
    taking: { ...fleet, members: hands.map(({ taking }) => taking) },
    over: over.resolve,
  }
}

function twoHands(member: Member, over: Promise<void>): { asking: Member; taking: Member } {
  const { client } = member
  if (!client) return { asking: member, taking: member }
  const lists = new Map<string, PromiseWithResolvers<Listing>>()
  const place = (name: string) => {
    const known = lists.get(name)
    if (known) return known
    const made = Promise.withResolvers<Listing>()
    // what went wrong is told to who asked; there may be nobody who takes
    made.promise.catch(() => {})
    lists.set(name, made)
    return made
  }
  const ask: ClusterClient['list'] = (kind, options) => {
    const listing = client.list(kind, options)
    place(kindName(kind)).resolve(listing)
    return listing
  }
  const take: ClusterClient['list'] = async (kind, options) => {
    if (options) return client.list(kind, options)
    const listing = await Promise.race([place(kindName(kind)).promise, over])
    // a part of a list says nothing about the rest
    return listing && !listing.onlyNamespaces ? listing : client.list(kind)
  }
  return {
    asking: { ...member, client: new DecoratedClient(client, { list: ask }) },
    taking: { ...member, client: new DecoratedClient(client, { list: take }) },
  }
}
