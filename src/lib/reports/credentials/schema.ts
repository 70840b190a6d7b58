// SPDX-License-Identifier: Apache-2.0

import { ROW_FINDING } from '../check/schema.ts'
import { count, flag, listSchema, objectSchema, only, optionalField, text, word } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { NODE_FIELDS } from '../schema/node.ts'
import { STATE } from '../schema/words.ts'
import type { CredentialChain, NotCompared } from './chains.ts'
import type { CredentialEnd, CredentialsExpiringReport } from './expiring.ts'
import type { Hop } from './hops.ts'
import type { CredentialsReport, CredentialTool } from './report.ts'

const HOP = objectSchema<Hop>(
  {
    kind: text('The kind of the object, or path for a place in the secret backend.'),
    cluster: text('The cluster of the object; of a path, the one it is read or written from.'),
    namespace: optionalField(text('Its namespace.')),
    name: text('Its name, or the path.'),
    state: optionalField(STATE),
    message: optionalField(text('What it says itself; of a path, the store it is read through.')),
    age: optionalField(text('Since it was created.')),
    synced: optionalField(text('When it last synced, RFC 3339.')),
    syncedAge: optionalField(text('How long ago that was.')),
    expires: optionalField(text('When it ends, RFC 3339.')),
    broken: optionalField(only(true)),
    found: optionalField(only(true)),
  },
  'broken: the first hop where it goes wrong; found: a check found something on it.',
)

const CHAIN = objectSchema<CredentialChain>({
  name: text('NAMESPACE/NAME of the Secret it ends in, or of the last hop that is known.'),
  cluster: text('The cluster it ends in.'),
  state: STATE,
  hops: listSchema(HOP, 'In the order a value takes.'),
  consumers: listSchema(text('KIND NAME of who uses it; many of one kind are counted.')),
  values: word<CredentialChain['values']>('Whether both ends hold the same, by fingerprint.', {
    equal: '',
    differ: '',
    'not compared': 'see notCompared',
  }),
  notCompared: optionalField(
    word<NotCompared>('Why not.', {
      'no source': 'nothing in these clusters writes the path it is read from',
      'no Secret': 'the Secret it ends in does not exist',
      'not read': 'one of its Secrets could not be read',
      'changed on the way': 'no key is passed on as it is',
    }),
  ),
  findings: listSchema(ROW_FINDING),
})

const TOOL = objectSchema<CredentialTool>({ ...NODE_FIELDS, judged: STATE, findings: listSchema(ROW_FINDING) })

export const credentials = report<CredentialsReport>(
  'Credentials',
  'the way of each credential, with the hop where it breaks',
  {
    chains: listSchema(CHAIN, 'Those that are not well first.'),
    aggregates: listSchema(TOOL, 'SecretAggregates.'),
    rotations: listSchema(TOOL, 'CredentialRotations.'),
  },
  { field: 'chains', row: CHAIN },
)

const END = objectSchema<CredentialEnd>({
  what: word<CredentialEnd['what']>('What ends; the last three are parts of a kubeconfig.', {
    'application credential': '',
    certificate: '',
    'database certificate': 'one that the MariaDB operator keeps',
    'client certificate': '',
    token: '',
    'certificate authority': '',
  }),
  part: optionalField(text('Which one, of an object that has several: serverCert.')),
  cluster: text('The cluster of the object.'),
  kind: text('Its kind.'),
  namespace: optionalField(text('Its namespace.')),
  name: text('Its name.'),
  ends: text('When, RFC 3339.'),
  left: text('The same for people: in 3d, or 2h ago.'),
  over: flag('It has ended.'),
  usedBy: listSchema(text('KIND NAME of who uses it.')),
})

export const credentialsExpiring = report<CredentialsExpiringReport>(
  'CredentialsExpiring',
  'credentials, certificates and ways into clusters that end soon',
  { within: count('How far it looks ahead, in seconds.'), expiring: listSchema(END, 'What ends next first.') },
  { field: 'expiring', row: END },
)
