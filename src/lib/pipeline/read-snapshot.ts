// SPDX-License-Identifier: Apache-2.0
import { type AskableMember, collectReferenced } from '../cluster/read/collect-referenced.ts'
import type { Fleet } from '../fleet/member.ts'
import { mentionsOf } from '../graph/references.ts'
import type { KindSpec } from '../model/graph/kind.ts'
import type { Snapshot } from '../model/landscape/snapshot.ts'

/**
 * Reads listed kinds first, then the kinds read by reference, only where the first ones refer to them. Events are kept
 * apart from the other objects.
 */
export async function readAll(
  { members }: Fleet,
  kinds: readonly KindSpec[],
  read: (kinds: readonly KindSpec[]) => Promise<Snapshot>,
  signal: AbortSignal,
): Promise<Snapshot> {
  const [listed, byReference] = [kinds.filter((kind) => !kind.byReference), kinds.filter((kind) => kind.byReference)]
  const first = separateEvents(await read(listed))
  if (byReference.length === 0) return first
  const reachable = members.filter((member): member is typeof member & AskableMember => member.client !== undefined)
  const references = mentionsOf(first, listed, byReference)
  const { objects, read: readings, gaps } = await collectReferenced(reachable, byReference, references, first, signal)
  return {
    ...first,
    resources: [...first.resources, ...objects],
    readings: [...first.readings, ...readings],
    gaps: [...first.gaps, ...gaps],
  }
}

/** Tens of thousands of Events would only slow the graph: nothing links to one. */
export function separateEvents(snapshot: Snapshot): Snapshot {
  const events = snapshot.resources.filter(isEvent)
  if (events.length === 0) return snapshot
  return { ...snapshot, resources: snapshot.resources.filter((resource) => !isEvent(resource)), events }
}

const isEvent = ({ object: { kind, apiVersion } }: Snapshot['resources'][number]) =>
  kind === 'Event' && apiVersion === 'v1'
