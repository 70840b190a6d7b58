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
 * One member per real cluster: several ways to the same cluster (by UID, else by address) become one, the best ranked
 * way is used, the others are closed. A cluster that serves nothing of CobaltCore is a note, not a member.
 */
export function mergeOpened(opened: readonly OpenedCandidate[]): Merged {
  const notes: string[] = []
  const members: Member[] = []
  for (const ways of groupByIdentity(opened)) {
    const member = memberOf(ways)
    if (member.cluster.roles.length === 0 && !isCertain(ways)) {
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

const rank = (way: OpenedCandidate) => ORIGINS[way.candidate.origin.type]

/**
 * Ways to the same cluster, best ranked first: by UID, else by address. A way that does not answer is taken for the
 * cluster that answers in its role, or, when it was found and its role is not known, under its name: pool names are
 * unique, and one Secret that may not be read must not make a second, dark cluster of it. A way whose role was given is
 * never taken for a cluster of another role: that would show a dark pool as reachable.
 */
function groupByIdentity(opened: readonly OpenedCandidate[]): OpenedCandidate[][] {
  const ways = [...opened].sort((a, b) => rank(a) - rank(b))
  const answering = ways.filter((way) => way.uid)
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
  return [...Map.groupBy(ways, keyOf).values()]
}

/** All ways lead to one cluster: the best that answers is used, the others are closed. */
function memberOf(ways: readonly OpenedCandidate[]): Member {
  const best = ways.find((way) => way.client) ?? (ways[0] as OpenedCandidate)
  for (const way of ways) if (way !== best) way.client?.close()
  const roles = rolesOf(ways)
  const pinnedUid = ways.find((way) => way.candidate.pinnedUid)?.candidate.pinnedUid
  const pinnedCa = ways.find((way) => way.candidate.pinnedCa)?.candidate.pinnedCa
  const { config, name, foundIn } = best.candidate
  return {
    cluster: { uid: best.uid ?? pinnedUid ?? `server:${config?.server ?? name}`, name: roles[0]?.name ?? name, roles },
    label: '',
    origins: [best, ...ways.filter((way) => way !== best)].map((way) => way.candidate.origin),
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

const isCertain = (ways: readonly OpenedCandidate[]) => ways.some((way) => way.candidate.certain)

/** A dark cluster that the landscape refers to, of a role nobody knows, is still called something. */
const labelFor = (roles: readonly RoleName[], member: Member) =>
  roles[0] ? labelOf(roles[0]) : `unknown/${member.cluster.name}`

/**
 * Roles that were given stand; a cluster named by a person plays no others. Found clusters play what their API serves,
 * under the name of the way that knows the pool: a ProviderConfig's name says more than a context's.
 */
function rolesOf(ways: readonly OpenedCandidate[]): readonly RoleName[] {
  const given = unique(ways.flatMap((way) => way.candidate.roles))
  const explicit = ways.some((way) => way.candidate.origin.type === 'profile' || way.candidate.origin.type === 'demo')
  if (explicit) return given
  const served = ways.find((way) => way.served)?.served
  const name = poolName(ways)
  const found = served
    ? detectRoles(served).map((role) => ({ role, name: role === 'management' || role === 'garden' ? role : name }))
    : []
  return unique([...given, ...found.filter((role) => !given.some((other) => other.role === role.role))])
}

function poolName(ways: readonly OpenedCandidate[]): string {
  const knowing = ways.find(
    (way) => way.candidate.origin.type === 'ProviderConfig' || way.candidate.origin.type === 'registration',
  )
  return (knowing ?? ways[0])?.candidate.name ?? ''
}

function unique(roles: readonly RoleName[]): RoleName[] {
  return roles.filter((role, i) => roles.findIndex((other) => sameRole(other, role)) === i)
}
