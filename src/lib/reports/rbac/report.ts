// SPDX-License-Identifier: Apache-2.0

import type { CommandPermissions, Permission, PermissionPurpose } from '../../model/landscape/permission.ts'
import type { Role } from '../../model/landscape/role.ts'
import { EXIT } from '../../model/report/errors.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import { completenessOf } from '../shared/completeness.ts'
import { type RbacRule, rulesOf } from './rules.ts'

/** A Role or ClusterRole for one kind of cluster. */
export interface RbacRole {
  readonly clusterRole: Role
  readonly kind: 'Role' | 'ClusterRole'
  readonly name: string
  readonly namespace?: string
  /** cluster: by a ClusterRoleBinding; namespaces: by a RoleBinding in each namespace that holds what it is about. */
  readonly bind: 'cluster' | 'namespaces'
  readonly commands: readonly string[]
  readonly rules: readonly RbacRule[]
}

export interface RbacReport extends Report {
  readonly kind: 'Rbac'
  readonly roles: readonly RbacRole[]
  /** What is not in the roles, and when it would be needed. */
  readonly notes: readonly string[]
}

/** Commands that get roles of their own. */
export interface RbacSet {
  /** Part of the roles' names. */
  readonly name: string
  readonly commands: readonly (readonly [name: string, needs: CommandPermissions])[]
}

export interface RbacInput {
  readonly sets: readonly RbacSet[]
  readonly clusterRoles: readonly Role[]
  readonly discovery: boolean
  /** Roles in this namespace, instead of ClusterRoles to bind in several. */
  readonly namespace?: string
}

/** The least that some commands need, for each kind of cluster. */
export function rbacReport(input: RbacInput): RbacReport {
  const roles = input.clusterRoles.flatMap((role) => input.sets.flatMap((set) => rolesFor(role, set, input)))
  return {
    apiVersion: API_VERSION,
    kind: 'Rbac',
    verdict: 'healthy',
    exitCode: EXIT.ok,
    completeness: completenessOf([], []),
    roles,
    notes: notesOf(input, roles),
  }
}

function rolesFor(clusterRole: Role, set: RbacSet, { discovery, namespace }: RbacInput): readonly RbacRole[] {
  const here = set.commands.map(([name, { needs }]) => {
    const granted = needs.filter((need) => need.roles.includes(clusterRole) && isGranted(need.part, discovery))
    return [name, granted] as const
  })
  // to be told apart is no use where nothing else is asked, unless a command is about nothing else
  const opening = new Set(set.commands.filter(([, { needs }]) => needs.every(isOpening)).map(([name]) => name))
  const users = here.filter(([name, needs]) => opening.has(name) || needs.some(({ part }) => part !== 'identity'))
  const needs = users.flatMap(([, each]) => each)
  const fixed = Map.groupBy(
    needs.flatMap((need) => (typeof need.where === 'string' ? [] : [{ need, at: need.where.namespace }])),
    ({ at }) => at,
  )
  const role = (suffix: string, some: readonly Permission[], more: Pick<RbacRole, 'kind' | 'bind' | 'namespace'>) => {
    const commands = users.filter(([, each]) => each.some((need) => some.includes(need))).map(([name]) => name)
    const name = `c5c3-${clusterRole}-${set.name}${suffix}`
    return some.length === 0 ? [] : [{ clusterRole, name, ...more, commands, rules: rulesOf(some) }]
  }
  const inSome = needs.filter(({ where }) => where === 'namespaces')
  return [
    ...role(
      '',
      needs.filter(({ where }) => where === 'everywhere'),
      { kind: 'ClusterRole', bind: 'cluster' },
    ),
    ...role(
      '-namespaced',
      inSome,
      namespace === undefined
        ? { kind: 'ClusterRole', bind: 'namespaces' }
        : { kind: 'Role', namespace, bind: 'namespaces' },
    ),
    ...[...fixed].flatMap(([at, some]) =>
      role(
        `-in-${at}`,
        some.map(({ need }) => need),
        { kind: 'Role', namespace: at, bind: 'namespaces' },
      ),
    ),
  ]
}

const isOpening = ({ part }: Permission) => part === 'identity' || part === 'discovery'

const isGranted = (part: PermissionPurpose | undefined, discovery: boolean) =>
  part !== 'named' && (part !== 'discovery' || discovery)

function notesOf({ sets, discovery }: RbacInput, roles: readonly RbacRole[]): readonly string[] {
  const commands = sets.flatMap((set) => set.commands)
  const idle = commands.filter(([, { needs }]) => needs.length === 0).map(([name]) => name)
  const has = (part: PermissionPurpose) => commands.some(([, { needs }]) => needs.some((need) => need.part === part))
  const isUnlisted = commands.some(([, { unlisted }]) => unlisted)
  const text = (when: boolean, note: string) => (when ? [note] : [])
  return [
    ...text(roles.length === 0 && idle.length === 0, 'nothing is needed of these clusters'),
    ...text(idle.length > 0, `asks nothing of any cluster: ${idle.join(', ')}`),
    ...text(
      has('discovery') && !discovery,
      'left out: what finds clusters that no profile names, kubeconfig Secrets among it; --discovery adds it',
    ),
    ...text(
      has('named'),
      'left out: kinds that are read only when somebody names an object of one, such as Secret/NAME',
    ),
    ...text(
      isUnlisted,
      'left out: kinds of *.openstack.c5c3.io that this release does not know; --check asks for those that are served',
    ),
  ]
}
