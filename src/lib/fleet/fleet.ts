// SPDX-License-Identifier: Apache-2.0
import type { ClusterClient } from '../cluster/types.ts'
import { type Candidate, printable } from './candidate.ts'
import type { Fleet, Member } from './member.ts'
import { mergeOpened } from './merge.ts'
import { type OpenCluster, type Opened, openCandidate } from './open.ts'
import { fromFlux } from './sources/flux.ts'
import { fromGarden } from './sources/garden.ts'
import { fromProviderConfigs } from './sources/provider-configs.ts'
import { fromRegistrations } from './sources/registrations.ts'
import { type Found, joinFound, NOTHING } from './sources/source.ts'

export interface FleetPlan {
  readonly candidates: readonly Candidate[]
  readonly profile?: NonNullable<Fleet['profile']>
  /** Ask the management cluster for more clusters: all, none, or only those whose origin a profile names. */
  readonly discover: 'all' | 'none' | ReadonlyMap<string, Candidate>
}

/** Tells a person what is awaited. */
export type During = <T>(name: string, work: Promise<T>) => Promise<T>

/** Opens all clusters at once, asks the management cluster for those it knows, and makes one member of each real cluster. */
export async function openFleet(
  plan: FleetPlan,
  open: OpenCluster,
  during: During = (_, work) => work,
): Promise<Fleet> {
  const openAll = (candidates: readonly Candidate[]) =>
    Promise.all(candidates.map(printable).map((candidate) => during(candidate.name, openCandidate(candidate, open))))
  const opened = await openAll(plan.candidates)
  const found = plan.discover === 'none' ? NOTHING : await discover(opened)
  const more = plan.discover instanceof Map ? named(found, plan.discover) : found.candidates
  const openedMore = await openAll(more)
  // a garden that only a Secret leads to knows Shoots too
  const late = plan.discover === 'all' ? await shootsOf(managementOf(opened), openedMore, opened) : NOTHING
  const openedLate = await openAll(late.candidates)
  const { members, notes } = mergeOpened([...opened, ...openedMore, ...openedLate])
  return {
    ...(plan.profile ? { profile: plan.profile } : {}),
    members: [...members].sort(byRole),
    notes: [...found.notes, ...late.notes, ...notes],
    close: () => {
      for (const member of members) member.client?.close()
    },
  }
}

/** Only the management cluster is asked for others: what else is opened may be anybody's. */
async function discover(opened: readonly Opened[]): Promise<Found> {
  const management = managementOf(opened)
  if (!management) return NOTHING
  return joinFound(
    await Promise.all([
      fromProviderConfigs(management),
      fromFlux(management),
      fromRegistrations(management),
      shootsOf(management, opened, []),
    ]),
  )
}

function managementOf(opened: readonly Opened[]): ClusterClient | undefined {
  return opened.find((way) => way.client && way.candidate.roles.some(({ role }) => role === 'management'))?.client
}

/** The Shoots of every garden among these that was not asked before. */
async function shootsOf(
  management: ClusterClient | undefined,
  opened: readonly Opened[],
  before: readonly Opened[],
): Promise<Found> {
  const asked = new Set(before.map(({ uid }) => uid))
  const gardens = opened.filter(
    ({ served, uid }) => !asked.has(uid) && served && served.versionsOf('core.gardener.cloud', 'shoots').length > 0,
  )
  const found = gardens.map(({ client }) => (management && client ? fromGarden(management, client) : NOTHING))
  return joinFound(await Promise.all(found))
}

/** A profile's "from" entries: the found cluster's way in, the profile's roles and pin. Not found any more: listed as such. */
function named(found: Found, wanted: ReadonlyMap<string, Candidate>): Candidate[] {
  return [...wanted].map(([text, candidate]) => {
    const match = found.candidates.find((other) => other.origin.text === text)
    if (!match) return { ...candidate, refused: `${text} is not known to the management cluster` }
    return {
      ...candidate,
      ...(match.config ? { config: match.config } : {}),
      ...(match.refused ? { refused: match.refused } : {}),
    }
  })
}

const ORDER = ['management', 'control-plane', 'hypervisor', 'storage', 'arbiter', 'garden']

function byRole(a: Member, b: Member): number {
  const place = (member: Member) => {
    const role = member.cluster.roles[0]?.role
    return role ? ORDER.indexOf(role) : ORDER.length
  }
  return place(a) - place(b) || (a.label < b.label ? -1 : 1)
}
