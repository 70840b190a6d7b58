// SPDX-License-Identifier: Apache-2.0
import { type AccessDecision as Answer, type Ask, mayI } from '../../cluster/access/access.ts'
import { toFailure } from '../../cluster/failure.ts'
import type { ClusterClient } from '../../cluster/types.ts'
import type { Fleet, Member } from '../../fleet/member.ts'
import { namespace as namespaceKind } from '../../kinds/kubernetes/namespace.ts'
import { unlistedKinds } from '../../kinds/openstack/discovered-services.ts'
import { describeFailure } from '../../model/landscape/describe-failure.ts'
import { neededResource, type Permission } from '../../model/landscape/permission.ts'
import type { Role } from '../../model/landscape/role.ts'
import type { NeededPermission, RbacCheckRow } from '../../reports/rbac/check.ts'
import type { RbacSet } from '../../reports/rbac/report.ts'
import { readPermissions } from './shared-permissions.ts'

/** In more namespaces than this it is not asked one by one. */
const MOST_NAMESPACES = 100

/** Asks every cluster what of the needs of these commands it allows; kinds it does not serve need no permission. */
export async function rbacRows(
  { members }: Fleet,
  sets: readonly RbacSet[],
  clusterRoles: readonly Role[],
  namespace: string | undefined,
  signal: AbortSignal,
): Promise<readonly RbacCheckRow[]> {
  const asked = members.filter(({ cluster }) => cluster.roles.some(({ role }) => clusterRoles.includes(role)))
  return Promise.all(
    asked.map(async (member) => {
      const { label, client, failure } = member
      if (!client)
        return {
          name: label,
          permissions: [],
          failure: failure
            ? { fault: failure.fault, message: failure.message }
            : { fault: 'unreachable', message: 'not reachable' },
        }
      const wanted = questionsOf(member, sets, namespace)
      return { name: label, permissions: await permissions(client, wanted, namespace, signal) }
    }),
  )
}

interface Question {
  readonly need: Permission
  readonly ask: Ask
  readonly commands: readonly string[]
  /** No command gives an incomplete answer without it. */
  readonly isOptional: boolean
}

function questionsOf(member: Member, sets: readonly RbacSet[], namespace: string | undefined): readonly Question[] {
  const roles = new Set(member.cluster.roles.map(({ role }) => role))
  const found = new Map<string, Question>()
  for (const [command, { needs, unlisted }] of sets.flatMap(({ commands }) => commands)) {
    const more = unlisted ? readPermissions(unlistedKinds(member.served?.resources ?? [])) : []
    for (const need of [...needs, ...more]) {
      if (need.part === 'named' || !need.roles.some((role) => roles.has(role)) || !isServed(member, need)) continue
      for (const ask of asksOf(need, namespace)) {
        const key = JSON.stringify([ask, need.where])
        found.set(key, joined(found.get(key), { need, ask, commands: [command], isOptional: need.part !== undefined }))
      }
    }
  }
  return [...found.values()]
}

/** Whoever needs it most counts: those who can do without it are not named beside those who cannot. */
function joined(before: Question | undefined, now: Question): Question {
  if (!before || (before.isOptional && !now.isOptional)) return now
  if (now.isOptional && !before.isOptional) return before
  return { ...before, commands: [...new Set([...before.commands, ...now.commands])] }
}

function isServed({ served }: Member, { group, resource }: Permission): boolean {
  return (served?.versionsOf(group, resource.split('/')[0] ?? '').length ?? 0) > 0
}

function asksOf({ group, resource, verbs, names, where }: Permission, namespace: string | undefined): Ask[] {
  const [plural = '', subresource] = resource.split('/')
  const at = where === 'everywhere' ? undefined : where === 'namespaces' ? namespace : where.namespace
  return verbs.flatMap((verb) =>
    (names ?? [undefined]).map((name) => ({
      verb,
      group,
      resource: plural,
      ...(subresource === undefined ? {} : { subresource }),
      ...(at === undefined ? {} : { namespace: at }),
      ...(name === undefined ? {} : { name }),
    })),
  )
}

async function permissions(
  client: ClusterClient,
  questions: readonly Question[],
  namespace: string | undefined,
  signal: AbortSignal,
): Promise<readonly NeededPermission[]> {
  const answers = await mayI(
    client,
    questions.map(({ ask }) => ask),
    signal,
  )
  const isSomewhere = ({ need }: Question, answer: Answer | undefined) =>
    need.where === 'namespaces' && namespace === undefined && answer?.allowed === false
  // whoever may not do it in all namespaces may be meant to do it in some
  const spaces = questions.some((question, i) => isSomewhere(question, answers[i]))
    ? await namespacesOf(client, signal)
    : []
  return Promise.all(
    questions.map(async (question, i) => {
      const answer = answers[i]
      return isSomewhere(question, answer)
        ? permission(question, await somewhere(client, question.ask, spaces, signal))
        : permission(question, { allowed: answer?.allowed, failure: answer?.failure })
    }),
  )
}

interface Somewhere {
  readonly allowed: boolean | undefined
  readonly onlyIn?: readonly string[]
  readonly failure?: Answer['failure'] | undefined
}

async function somewhere(
  client: ClusterClient,
  ask: Ask,
  spaces: readonly string[] | { readonly unread: string },
  signal: AbortSignal,
): Promise<Somewhere> {
  if ('unread' in spaces) return { allowed: undefined, failure: { fault: 'forbidden', message: spaces.unread } }
  const answers = await mayI(
    client,
    spaces.map((namespace) => ({ ...ask, namespace })),
    signal,
  )
  const onlyIn = answers.flatMap(({ allowed, ask: { namespace } }) => (allowed && namespace ? [namespace] : []))
  if (onlyIn.length > 0) return { allowed: undefined, onlyIn }
  const [untold] = answers.filter(({ allowed }) => allowed === undefined)
  return untold ? { allowed: undefined, failure: untold.failure } : { allowed: false }
}

async function namespacesOf(client: ClusterClient, signal: AbortSignal) {
  try {
    const { items } = await client.list(namespaceKind, { signal })
    const names = items.map(({ metadata }) => metadata.name).sort()
    return names.length > MOST_NAMESPACES
      ? { unread: `more than ${MOST_NAMESPACES} namespaces: -n asks about one` }
      : names
  } catch (error) {
    return { unread: `${describeFailure(toFailure(error))}: -n asks about one namespace` }
  }
}

function permission({ need, ask, commands, isOptional }: Question, told: Somewhere): NeededPermission {
  const { allowed, onlyIn, failure } = told
  return {
    verb: ask.verb,
    resource: neededResource(need),
    ...(ask.namespace === undefined ? {} : { namespace: ask.namespace }),
    ...(ask.name === undefined ? {} : { object: ask.name }),
    ...(allowed === undefined ? {} : { allowed }),
    ...(onlyIn ? { onlyIn } : {}),
    ...(failure ? { failure: failure.message } : {}),
    ...(isOptional && need.part ? { onlyFor: need.part } : {}),
    commands,
  }
}
