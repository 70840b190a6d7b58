// SPDX-License-Identifier: Apache-2.0
import { type AskableMember, collectReferenced } from '../cluster/read/collect-referenced.ts'
import type { Fleet } from '../fleet/member.ts'
import { mentionsOf } from '../graph/references.ts'
import type { KindSpec } from '../model/graph/kind.ts'
import type { Snapshot } from '../model/landscape/snapshot.ts'

/**
 * Everything of these kinds: first what is listed, then private kinds, only where the first refers to one. Events are
 * kept beside the objects.
 */
export async function readAll(
  { members }: Fleet,
  kinds: readonly KindSpec[],
  read: (kinds: readonly KindSpec[]) => Promise<Snapshot>,
  signal: AbortSignal,
): Promise<Snapshot> {
  const [listed, mentioned] = [kinds.filter((kind) => !kind.byReference), kinds.filter((kind) => kind.byReference)]
  const first = separateEvents(await read(listed))
  if (mentioned.length === 0) return first
  const askable = members.filter((member): member is typeof member & AskableMember => member.client !== undefined)
  const mentions = mentionsOf(first, listed, mentioned)
  const { objects, read: readings, gaps } = await collectReferenced(askable, mentioned, mentions, first, signal)
  return {
    ...first,
    resources: [...first.resources, ...objects],
    readings: [...first.readings, ...readings],
    gaps: [...first.gaps, ...gaps],
  }
}

const isEvent = ({ object: { kind, apiVersion } }: Snapshot['resources'][number]) =>
  kind === 'Event' && apiVersion === 'v1'

/** Tens of thousands of Events would only slow the graph: nothing links to one. */
export function separateEvents(snapshot: Snapshot): Snapshot {
  const events = snapshot.resources.filter(isEvent)
  if (events.length === 0) return snapshot
  return { ...snapshot, resources: snapshot.resources.filter((resource) => !isEvent(resource)), events }
}
