// SPDX-License-Identifier: Apache-2.0
import type { RoleName } from '../../model/landscape/role.ts'
import { arrayOf, type Fields, flag, number, objectOf, optional, text } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { FAULT, ROLE } from '../schema/words.ts'
import type { ContextCheckRow, ContextsCheckReport, KindPermission } from './check.ts'
import type { ContextsDiscoverReport, ProfileEntry } from './discover.ts'
import type { ContextRow, ContextsReport } from './report.ts'

const FIELDS: Fields<ContextRow> = {
  name: text('Role, or role/name.'),
  roles: arrayOf(objectOf<RoleName>({ role: ROLE, name: text('The pool, the region, or the role again.') })),
  context: optional(text('The context of its kubeconfig.')),
  server: optional(text('Its address.')),
  reachable: flag('It answers and lets us in.'),
  version: optional(text('Its Kubernetes version.')),
  uid: optional(text('The UID of its namespace kube-system: what tells clusters apart.')),
  pinnedUid: optional(text('The UID the profile means.')),
  ca: optional(arrayOf(text('A trust anchor of its server, where the profile pins one.'))),
  pinnedCa: optional(arrayOf(text('A trust anchor that the profile pins.'))),
  origins: arrayOf(text('How it was found.')),
  failure: optional(
    objectOf<NonNullable<ContextRow['failure']>>({
      fault: FAULT,
      message: text('What happened.'),
      hint: optional(text('What to try.')),
    }),
  ),
}

const ROW = objectOf<ContextRow>(FIELDS)

const PERMISSION = objectOf<KindPermission>({
  verb: text('list, get, …'),
  resource: text('plural.group'),
  allowed: optional(flag('Left out when it could not be asked.')),
  onlyFor: optional(text('The commands that need it; left out when most do.')),
})

const CHECK_ROW = objectOf<ContextCheckRow>({
  ...FIELDS,
  user: optional(text('Who we are there.')),
  groups: optional(arrayOf(text('A group we are in there.'))),
  clockSkew: optional(number('Its clock minus ours, in milliseconds.')),
  permissions: arrayOf(PERMISSION),
})

const PROFILE = optional(text('The profile that was used.'))
const NOTES = arrayOf(text('Something to know.'))

export const contextsDiscover = report<ContextsDiscoverReport>(
  'ContextsDiscover',
  'the clusters that were found, as a profile',
  {
    profile: text('The name of the profile.'),
    file: text('The config file it belongs to.'),
    written: flag('It was written there.'),
    clusters: arrayOf(
      objectOf<ProfileEntry>({
        roles: arrayOf(text('role, or role=name')),
        kubeconfig: optional(text('The file of its context.')),
        context: optional(text('The context that opens it.')),
        from: optional(text('Who knows how to reach it, instead of a context.')),
        uid: optional(text('The UID of its namespace kube-system: what tells clusters apart.')),
        ca: optional(arrayOf(text('A trust anchor of its server: sha256 of the public key of a CA, or system:HOST.'))),
      }),
    ),
    notes: NOTES,
  },
)

export const contexts = report<ContextsReport>(
  'Contexts',
  'which clusters there are, where each came from and whether it answers',
  { profile: PROFILE, clusters: arrayOf(ROW), notes: NOTES },
  { field: 'clusters', row: ROW },
)

export const contextsCheck = report<ContextsCheckReport>(
  'ContextsCheck',
  'whether each cluster lets us in, is the one that is meant and lets us read',
  { profile: PROFILE, clusters: arrayOf(CHECK_ROW), notes: NOTES },
  { field: 'clusters', row: CHECK_ROW },
)
