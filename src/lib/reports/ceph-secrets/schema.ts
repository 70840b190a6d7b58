// SPDX-License-Identifier: Apache-2.0

import { ROW_FINDING } from '../check/schema.ts'
import { count, flag, listSchema, objectSchema, only, optionalField, text, word } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { NODE_FIELDS } from '../schema/node.ts'
import { VERIFY_ITEM } from '../schema/verify-items.ts'
import { STATE } from '../schema/words.ts'
import type { CephCopy, CephKeeper } from './copies.ts'
import type { CephMonitors } from './monitors.ts'
import type { CephOrphanRow, CephOrphansReport } from './orphans.ts'
import type { CephCap, CephClientRow, CephSecretsReport, CephSourceRow } from './report.ts'
import type { CephSecretsVerifyReport } from './verify.ts'

const FINGERPRINT = text(
  'hmac: and 8 hex digits of the key: equal for equal keys within one answer, worthless outside.',
)

const COPY = objectSchema<CephCopy>({
  cluster: text('The cluster of the Secret.'),
  namespace: text('Its namespace.'),
  name: text('Its name.'),
  state: word<CephCopy['state']>('How its key stands to that of the client.', {
    equal: 'the same key',
    differs: 'another key',
    'other user': 'the same key under another userID',
    'other keys': 'its readers do not find the key under the name they look for',
    empty: 'the Secret holds nothing',
    missing: 'there is no such Secret',
    'not compared': 'one of the two could not be read, or nobody knows whose key it should be',
  }),
  message: optionalField(text('The same in words.')),
  fingerprint: optionalField(FINGERPRINT),
  keeper: objectSchema<CephKeeper>({
    by: word<CephKeeper['by']>('Who keeps it in sync.', {
      ExternalSecret: '',
      Object: '',
      manager: 'another program, by the managedFields of the Secret',
      nobody: '',
      unknown: 'what would tell could not be read',
    }),
    name: optionalField(text('Its name, with its namespace where it has one.')),
    from: listSchema(text('NAME @CLUSTER of a PushSecret that writes what it reads.')),
    withoutData: optionalField(only(true)),
    state: optionalField(STATE),
    message: optionalField(text('What it says itself.')),
    synced: optionalField(text('When it last synced, RFC 3339.')),
  }),
  consumers: listSchema(text('KIND NAMESPACE/NAME of who reads it.')),
  judged: STATE,
})

const CLIENT = objectSchema<CephClientRow>({
  ...NODE_FIELDS,
  user: text('How Ceph calls it, without "client.".'),
  key: objectSchema<CephSourceRow>({
    name: text('The Secret that Rook makes for it.'),
    state: word<CephSourceRow['state']>('Whether it holds a key.', {
      present: '',
      empty: '',
      invalid: 'the value is no cephx key',
      missing: '',
      'not made yet': 'the client is not ready',
      'not kept': 'Rook was asked to keep none',
      'not read': '',
    }),
    message: optionalField(text('Why it does not, in words.')),
    fingerprint: optionalField(FINGERPRINT),
  }),
  keyGeneration: optionalField(count('Counts up when the key is changed.')),
  copies: listSchema(COPY),
  copiesUnknown: optionalField(text('No copy was found, and why that does not mean that there should be none.')),
  caps: listSchema(
    objectSchema<CephCap>({
      pool: text('An RBD pool that its capabilities name, or that is used with its key.'),
      granted: flag('Its capabilities cover the pool.'),
      exists: optionalField(flag('There is such a pool; left out where nobody could look.')),
    }),
  ),
  judged: STATE,
  findings: listSchema(ROW_FINDING),
})

const MONITORS = objectSchema<CephMonitors>({
  cluster: text('The cluster of the ControlPlane.'),
  namespace: text('Its namespace.'),
  name: text('Its name.'),
  asked: listSchema(text('An address it was given.')),
  known: listSchema(text('An address that Rook wrote down.')),
  judged: STATE,
  message: optionalField(text('Why they could not be compared.')),
  findings: listSchema(ROW_FINDING),
})

export const cephSecrets = report<CephSecretsReport>(
  'CephSecrets',
  'where the keys of Ceph clients are, and whether they are equal',
  {
    clients: listSchema(CLIENT, 'Those that are not well first.'),
    unclaimed: listSchema(COPY, 'Secrets for a Ceph key of which nobody can tell whose it should be.'),
    monitors: listSchema(MONITORS),
  },
  { field: 'clients', row: CLIENT },
)

export const cephSecretsVerify = report<CephSecretsVerifyReport>(
  'CephSecretsVerify',
  'whether Ceph keys, capabilities and monitors are the same on both sides',
  { items: listSchema(VERIFY_ITEM) },
  { field: 'items', row: VERIFY_ITEM },
)

const ORPHAN = objectSchema<CephOrphanRow>({
  cluster: text('The cluster of the Secret.'),
  namespace: text('Its namespace.'),
  name: text('Its name.'),
  source: text('CLUSTER/NAMESPACE/NAME of the Secret its key was copied from.'),
  causes: listSchema(
    word<CephOrphanRow['causes'][number]>('Why it is left over.', {
      'no-client': 'the CephClient it was copied from is gone',
      'no-consumer': 'no object refers to it',
    }),
  ),
  message: text('The same in words.'),
  consumers: listSchema(text('KIND NAMESPACE/NAME of who refers to it all the same.')),
  keeper: optionalField(text('Who writes it by now; then there is no command.')),
  command: optionalField(text('Removes it while it is as it was seen; for a shell.')),
})

export const cephOrphans = report<CephOrphansReport>(
  'CephOrphans',
  'copies of Ceph keys that are left over',
  { orphans: listSchema(ORPHAN) },
  { field: 'orphans', row: ORPHAN },
)
