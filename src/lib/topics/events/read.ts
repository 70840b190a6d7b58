// SPDX-License-Identifier: Apache-2.0
import type { Fleet } from '../../fleet/member.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { isWhole, type Scope } from '../../model/landscape/scope.ts'
import { clockSkews } from '../../pipeline/clock-skew.ts'
import { collectAround } from '../../pipeline/collect-around.ts'
import { type Observation, type ObserveOptions, observe } from '../../pipeline/observe.ts'
import { onDemandKindsFor, subjectsOf } from '../../pipeline/subjects.ts'
import type { EventsInput } from '../../reports/events/report.ts'
import { ownedPods } from '../../reports/shared/owned-pods.ts'
import { eventKind, WORKLOAD_KINDS } from './kinds.ts'

type Read = Pick<EventsInput, 'snapshot' | 'events' | 'skews' | 'about'>

/** What to follow for the same answer. */
export function eventsAsked(object: string | undefined, types: readonly string[], scope: Scope): EventsQuery {
  const event = eventKind(types.length === 1 ? types[0] : undefined)
  if (object === undefined && isWhole(scope)) return { also: [], only: [event] }
  return { also: [...(object ? onDemandKindsFor([object]) : []), event], beside: WORKLOAD_KINDS }
}

export interface EventsQuery {
  readonly also: readonly KindSpec[]
  readonly only?: readonly KindSpec[]
  readonly beside?: readonly KindSpec[]
}

/** The Events of what is followed. */
export function eventsIn(fleet: Fleet, seen: Observation, object: string | undefined): Read {
  const { snapshot, assessment, beside } = seen
  const read = { snapshot, events: snapshot.events ?? [], skews: clockSkews(fleet) }
  if (!beside) return read
  const { subjects, reached } = subjectsOf(seen, object)
  return { ...read, about: { assessment, subjects, reached, behind: ownedPods(reached, beside) } }
}

/**
 * All Events of all clusters, which needs nothing else to be read; or those about an object and all it stands on, from
 * the clusters that hold some of it.
 */
export async function readEvents(
  fleet: Fleet,
  object: string | undefined,
  types: readonly string[],
  options: ObserveOptions,
): Promise<Read> {
  const event = eventKind(types.length === 1 ? types[0] : undefined)
  if (object === undefined && isWhole(options.scope)) {
    const { snapshot } = await observe(fleet, { ...options, only: [event] })
    return { snapshot, events: snapshot.events ?? [], skews: clockSkews(fleet) }
  }
  const seen = await observe(fleet, { ...options, also: object ? onDemandKindsFor([object]) : [] })
  const { subjects, reached } = subjectsOf(seen, object)
  const near = await collectAround(fleet, reached, [event, ...WORKLOAD_KINDS], options.signal)
  const isEvent = ({ object }: (typeof near.objects)[number]) => object.kind === 'Event'
  return {
    snapshot: { ...seen.snapshot, gaps: [...seen.snapshot.gaps, ...near.gaps] },
    events: near.objects.filter(isEvent),
    skews: clockSkews(fleet),
    about: {
      assessment: seen.assessment,
      subjects,
      reached,
      behind: ownedPods(
        reached,
        near.objects.filter((resource) => !isEvent(resource)),
      ),
    },
  }
}
