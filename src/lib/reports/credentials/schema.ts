// SPDX-License-Identifier: Apache-2.0

import { ROW_FINDING } from '../check/schema.ts'
import { arrayOf, count, flag, objectOf, only, optional, text, word } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { NODE_FIELDS } from '../schema/node.ts'
import { STATE } from '../schema/words.ts'
import type { CredentialChain, NotCompared } from './chains.ts'
import type { CredentialEnd, CredentialsExpiringReport } from './expiring.ts'
import type { Hop } from './hops.ts'
import type { CredentialsReport, CredentialTool } from './report.ts'

const HOP = objectOf<Hop>(
  {
    kind: text('The kind of the object, or path for a place in the secret backend.'),
    cluster: text('The cluster of the object; of a path, the one it is read or written from.'),
    namespace: optional(text('Its namespace.')),
    name: text('Its name, or the path.'),
    state: optional(STATE),
    message: optional(text('What it says itself; of a path, the store it is read through.')),
    age: optional(text('Since it was created.')),
    synced: optional(text('When it last synced, RFC 3339.')),
    syncedAge: optional(text('How long ago that was.')),
    expires: optional(text('When it ends, RFC 3339.')),
    broken: optional(only(true)),
    found: optional(only(true)),
  },
  'broken: the first hop where it goes wrong; found: a check found something on it.',
)

const CHAIN = objectOf<CredentialChain>({
  name: text('NAMESPACE/NAME of the Secret it ends in, or of the last hop that is known.'),
  cluster: text('The cluster it ends in.'),
  state: STATE,
  hops: arrayOf(HOP, 'In the order a value takes.'),
  consumers: arrayOf(text('KIND NAME of who uses it; many of one kind are counted.')),
  values: word<CredentialChain['values']>('Whether both ends hold the same, by fingerprint.', {
    equal: '',
    differ: '',
    'not compared': 'see notCompared',
  }),
  notCompared: optional(
    word<NotCompared>('Why not.', {
      'no source': 'nothing in these clusters writes the path it is read from',
      'no Secret': 'the Secret it ends in does not exist',
      'not read': 'one of its Secrets could not be read',
      'changed on the way': 'no key is passed on as it is',
    }),
  ),
  findings: arrayOf(ROW_FINDING),
})

const TOOL = objectOf<CredentialTool>({ ...NODE_FIELDS, judged: STATE, findings: arrayOf(ROW_FINDING) })

export const credentials = report<CredentialsReport>(
  'Credentials',
  'the way of each credential, with the hop where it breaks',
  {
    chains: arrayOf(CHAIN, 'Those that are not well first.'),
    aggregates: arrayOf(TOOL, 'SecretAggregates.'),
    rotations: arrayOf(TOOL, 'CredentialRotations.'),
  },
  { field: 'chains', row: CHAIN },
)

const END = objectOf<CredentialEnd>({
  what: word<CredentialEnd['what']>('What ends; the last three are parts of a kubeconfig.', {
    'application credential': '',
    certificate: '',
    'database certificate': 'one that the MariaDB operator keeps',
    'client certificate': '',
    token: '',
    'certificate authority': '',
  }),
  part: optional(text('Which one, of an object that has several: serverCert.')),
  cluster: text('The cluster of the object.'),
  kind: text('Its kind.'),
  namespace: optional(text('Its namespace.')),
  name: text('Its name.'),
  ends: text('When, RFC 3339.'),
  left: text('The same for people: in 3d, or 2h ago.'),
  over: flag('It has ended.'),
  usedBy: arrayOf(text('KIND NAME of who uses it.')),
})

export const credentialsExpiring = report<CredentialsExpiringReport>(
  'CredentialsExpiring',
  'credentials, certificates and ways into clusters that end soon',
  { within: count('How far it looks ahead, in seconds.'), expiring: arrayOf(END, 'What ends next first.') },
  { field: 'expiring', row: END },
)
