// SPDX-License-Identifier: Apache-2.0

import { ROW_FINDING } from '../check/schema.ts'
import { arrayOf, count, flag, objectOf, only, optional, text, word } from '../schema/describe.ts'
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

const COPY = objectOf<CephCopy>({
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
  message: optional(text('The same in words.')),
  fingerprint: optional(FINGERPRINT),
  keeper: objectOf<CephKeeper>({
    by: word<CephKeeper['by']>('Who keeps it in sync.', {
      ExternalSecret: '',
      Object: '',
      nobody: '',
      unknown: 'what would tell could not be read',
    }),
    name: optional(text('Its name, with its namespace where it has one.')),
    from: arrayOf(text('NAME @CLUSTER of a PushSecret that writes what it reads.')),
    withoutData: optional(only(true)),
    state: optional(STATE),
    message: optional(text('What it says itself.')),
    synced: optional(text('When it last synced, RFC 3339.')),
  }),
  consumers: arrayOf(text('KIND NAMESPACE/NAME of who reads it.')),
  judged: STATE,
})

const CLIENT = objectOf<CephClientRow>({
  ...NODE_FIELDS,
  user: text('How Ceph calls it, without "client.".'),
  key: objectOf<CephSourceRow>({
    name: text('The Secret that Rook makes for it.'),
    state: word<CephSourceRow['state']>('Whether it holds a key.', {
      present: '',
      empty: '',
      missing: '',
      'not made yet': 'the client is not ready',
      'not kept': 'Rook was asked to keep none',
      'not read': '',
    }),
    message: optional(text('Why it does not, in words.')),
    fingerprint: optional(FINGERPRINT),
  }),
  keyGeneration: optional(count('Counts up when the key is changed.')),
  copies: arrayOf(COPY),
  copiesUnknown: optional(text('No copy was found, and why that does not mean that there should be none.')),
  caps: arrayOf(
    objectOf<CephCap>({
      pool: text('An RBD pool that its capabilities name, or that is used with its key.'),
      granted: flag('Its capabilities cover the pool.'),
      exists: optional(flag('There is such a pool; left out where nobody could look.')),
    }),
  ),
  judged: STATE,
  findings: arrayOf(ROW_FINDING),
})

const MONITORS = objectOf<CephMonitors>({
  cluster: text('The cluster of the ControlPlane.'),
  namespace: text('Its namespace.'),
  name: text('Its name.'),
  asked: arrayOf(text('An address it was given.')),
  known: arrayOf(text('An address that Rook wrote down.')),
  judged: STATE,
  message: optional(text('Why they could not be compared.')),
  findings: arrayOf(ROW_FINDING),
})

export const cephSecrets = report<CephSecretsReport>(
  'CephSecrets',
  'where the keys of Ceph clients are, and whether they are equal',
  {
    clients: arrayOf(CLIENT, 'Those that are not well first.'),
    unclaimed: arrayOf(COPY, 'Secrets for a Ceph key of which nobody can tell whose it should be.'),
    monitors: arrayOf(MONITORS),
  },
  { field: 'clients', row: CLIENT },
)

export const cephSecretsVerify = report<CephSecretsVerifyReport>(
  'CephSecretsVerify',
  'whether Ceph keys, capabilities and monitors are the same on both sides',
  { items: arrayOf(VERIFY_ITEM) },
  { field: 'items', row: VERIFY_ITEM },
)

const ORPHAN = objectOf<CephOrphanRow>({
  cluster: text('The cluster of the Secret.'),
  namespace: text('Its namespace.'),
  name: text('Its name.'),
  source: text('CLUSTER/NAMESPACE/NAME of the Secret its key was copied from.'),
  causes: arrayOf(
    word<CephOrphanRow['causes'][number]>('Why it is left over.', {
      'no-client': 'the CephClient it was copied from is gone',
      'no-consumer': 'no object refers to it',
    }),
  ),
  message: text('The same in words.'),
  consumers: arrayOf(text('KIND NAMESPACE/NAME of who refers to it all the same.')),
  keeper: optional(text('Who writes it by now; then there is no command.')),
  command: optional(text('Removes it while it is as it was seen; for a shell.')),
})

export const cephOrphans = report<CephOrphansReport>(
  'CephOrphans',
  'copies of Ceph keys that are left over',
  { orphans: arrayOf(ORPHAN) },
  { field: 'orphans', row: ORPHAN },
)
