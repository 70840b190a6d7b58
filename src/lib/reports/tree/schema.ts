// SPDX-License-Identifier: Apache-2.0

import {
  count,
  define,
  eitherSchema,
  type Fields,
  listSchema,
  objectSchema,
  only,
  optionalField,
  refer,
  text,
} from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { NODE_FIELDS } from '../schema/node.ts'
import { RELATION, STATE, STATUS } from '../schema/words.ts'
import type { TreeGroup, TreeNodeReport, TreeReport } from './report.ts'
import type { TreeRow } from './rows.ts'

const GROUP = objectSchema<TreeGroup['group']>(
  {
    kind: text('Their kind; unseen for all that one gap hides.'),
    cluster: text('Their cluster.'),
    state: STATE,
    status: STATUS,
    count: count('How many there are.'),
    waiting: optionalField(only(true)),
    reason: optionalField(text('Why they were not seen.')),
  },
  'Siblings of one kind that say nothing new, counted instead of listed. waiting: what they wait for stands above.',
)

const PLACE = {
  rel: optionalField(RELATION),
  seenAbove: optionalField(only(true)),
  more: optionalField(only(true)),
}

const NODE = define(
  'TreeNode',
  objectSchema<TreeNodeReport>({
    ...NODE_FIELDS,
    ...PLACE,
    children: listSchema(eitherSchema(refer<TreeNodeReport>('TreeNode'), objectSchema<TreeGroup>({ group: GROUP }))),
  }),
)

const ROW = objectSchema<TreeRow>(
  {
    ...allOptional(NODE_FIELDS),
    ...PLACE,
    group: optionalField(GROUP),
    depth: count('How deep it stands: 0 for a root.'),
    parent: optionalField(text('Kind/namespace/name@cluster of the node it hangs on.')),
  },
  'A node without what is below it, or a group.',
)

function allOptional<T>(fields: Fields<T>): Fields<Partial<T>> {
  const all = Object.entries<object>(fields).map(([key, field]) => [
    key,
    'optional' in field ? field : { optional: field },
  ])
  return Object.fromEntries(all) as Fields<Partial<T>>
}

export const tree = report<TreeReport>(
  'Tree',
  'one dependency tree over all clusters',
  {
    roots: listSchema(
      NODE,
      'seenAbove: drawn above already, its children are there. more: what is below it is too deep.',
    ),
  },
  { field: 'roots', row: ROW },
)
