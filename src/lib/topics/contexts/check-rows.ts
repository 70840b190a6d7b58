// SPDX-License-Identifier: Apache-2.0
import { mayI } from '../../cluster/access/access.ts'
import type { ClusterClient } from '../../cluster/types.ts'
import type { Fleet, Member } from '../../fleet/member.ts'
import { KINDS } from '../../kinds/index.ts'
import { type KindSpec, resourceName } from '../../model/graph/kind.ts'
import { accessOf, type ClusterAccess } from '../../pipeline/open/prefetch-access.ts'
import type { ContextCheckRow, KindPermission } from '../../reports/contexts/check.ts'
import type { ContextRow } from '../../reports/contexts/report.ts'
import { contextRows } from './rows.ts'

/** Reads the user and the permissions of every member for the kinds it serves. */
export async function checkRows(fleet: Fleet, namespace?: string): Promise<ContextCheckRow[]> {
  const rows = await contextRows(fleet)
  return Promise.all(
    fleet.members.map(async (member, i) => ({
      ...(rows[i] as ContextCheckRow),
      ...(await accessRow(member, namespace)),
    })),
  )
}

async function accessRow(
  member: Member,
  namespace: string | undefined,
): Promise<Omit<ContextCheckRow, keyof ContextRow>> {
  const { client } = member
  if (!client) return { permissions: [] }
  const { user: userPromise, rules } = accessOf(client)
  const [user, permissions] = await Promise.all([userPromise, permissionsOf(client, kindsOf(member), namespace, rules)])
  const skew = member.version && isDemo(member.version) ? undefined : client.clockSkew()
  return { ...user, permissions, ...(skew === undefined ? {} : { clockSkew: skew }) }
}

/** A served demo runs at its scenario's time: its clock skew is meaningless. */
const isDemo = (version: string) => version.endsWith('+demo')

/** Kinds that this member's roles need and its API serves; on-demand kinds only if a command needs them. */
function kindsOf({ cluster, served }: Member): KindSpec[] {
  const roles = new Set(cluster.roles.map(({ role }) => role))
  return KINDS.filter(
    (kind) =>
      (!kind.onDemand || ONLY_FOR[resourceName(kind)] !== undefined) &&
      kind.roles.some((role) => roles.has(role)) &&
      (served?.versionsOf(kind.group, kind.plural).length ?? 0) > 0,
  )
}

async function permissionsOf(
  client: ClusterClient,
  kinds: readonly KindSpec[],
  namespace: string | undefined,
  rules: ClusterAccess['rules'],
): Promise<KindPermission[]> {
  const reviews = kinds.map((kind) => ({
    verb: 'list',
    group: kind.group,
    resource: kind.plural,
    ...(namespace && kind.namespaced ? { namespace } : {}),
  }))
  const answers = await mayI(client, reviews, undefined, rules)
  return kinds.map((kind, i) => {
    const resource = resourceName(kind)
    const onlyFor = ONLY_FOR[resource]
    return { verb: 'list', resource, allowed: answers[i]?.allowed, ...(onlyFor ? { onlyFor } : {}) }
  })
}

/** Kinds that only some commands read: a missing permission is shown, but is no failure. */
const ONLY_FOR: Readonly<Record<string, string>> = { secrets: 'ceph-secrets, credentials' }
