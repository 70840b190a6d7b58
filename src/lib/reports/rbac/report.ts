// SPDX-License-Identifier: Apache-2.0

import type { CommandPermissions, Permission, PermissionPurpose } from '../../model/landscape/permission.ts'
import type { Role } from '../../model/landscape/role.ts'
import { EXIT } from '../../model/report/errors.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import { completenessOf } from '../shared/completeness.ts'
import { type RbacRule, rulesOf } from './rules.ts'

export interface RbacRole {
  readonly clusterRole: Role
  readonly kind: 'Role' | 'ClusterRole'
  readonly name: string
  readonly namespace?: string
  /** cluster: bound by a ClusterRoleBinding; namespaces: by a RoleBinding in each namespace with relevant objects. */
  readonly bind: 'cluster' | 'namespaces'
  readonly commands: readonly string[]
  readonly rules: readonly RbacRule[]
}

export interface RbacReport extends Report {
  readonly kind: 'Rbac'
  readonly roles: readonly RbacRole[]
  /** Permissions the roles leave out, and when they are needed. */
  readonly notes: readonly string[]
}

/** Commands that share roles. */
export interface RbacSet {
  readonly name: string
  readonly commands: readonly (readonly [name: string, needs: CommandPermissions])[]
}

export interface RbacInput {
  readonly sets: readonly RbacSet[]
  readonly clusterRoles: readonly Role[]
  readonly discovery: boolean
  /** Creates Roles in this namespace instead of ClusterRoles to bind in several. */
  readonly namespace?: string
}

/** The least privileges these commands need, per cluster role. */
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
  const granted = set.commands.map(([name, { needs }]) => {
    const needed = needs.filter((need) => need.roles.includes(clusterRole) && isGranted(need, discovery))
    return [name, needed] as const
  })
  // identity alone is useless in a cluster that the command does not read, unless the command only opens the fleet
  const openingCommands = new Set(set.commands.filter(([, { needs }]) => needs.every(opensFleet)).map(([name]) => name))
  const users = granted.filter(
    ([name, needs]) => openingCommands.has(name) || needs.some(({ part }) => part !== 'identity'),
  )
  const needs = users.flatMap(([, each]) => each)
  const fixed = Map.groupBy(
    needs.flatMap((need) => (typeof need.where === 'string' ? [] : [{ need, at: need.where.namespace }])),
    ({ at }) => at,
  )
  const role = (
    suffix: string,
    permissions: readonly Permission[],
    more: Pick<RbacRole, 'kind' | 'bind' | 'namespace'>,
  ) => {
    const commands = users.filter(([, each]) => each.some((need) => permissions.includes(need))).map(([name]) => name)
    const name = `c5c3-${clusterRole}-${set.name}${suffix}`
    return permissions.length === 0 ? [] : [{ clusterRole, name, ...more, commands, rules: rulesOf(permissions) }]
  }
  const namespaced = needs.filter(({ where }) => where === 'namespaces')
  return [
    ...role(
      '',
      needs.filter(({ where }) => where === 'everywhere'),
      { kind: 'ClusterRole', bind: 'cluster' },
    ),
    ...role(
      '-namespaced',
      namespaced,
      namespace === undefined
        ? { kind: 'ClusterRole', bind: 'namespaces' }
        : { kind: 'Role', namespace, bind: 'namespaces' },
    ),
    ...[...fixed].flatMap(([at, entries]) =>
      role(
        `-in-${at}`,
        entries.map(({ need }) => need),
        { kind: 'Role', namespace: at, bind: 'namespaces' },
      ),
    ),
  ]
}

const opensFleet = ({ part }: Permission) => part === 'identity' || part === 'discovery'

const isGranted = (need: Permission, discovery: boolean) =>
  need.part !== 'named' && (need.part !== 'discovery' || discovery) && !isSecretEvidence(need)

/** Too much to grant for an explanation: without Secrets an answer says that keys were not compared. */
const isSecretEvidence = ({ part, group, resource }: Permission) =>
  part === 'evidence' && group === '' && resource === 'secrets'

function notesOf({ sets, discovery }: RbacInput, roles: readonly RbacRole[]): readonly string[] {
  const commands = sets.flatMap((set) => set.commands)
  const withoutAccess = commands.filter(([, { needs }]) => needs.length === 0).map(([name]) => name)
  const needsPart = (part: PermissionPurpose) =>
    commands.some(([, { needs }]) => needs.some((need) => need.part === part))
  const needsSecrets = commands.some(([, { needs }]) => needs.some(isSecretEvidence))
  const isUnlisted = commands.some(([, { unlisted }]) => unlisted)
  const text = (when: boolean, note: string) => (when ? [note] : [])
  return [
    ...text(roles.length === 0 && withoutAccess.length === 0, 'nothing is needed of these clusters'),
    ...text(withoutAccess.length > 0, `asks nothing of any cluster: ${withoutAccess.join(', ')}`),
    ...text(
      needsPart('discovery') && !discovery,
      'left out: what finds clusters that no profile names, kubeconfig Secrets among it; --discovery adds it',
    ),
    ...text(
      needsPart('named'),
      'left out: kinds that are read only when somebody names an object of one, such as Secret/NAME',
    ),
    ...text(needsSecrets, 'left out: Secrets that explain what is unhealthy; --for check includes them'),
    ...text(
      isUnlisted,
      'left out: kinds of *.openstack.c5c3.io that this release does not know; --check asks for those that are served',
    ),
  ]
}
