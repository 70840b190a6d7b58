// SPDX-License-Identifier: Apache-2.0

import { ROW_FINDING } from '../check/schema.ts'
import { count, listSchema, objectSchema, optionalField, text, word } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { NODE_FIELDS } from '../schema/node.ts'
import { VERIFY_ITEM } from '../schema/verify-items.ts'
import { STATE } from '../schema/words.ts'
import type { CloudLogin } from './logins.ts'
import type { KorcImport, KorcPlace, KorcReport, KorcRow } from './report.ts'
import type { KorcVerifyReport } from './verify.ts'

const ROW = objectSchema<KorcRow>({
  ...NODE_FIELDS,
  policy: text('managed: K-ORC makes, changes and deletes it; unmanaged: it is imported as it is.'),
  onDelete: optionalField(text('What becomes of the real one when the object is deleted: delete or detach.')),
  import: optionalField(
    objectSchema<KorcImport>({
      id: optionalField(text('By its ID in OpenStack.')),
      filter: optionalField(
        listSchema(
          objectSchema<NonNullable<KorcImport['filter']>[number]>({
            field: text('The field of the filter.'),
            value: text('What it must be.'),
          }),
        ),
      ),
    }),
  ),
  judged: STATE,
  id: optionalField(text('Its ID in OpenStack.')),
  waits: listSchema(text('KIND/NAME of what it says it waits for.')),
  findings: listSchema(ROW_FINDING),
})

const PLACE = objectSchema<KorcPlace>({
  cluster: text('The cluster.'),
  namespace: text('The namespace.'),
  state: STATE,
  objects: count('How many K-ORC objects there are.'),
  fine: count('How many of them are well.'),
  imported: count('How many stand for something that was there before.'),
  managed: count('How many K-ORC makes and deletes.'),
  kinds: listSchema(
    objectSchema<KorcPlace['kinds'][number]>({ kind: text('The kind.'), count: count('How many there are.') }),
  ),
})

export const korc = report<KorcReport>(
  'Korc',
  'K-ORC objects of all control planes and what they wait for',
  { objects: listSchema(ROW, 'Those that are not well first.'), places: listSchema(PLACE) },
  { field: 'objects', row: ROW },
)

const LOGIN = objectSchema<CloudLogin>({
  cluster: text('The cluster.'),
  namespace: text('The namespace.'),
  secret: text('The Secret with clouds.yaml.'),
  cloud: text('The entry of clouds.yaml.'),
  state: word<CloudLogin['state']>('Whether it is there.', {
    present: '',
    missing: 'there is no such Secret',
    'no clouds.yaml': 'the Secret has no such key, or it is empty',
    'no such cloud': 'clouds.yaml has no such entry',
    'not readable': 'clouds.yaml is not YAML, or no map of clouds',
    'not read': 'the Secret could not be read',
  }),
  message: text('The same in words.'),
  host: optionalField(text('host:port of the Keystone it leads to.')),
  objects: count('How many K-ORC objects use it.'),
})

export const korcVerify = report<KorcVerifyReport>(
  'KorcVerify',
  'whether K-ORC found, has and made what it should',
  { items: listSchema(VERIFY_ITEM), logins: listSchema(LOGIN) },
  { field: 'items', row: VERIFY_ITEM },
)
