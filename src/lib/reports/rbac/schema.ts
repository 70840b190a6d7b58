// SPDX-License-Identifier: Apache-2.0
import type { Failure } from '../../model/landscape/fault.ts'
import type { PermissionPurpose } from '../../model/landscape/permission.ts'
import { flag, listSchema, objectSchema, optionalField, text, word } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { FAULT, ROLE } from '../schema/words.ts'
import type { NeededPermission, RbacCheckReport, RbacCheckRow } from './check.ts'
import type { RbacReport, RbacRole } from './report.ts'
import type { RbacRule } from './rules.ts'

const RULE = objectSchema<RbacRule>({
  apiGroups: listSchema(text('An API group; empty for the core group.')),
  resources: listSchema(text('plural, or plural/subresource')),
  resourceNames: optionalField(listSchema(text('Only objects of these names.'))),
  verbs: listSchema(text('get, list, create, patch')),
  why: optionalField(listSchema(text('What it is for.'))),
})

const ROLE_ROW = objectSchema<RbacRole>({
  clusterRole: ROLE,
  kind: word('What to create.', { Role: 'in one namespace', ClusterRole: 'in the cluster' }),
  name: text('Its name.'),
  namespace: optionalField(text('The namespace of a Role.')),
  bind: word('How to bind it.', {
    cluster: 'by a ClusterRoleBinding',
    namespaces: 'by a RoleBinding in each namespace that needs it',
  }),
  commands: listSchema(text('A command that needs it.')),
  rules: listSchema(RULE),
})

export const rbac = report<RbacReport>(
  'Rbac',
  'the roles that commands need in each kind of cluster',
  { roles: listSchema(ROLE_ROW), notes: listSchema(text('What is not in the roles.')) },
  { field: 'roles', row: ROLE_ROW },
)

const PERMISSION = objectSchema<NeededPermission>({
  verb: text('get, list, create, patch'),
  resource: text('plural.group, or plural/subresource.group'),
  namespace: optionalField(text('The namespace that was asked about; left out for all.')),
  object: optionalField(text('The one object it is about.')),
  allowed: optionalField(flag('Left out when it is not known.')),
  onlyIn: optionalField(listSchema(text('A namespace in which it is allowed, where it is not in all.'))),
  failure: optionalField(text('Why it is not known.')),
  onlyFor: optionalField(
    word<PermissionPurpose>('Answers are complete without it.', {
      identity: 'tells clusters apart',
      scope: 'asked for by --region, --tenant and --pool',
      discovery: 'finds clusters that no profile names',
      named: 'asked for when an object is named',
      evidence: 'explains what is unhealthy',
    }),
  ),
  commands: listSchema(text('A command that needs it.')),
})

const CLUSTER = objectSchema<RbacCheckRow>({
  name: text('Role, or role/name.'),
  permissions: listSchema(PERMISSION),
  failure: optionalField(
    objectSchema<Pick<Failure, 'fault' | 'message'>>({ fault: FAULT, message: text('What happened.') }),
  ),
})

export const rbacCheck = report<RbacCheckReport>(
  'RbacCheck',
  'what each cluster lets us do of what commands need',
  { clusters: listSchema(CLUSTER) },
  { field: 'clusters', row: CLUSTER },
)
