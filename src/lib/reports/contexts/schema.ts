// SPDX-License-Identifier: Apache-2.0
import type { RoleName } from '../../model/landscape/role.ts'
import { type Fields, flag, listSchema, number, objectSchema, optionalField, text } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { FAULT, ROLE } from '../schema/words.ts'
import type { ContextCheckRow, ContextsCheckReport, KindPermission } from './check.ts'
import type { ContextsDiscoverReport, ProfileEntry } from './discover.ts'
import type { ProfileRow, ProfilesReport } from './profiles.ts'
import type { ContextRow, ContextsReport } from './report.ts'

const FIELDS: Fields<ContextRow> = {
  name: text('Role, or role/name.'),
  roles: listSchema(objectSchema<RoleName>({ role: ROLE, name: text('The pool, the region, or the role again.') })),
  context: optionalField(text('The context of its kubeconfig.')),
  server: optionalField(text('Its address.')),
  reachable: flag('It answers and lets us in.'),
  version: optionalField(text('Its Kubernetes version.')),
  uid: optionalField(text('The UID of its namespace kube-system: what tells clusters apart.')),
  pinnedUid: optionalField(text('The UID the profile means.')),
  ca: optionalField(listSchema(text('A trust anchor of its server, where the profile pins one.'))),
  pinnedCa: optionalField(listSchema(text('A trust anchor that the profile pins.'))),
  origins: listSchema(text('How it was found.')),
  failure: optionalField(
    objectSchema<NonNullable<ContextRow['failure']>>({
      fault: FAULT,
      message: text('What happened.'),
      hint: optionalField(text('What to try.')),
    }),
  ),
}

const ROW = objectSchema<ContextRow>(FIELDS)

const PERMISSION = objectSchema<KindPermission>({
  verb: text('list, get, …'),
  resource: text('plural.group'),
  allowed: optionalField(flag('Left out when it could not be asked.')),
  onlyFor: optionalField(text('The commands that need it; left out when most do.')),
})

const CHECK_ROW = objectSchema<ContextCheckRow>({
  ...FIELDS,
  user: optionalField(text('Who we are there.')),
  groups: optionalField(listSchema(text('A group we are in there.'))),
  clockSkew: optionalField(number('Its clock minus ours, in milliseconds.')),
  permissions: listSchema(PERMISSION),
})

const PROFILE = optionalField(text('The profile that was used.'))
const NOTES = listSchema(text('Something to know.'))

export const contextsDiscover = report<ContextsDiscoverReport>(
  'ContextsDiscover',
  'the clusters that were found, as a profile',
  {
    profile: text('The name of the profile.'),
    file: text('The config file it belongs to.'),
    written: flag('It was written there.'),
    clusters: listSchema(
      objectSchema<ProfileEntry>({
        roles: listSchema(text('role, or role=name')),
        kubeconfig: optionalField(text('The file of its context.')),
        context: optionalField(text('The context that opens it.')),
        from: optionalField(text('Who knows how to reach it, instead of a context.')),
        uid: optionalField(text('The UID of its namespace kube-system: what tells clusters apart.')),
        ca: optionalField(
          listSchema(text('A trust anchor of its server: sha256 of the public key of a CA, or system:HOST.')),
        ),
      }),
    ),
    notes: NOTES,
  },
)

export const contexts = report<ContextsReport>(
  'Contexts',
  'which clusters there are, where each came from and whether it answers',
  { profile: PROFILE, clusters: listSchema(ROW), notes: NOTES },
  { field: 'clusters', row: ROW },
)

export const contextsCheck = report<ContextsCheckReport>(
  'ContextsCheck',
  'whether each cluster lets us in, is the one that is meant and lets us read',
  { profile: PROFILE, clusters: listSchema(CHECK_ROW), notes: NOTES },
  { field: 'clusters', row: CHECK_ROW },
)

const PROFILE_ROW = objectSchema<ProfileRow>({
  name: text('Its name.'),
  current: flag('It is used when no --profile is given.'),
  clusters: number('How many clusters it lists.'),
  protected: flag('Writes require its name as a confirmation.'),
  readOnly: flag('Writes are refused.'),
})

export const profiles = report<ProfilesReport>(
  'Profiles',
  'the profiles of the config file',
  { file: text('The config file.'), profiles: listSchema(PROFILE_ROW) },
  { field: 'profiles', row: PROFILE_ROW },
)
