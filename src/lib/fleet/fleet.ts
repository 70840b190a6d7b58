// SPDX-License-Identifier: Apache-2.0
import type { Impersonation } from '../cluster/config.ts'
import { type Candidate, sanitized } from './candidate.ts'
import { ClusterDiscovery } from './discover.ts'
import type { Fleet, Member } from './member.ts'
import { mergeOpened } from './merge.ts'
import { type OpenCluster, type OpenedCandidate, openCandidate } from './open.ts'
import type { DiscoveredClusters } from './sources/source.ts'

export interface FleetPlan {
  readonly candidates: readonly Candidate[]
  readonly profile?: NonNullable<Fleet['profile']>
  /** --as: whom to act as, also where a kubeconfig was found in a cluster. */
  readonly impersonate?: Impersonation
  /** Ask the management cluster for more clusters: all, none, or only those whose origin a profile names. */
  readonly discover: 'all' | 'none' | ReadonlyMap<string, Candidate>
}

/** Tells a person what is awaited. */
export type During = <T>(name: string, work: Promise<T>) => Promise<T>

/**
 * Opens all clusters at once, asks the management cluster for those it knows, and makes one member of each real cluster.
 * Nothing waits for a cluster it does not need: with any number of dark ones it takes about one connect deadline.
 */
export async function openFleet(
  plan: FleetPlan,
  open: OpenCluster,
  during: During = (_, work) => work,
): Promise<Fleet> {
  const openOne = (candidate: Candidate) => {
    const shown = sanitized(impersonating(candidate, plan.impersonate))
    return during(shown.name, openCandidate(shown, open))
  }
  const opening = plan.candidates.map(openOne)
  const [opened, found] = await Promise.all([Promise.all(opening), findMore(plan, opening, openOne)])
  const { members, notes } = mergeOpened([...opened, ...found.opened])
  return {
    ...(plan.profile ? { profile: plan.profile } : {}),
    members: [...members].sort(byRole),
    notes: [...found.notes, ...notes],
    close: () => {
      for (const member of members) member.client?.close()
    },
  }
}

function impersonating(candidate: Candidate, impersonate: Impersonation | undefined): Candidate {
  const { config } = candidate
  if (!config || !impersonate || config.impersonate) return candidate
  return { ...candidate, config: { ...config, impersonate } }
}

/** Clusters that were found and opened, and what could not be looked at. */
interface FoundOpened {
  readonly opened: readonly OpenedCandidate[]
  readonly notes: readonly string[]
}

async function findMore(
  { candidates, discover }: FleetPlan,
  opening: readonly Promise<OpenedCandidate>[],
  openOne: (candidate: Candidate) => Promise<OpenedCandidate>,
): Promise<FoundOpened> {
  if (discover === 'none') return { opened: [], notes: [] }
  const discovery = new ClusterDiscovery(candidates, opening)
  const places = [...discovery.places(), ...opening.map(async (way) => discovery.shoots(await way))]
  if (discover !== 'all') {
    const wanted = [...discover].map(async ([text, candidate]) => openOne(await named(text, candidate, places)))
    const [found, opened] = await Promise.all([Promise.all(places), Promise.all(wanted)])
    return { opened, notes: found.flatMap(({ notes }) => notes) }
  }
  const openPlace = async (place: Promise<DiscoveredClusters>): Promise<FoundOpened> => {
    const found = await place
    return join(await Promise.all(found.candidates.map(openWithShoots)), found.notes)
  }
  // a garden that only a Secret leads to knows Shoots too
  const openWithShoots = async (candidate: Candidate): Promise<FoundOpened> => {
    const way = await openOne(candidate)
    const late = await discovery.shoots(way)
    return { opened: [way, ...(await Promise.all(late.candidates.map(openOne)))], notes: late.notes }
  }
  return join(await Promise.all(places.map(openPlace)))
}

function join(parts: readonly FoundOpened[], notes: readonly string[] = []): FoundOpened {
  return {
    opened: parts.flatMap(({ opened }) => opened),
    notes: [...notes, ...parts.flatMap((part) => part.notes)],
  }
}

/**
 * A profile's "from" entry: the found cluster's way in, the profile's roles and pin, as soon as one place knows it. Not
 * found any more: listed as such.
 */
async function named(
  text: string,
  candidate: Candidate,
  places: readonly Promise<DiscoveredClusters>[],
): Promise<Candidate> {
  const inPlace = async (place: Promise<DiscoveredClusters>) => {
    const match = (await place).candidates.find(({ origin }) => origin.text === text)
    if (!match) throw new NotHere()
    return match
  }
  try {
    const { config, refused, origin } = await Promise.any(places.map(inPlace))
    return { ...candidate, foundIn: origin, ...(config ? { config } : {}), ...(refused ? { refused } : {}) }
  } catch (error) {
    const bug = error instanceof AggregateError && error.errors.find((inner) => !(inner instanceof NotHere))
    if (bug) throw bug
    return { ...candidate, refused: `${text} is not known to the management cluster` }
  }
}

/** One place does not know a cluster; another may. */
class NotHere extends Error {}

const ORDER = ['management', 'control-plane', 'hypervisor', 'storage', 'arbiter', 'garden']

function byRole(a: Member, b: Member): number {
  const place = (member: Member) => {
    const role = member.cluster.roles[0]?.role
    return role ? ORDER.indexOf(role) : ORDER.length
  }
  return place(a) - place(b) || (a.label < b.label ? -1 : 1)
}
