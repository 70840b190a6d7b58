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

/** Reviews the permissions of commands in every cluster; kinds that a cluster does not serve need none. */
export async function rbacRows(
  { members }: Fleet,
  sets: readonly RbacSet[],
  clusterRoles: readonly Role[],
  namespace: string | undefined,
  signal: AbortSignal,
): Promise<readonly RbacCheckRow[]> {
  const selected = members.filter(({ cluster }) => cluster.roles.some(({ role }) => clusterRoles.includes(role)))
  return Promise.all(
    selected.map(async (member) => {
      const { label, client, failure } = member
      if (!client)
        return {
          name: label,
          permissions: [],
          failure: failure
            ? { fault: failure.fault, message: failure.message }
            : { fault: 'unreachable', message: 'not reachable' },
        }
      const questions = questionsOf(member, sets, namespace)
      return { name: label, permissions: await permissions(client, questions, namespace, signal) }
    }),
  )
}

interface Question {
  readonly need: Permission
  readonly ask: Ask
  readonly commands: readonly string[]
  /** Every command gives a complete answer without it. */
  readonly isOptional: boolean
}

function questionsOf(member: Member, sets: readonly RbacSet[], namespace: string | undefined): readonly Question[] {
  const roles = new Set(member.cluster.roles.map(({ role }) => role))
  const questions = new Map<string, Question>()
  for (const [command, { needs, unlisted }] of sets.flatMap(({ commands }) => commands)) {
    const more = unlisted ? readPermissions(unlistedKinds(member.served?.resources ?? [])) : []
    for (const need of [...needs, ...more]) {
      if (need.part === 'named' || !need.roles.some((role) => roles.has(role)) || !isServed(member, need)) continue
      for (const ask of reviewsFor(need, namespace)) {
        const key = JSON.stringify([ask, need.where])
        questions.set(
          key,
          mergeQuestions(questions.get(key), { need, ask, commands: [command], isOptional: need.part !== undefined }),
        )
      }
    }
  }
  return [...questions.values()]
}

/** Mandatory permissions win: commands for which it is optional are not listed then. */
function mergeQuestions(before: Question | undefined, next: Question): Question {
  if (!before || (before.isOptional && !next.isOptional)) return next
  if (next.isOptional && !before.isOptional) return before
  return { ...before, commands: [...new Set([...before.commands, ...next.commands])] }
}

function isServed({ served }: Member, { group, resource }: Permission): boolean {
  return (served?.versionsOf(group, resource.split('/')[0] ?? '').length ?? 0) > 0
}

function reviewsFor({ group, resource, verbs, names, where }: Permission, namespace: string | undefined): Ask[] {
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
  const isPerNamespace = ({ need }: Question, answer: Answer | undefined) =>
    need.where === 'namespaces' && namespace === undefined && answer?.allowed === false
  // A user without the permission in all namespaces may have it in some.
  const namespaces = questions.some((question, i) => isPerNamespace(question, answers[i]))
    ? await namespacesOf(client, signal)
    : []
  return Promise.all(
    questions.map(async (question, i) => {
      const answer = answers[i]
      return isPerNamespace(question, answer)
        ? permission(question, await reviewNamespaces(client, question.ask, namespaces, signal))
        : permission(question, { allowed: answer?.allowed, failure: answer?.failure })
    }),
  )
}

interface ReviewResult {
  readonly allowed: boolean | undefined
  readonly onlyIn?: readonly string[]
  readonly failure?: Answer['failure'] | undefined
}

async function reviewNamespaces(
  client: ClusterClient,
  ask: Ask,
  namespaces: readonly string[] | { readonly unread: string },
  signal: AbortSignal,
): Promise<ReviewResult> {
  if ('unread' in namespaces) return { allowed: undefined, failure: { fault: 'forbidden', message: namespaces.unread } }
  const answers = await mayI(
    client,
    namespaces.map((namespace) => ({ ...ask, namespace })),
    signal,
  )
  const onlyIn = answers.flatMap(({ allowed, ask: { namespace } }) => (allowed && namespace ? [namespace] : []))
  if (onlyIn.length > 0) return { allowed: undefined, onlyIn }
  const [undecided] = answers.filter(({ allowed }) => allowed === undefined)
  return undecided ? { allowed: undefined, failure: undecided.failure } : { allowed: false }
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

function permission({ need, ask, commands, isOptional }: Question, result: ReviewResult): NeededPermission {
  const { allowed, onlyIn, failure } = result
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

/** With more namespaces than this, they are not reviewed one by one. */
const MOST_NAMESPACES = 100
