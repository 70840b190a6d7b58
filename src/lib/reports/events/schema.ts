// SPDX-License-Identifier: Apache-2.0

import { count, listSchema, number, objectSchema, only, optionalField, text } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { NODE } from '../schema/node.ts'
import type { ClockRow } from './clock-skew.ts'
import type { EventRow, EventsReport } from './report.ts'

export const CLOCKS = listSchema(
  objectSchema<ClockRow>({ cluster: text('A cluster.'), skew: number('Its clock minus ours, in milliseconds.') }),
  'Clocks that differ from ours: times are corrected by it.',
)

const ROW = objectSchema<EventRow>({
  time: optionalField(text('When it was last said, by our clock, RFC 3339.')),
  age: optionalField(text('How long ago that was.')),
  first: optionalField(text('When it was first said, by our clock, RFC 3339.')),
  count: count('How often it was said.'),
  type: text('Normal or Warning.'),
  reason: text('One word.'),
  message: text('In words.'),
  kind: text('The kind of the object it is about.'),
  namespace: optionalField(text('Left out for objects of the whole cluster.')),
  name: text('The name of that object.'),
  cluster: text('The cluster it lives in.'),
  component: optionalField(text('Who said it.')),
  earlier: optionalField(only(true)),
})

export const events = report<EventsReport>(
  'Events',
  'what happened over all clusters, by time',
  {
    subjects: listSchema(NODE, 'Whose events these are, with all they stand on; empty when they are all there are.'),
    objects: optionalField(count('How many objects that is.')),
    clocks: CLOCKS,
    events: listSchema(
      ROW,
      'Oldest first. earlier: about an object that had this name before the one that has it now.',
    ),
  },
  { field: 'events', row: ROW },
)
