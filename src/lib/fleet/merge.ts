// SPDX-License-Identifier: Apache-2.0
import type { RoleName } from '../model/landscape/role.ts'
import { ORIGINS } from './candidate.ts'
import { detectRoles } from './classify.ts'
import type { Member } from './member.ts'
import type { OpenedCandidate } from './open.ts'
import { labelOf, sameRole } from './parse-role.ts'

export interface Merged {
  readonly members: readonly Member[]
  readonly notes: readonly string[]
}

/**
 * Makes one member of all candidates that are the same cluster (by UID, else by address): uses the best ranked, closes
 * the others. A cluster without CobaltCore resources becomes a note, not a member.
 */
export function mergeOpened(opened: readonly OpenedCandidate[]): Merged {
  const notes: string[] = []
  const members: Member[] = []
  for (const group of groupByIdentity(opened)) {
    const member = memberOf(group)
    if (member.cluster.roles.length === 0 && !isCertain(group)) {
      notes.push(
        `${member.origins.map((origin) => origin.text).join(', ')}: ${member.failure?.message ?? 'serves nothing of CobaltCore'}`,
      )
      member.client?.close()
      continue
    }
    const taken = member.cluster.roles.filter((role) =>
      members.some((other) => other.cluster.roles.some((r) => sameRole(r, role))),
    )
    for (const role of taken) notes.push(`${member.origins[0]?.text}: another cluster is ${labelOf(role)} already`)
    const roles = member.cluster.roles.filter((role) => !taken.includes(role))
    if (taken.length > 0 && roles.length === 0) member.client?.close()
    else members.push({ ...member, label: labelFor(roles, member), cluster: { ...member.cluster, roles } })
  }
  return { members, notes }
}

const rank = (opened: OpenedCandidate) => ORIGINS[opened.candidate.origin.type]

/**
 * Groups candidates of the same cluster, best ranked first: by UID, else by address. A candidate that does not answer is
 * matched to a reachable cluster by role or, if its role is unknown, by name: pool names are unique, and one unreadable
 * Secret must not add a second, unreachable cluster. A candidate with a given role is never matched to a cluster of
 * another role: that would show an unreachable pool as reachable.
 */
function groupByIdentity(opened: readonly OpenedCandidate[]): OpenedCandidate[][] {
  const ranked = [...opened].sort((a, b) => rank(a) - rank(b))
  const answering = ranked.filter(({ uid }) => uid)
  const uidOf = (same: (candidate: OpenedCandidate['candidate']) => boolean) =>
    answering.find(({ candidate }) => same(candidate))?.uid
  const keyOf = ({ uid, client, candidate }: OpenedCandidate): string => {
    if (uid) return uid
    const { config, name, roles } = candidate
    const server = config?.server
    const byServer = server ? uidOf((other) => other.config?.server === server) : undefined
    if (byServer ?? client) return byServer ?? server ?? name
    const known =
      roles.length > 0
        ? uidOf((other) => other.roles.some((role) => roles.some((own) => sameRole(own, role))))
        : uidOf((other) => other.name === name || other.roles.some((role) => role.name === name))
    return known ?? server ?? `not opened: ${roles.map(labelOf).join() || name}`
  }
  return [...Map.groupBy(ranked, keyOf).values()]
}

function memberOf(group: readonly OpenedCandidate[]): Member {
  const best = group.find((opened) => opened.client) ?? (group[0] as OpenedCandidate)
  for (const opened of group) if (opened !== best) opened.client?.close()
  const roles = rolesOf(group)
  const pinnedUid = group.find((opened) => opened.candidate.pinnedUid)?.candidate.pinnedUid
  const pinnedCa = group.find((opened) => opened.candidate.pinnedCa)?.candidate.pinnedCa
  const { config, name, foundIn } = best.candidate
  return {
    cluster: { uid: best.uid ?? pinnedUid ?? `server:${config?.server ?? name}`, name: roles[0]?.name ?? name, roles },
    label: '',
    origins: [best, ...group.filter((opened) => opened !== best)].map((opened) => opened.candidate.origin),
    ...(config ? { config } : {}),
    ...(foundIn ? { foundIn } : {}),
    ...(pinnedUid ? { pinnedUid } : {}),
    ...(pinnedCa ? { pinnedCa } : {}),
    ...(best.uid ? { uid: best.uid } : {}),
    ...(best.client ? { client: best.client } : {}),
    ...(best.served ? { served: best.served } : {}),
    ...(best.version ? { version: best.version } : {}),
    ...(best.failure ? { failure: best.failure } : {}),
  }
}

const isCertain = (group: readonly OpenedCandidate[]) => group.some((opened) => opened.candidate.certain)

/** An unreachable cluster that the fleet refers to may have no known role. */
const labelFor = (roles: readonly RoleName[], member: Member) =>
  roles[0] ? labelOf(roles[0]) : `unknown/${member.cluster.name}`

/**
 * Given roles are kept; a cluster of a profile has no others. Other clusters also get the roles of their API, with the
 * name of a ProviderConfig or registration if there is one: unlike a context's name, it is the name of the pool.
 */
function rolesOf(group: readonly OpenedCandidate[]): readonly RoleName[] {
  const given = unique(group.flatMap((opened) => opened.candidate.roles))
  const isExplicit = group.some(
    (opened) => opened.candidate.origin.type === 'profile' || opened.candidate.origin.type === 'demo',
  )
  if (isExplicit) return given
  const served = group.find((opened) => opened.served)?.served
  const name = poolName(group)
  const likely = group.flatMap(({ likelyRole }) => likelyRole ?? []).slice(0, 1)
  const found = (served ? detectRoles(served) : likely).map((role) => ({
    role,
    name: role === 'management' || role === 'garden' ? role : name,
  }))
  return unique([...given, ...found.filter((role) => !given.some((other) => other.role === role.role))])
}

function poolName(group: readonly OpenedCandidate[]): string {
  const poolSource = group.find(
    (opened) => opened.candidate.origin.type === 'ProviderConfig' || opened.candidate.origin.type === 'registration',
  )
  return (poolSource ?? group[0])?.candidate.name ?? ''
}

function unique(roles: readonly RoleName[]): RoleName[] {
  return roles.filter((role, i) => roles.findIndex((other) => sameRole(other, role)) === i)
}
