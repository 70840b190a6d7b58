// SPDX-License-Identifier: Apache-2.0
import type { Failure } from '../../model/landscape/fault.ts'
import type { PermissionPurpose } from '../../model/landscape/permission.ts'
import { arrayOf, flag, objectOf, optional, text, word } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { FAULT, ROLE } from '../schema/words.ts'
import type { NeededPermission, RbacCheckReport, RbacCheckRow } from './check.ts'
import type { RbacReport, RbacRole } from './report.ts'
import type { RbacRule } from './rules.ts'

const RULE = objectOf<RbacRule>({
  apiGroups: arrayOf(text('An API group; empty for the core group.')),
  resources: arrayOf(text('plural, or plural/subresource')),
  resourceNames: optional(arrayOf(text('Only objects of these names.'))),
  verbs: arrayOf(text('get, list, create, patch')),
  why: optional(arrayOf(text('What it is for.'))),
})

const ROLE_ROW = objectOf<RbacRole>({
  clusterRole: ROLE,
  kind: word('What to create.', { Role: 'in one namespace', ClusterRole: 'in the cluster' }),
  name: text('Its name.'),
  namespace: optional(text('The namespace of a Role.')),
  bind: word('How to bind it.', {
    cluster: 'by a ClusterRoleBinding',
    namespaces: 'by a RoleBinding in each namespace that needs it',
  }),
  commands: arrayOf(text('A command that needs it.')),
  rules: arrayOf(RULE),
})

export const rbac = report<RbacReport>(
  'Rbac',
  'the roles that commands need in each kind of cluster',
  { roles: arrayOf(ROLE_ROW), notes: arrayOf(text('What is not in the roles.')) },
  { field: 'roles', row: ROLE_ROW },
)

const PERMISSION = objectOf<NeededPermission>({
  verb: text('get, list, create, patch'),
  resource: text('plural.group, or plural/subresource.group'),
  namespace: optional(text('The namespace that was asked about; left out for all.')),
  object: optional(text('The one object it is about.')),
  allowed: optional(flag('Left out when it is not known.')),
  onlyIn: optional(arrayOf(text('A namespace in which it is allowed, where it is not in all.'))),
  failure: optional(text('Why it is not known.')),
  onlyFor: optional(
    word<PermissionPurpose>('Answers are complete without it.', {
      identity: 'tells clusters apart',
      scope: 'asked for by --region, --tenant and --pool',
      discovery: 'finds clusters that no profile names',
      named: 'asked for when an object is named',
    }),
  ),
  commands: arrayOf(text('A command that needs it.')),
})

const CLUSTER = objectOf<RbacCheckRow>({
  name: text('Role, or role/name.'),
  permissions: arrayOf(PERMISSION),
  failure: optional(objectOf<Pick<Failure, 'fault' | 'message'>>({ fault: FAULT, message: text('What happened.') })),
})

export const rbacCheck = report<RbacCheckReport>(
  'RbacCheck',
  'what each cluster lets us do of what commands need',
  { clusters: arrayOf(CLUSTER) },
  { field: 'clusters', row: CLUSTER },
)
