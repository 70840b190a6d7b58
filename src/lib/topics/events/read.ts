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

/** What to watch for the same report. */
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

/** The Events of a watched observation. */
export function eventsIn(fleet: Fleet, observation: Observation, object: string | undefined): EventsData {
  const { snapshot, assessment, beside } = observation
  const read = { snapshot, events: snapshot.events ?? [], skews: clockSkews(fleet) }
  if (!beside) return read
  const { subjects, reached } = subjectsOf(observation, object)
  return { ...read, about: { assessment, subjects, reached, behind: ownedPods(reached, beside) } }
}

/**
 * All Events of all clusters, which needs no other reads; or those of an object and its dependencies, from the clusters
 * that hold them.
 */
export async function readEvents(
  fleet: Fleet,
  object: string | undefined,
  types: readonly string[],
  options: ObserveOptions,
): Promise<EventsData> {
  const event = eventKind(types.length === 1 ? types[0] : undefined)
  if (object === undefined && isWhole(options.scope)) {
    const { snapshot } = await observe(fleet, { ...options, only: [event] })
    return { snapshot, events: snapshot.events ?? [], skews: clockSkews(fleet) }
  }
  const observation = await observe(fleet, { ...options, also: object ? onDemandKindsFor([object]) : [] })
  const { subjects, reached } = subjectsOf(observation, object)
  const workloads = await collectAround(fleet, reached, [event, ...WORKLOAD_KINDS], options.signal)
  const isEvent = ({ object }: (typeof workloads.objects)[number]) => object.kind === 'Event'
  return {
    snapshot: { ...observation.snapshot, gaps: [...observation.snapshot.gaps, ...workloads.gaps] },
    events: workloads.objects.filter(isEvent),
    skews: clockSkews(fleet),
    about: {
      assessment: observation.assessment,
      subjects,
      reached,
      behind: ownedPods(
        reached,
        workloads.objects.filter((resource) => !isEvent(resource)),
      ),
    },
  }
}

type EventsData = Pick<EventsInput, 'snapshot' | 'events' | 'skews' | 'about'>
