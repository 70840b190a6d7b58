// SPDX-License-Identifier: Apache-2.0
import type { Impersonation } from '../cluster/config.ts'
import { type Candidate, sanitized } from './candidate.ts'
import { ClusterDiscovery } from './discover.ts'
import type { Fleet, Member } from './member.ts'
import { mergeOpened } from './merge.ts'
import { isUnidentified, type OpenCluster, type OpenedCandidate, openCandidate } from './open.ts'
import type { DiscoveredClusters } from './sources/source.ts'

export interface FleetPlan {
  readonly candidates: readonly Candidate[]
  readonly profile?: NonNullable<Fleet['profile']>
  /** From --as; also applies to kubeconfigs found in a cluster. */
  readonly impersonate?: Impersonation
  /** Clusters to discover through the management cluster; a map contains the origins that a profile names. */
  readonly discover: 'all' | 'none' | ReadonlyMap<string, Candidate>
}

/** Shows progress while a cluster is opened. */
export type During = <T>(name: string, work: Promise<T>) => Promise<T>

/**
 * Opens all candidates in parallel, discovers more through the management cluster, and merges candidates of the same
 * cluster. With any number of unreachable clusters it takes about one connect timeout.
 */
export async function openFleet(
  plan: FleetPlan,
  open: OpenCluster,
  during: During = (_, work) => work,
): Promise<Fleet> {
  const openOne = (candidate: Candidate) => {
    const safe = sanitized(impersonating(candidate, plan.impersonate))
    return during(safe.name, openCandidate(safe, open))
  }
  const opening = plan.candidates.map(openOne)
  const [opened, discovered] = await Promise.all([Promise.all(opening), discoverMore(plan, opening, openOne)])
  const { members, notes } = mergeOpened(await identified([...opened, ...discovered.opened]))
  return {
    ...(plan.profile ? { profile: plan.profile } : {}),
    members: [...members].sort(byRole),
    notes: [...discovered.notes, ...notes],
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

interface DiscoveryResult {
  readonly opened: readonly OpenedCandidate[]
  /** Sources that could not be read. */
  readonly notes: readonly string[]
}

async function discoverMore(
  { candidates, discover }: FleetPlan,
  opening: readonly Promise<OpenedCandidate>[],
  openOne: (candidate: Candidate) => Promise<OpenedCandidate>,
): Promise<DiscoveryResult> {
  if (discover === 'none') return { opened: [], notes: [] }
  const discovery = new ClusterDiscovery(candidates, opening)
  const sources = [...discovery.sources(), ...opening.map(async (opened) => discovery.shoots(await opened))]
  if (discover !== 'all') {
    const named = [...discover].map(async ([text, candidate]) => openOne(await discoverNamed(text, candidate, sources)))
    const [found, opened] = await Promise.all([Promise.all(sources), Promise.all(named)])
    return { opened, notes: found.flatMap(({ notes }) => notes) }
  }
  const openSource = async (source: Promise<DiscoveredClusters>): Promise<DiscoveryResult> => {
    const found = await source
    return join(await Promise.all(found.candidates.map(openWithShoots)), found.notes)
  }
  // A discovered cluster may be a garden, too.
  const openWithShoots = async (candidate: Candidate): Promise<DiscoveryResult> => {
    const opened = await openOne(candidate)
    const shoots = await discovery.shoots(opened)
    return { opened: [opened, ...(await Promise.all(shoots.candidates.map(openOne)))], notes: shoots.notes }
  }
  return join(await Promise.all(sources.map(openSource)))
}

function join(parts: readonly DiscoveryResult[], notes: readonly string[] = []): DiscoveryResult {
  return {
    opened: parts.flatMap(({ opened }) => opened),
    notes: [...notes, ...parts.flatMap((part) => part.notes)],
  }
}

/**
 * A profile's `from` entry: the discovered kubeconfig with the profile's roles and pins, as soon as one source has it.
 * If no source has it, the candidate says so.
 */
async function discoverNamed(
  text: string,
  candidate: Candidate,
  sources: readonly Promise<DiscoveredClusters>[],
): Promise<Candidate> {
  const findIn = async (source: Promise<DiscoveredClusters>) => {
    const match = (await source).candidates.find(({ origin }) => origin.text === text)
    if (!match) throw new NotInSource()
    return match
  }
  try {
    const { config, refused, origin } = await Promise.any(sources.map(findIn))
    return { ...candidate, foundIn: origin, ...(config ? { config } : {}), ...(refused ? { refused } : {}) }
  } catch (error) {
    const bug = error instanceof AggregateError && error.errors.find((inner) => !(inner instanceof NotInSource))
    if (bug) throw bug
    return { ...candidate, refused: `${text} is not known to the management cluster` }
  }
}

class NotInSource extends Error {}

const ROLE_ORDER = ['management', 'control-plane', 'hypervisor', 'storage', 'arbiter', 'garden']

function byRole(a: Member, b: Member): number {
  const rank = (member: Member) => {
    const role = member.cluster.roles[0]?.role
    return role ? ROLE_ORDER.indexOf(role) : ROLE_ORDER.length
  }
  return rank(a) - rank(b) || (a.label < b.label ? -1 : 1)
}

/** Most fleets open every cluster: what identifies the others is loaded only for them. */
async function identified(opened: readonly OpenedCandidate[]): Promise<readonly OpenedCandidate[]> {
  if (!opened.some(isUnidentified)) return opened
  const { identifyUnopened } = await import('./identify.ts')
  return identifyUnopened(opened)
}
