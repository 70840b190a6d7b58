// SPDX-License-Identifier: Apache-2.0

import { arrayOf, count, number, objectOf, only, optional, text } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { NODE } from '../schema/node.ts'
import type { ClockRow } from '../shared/clock-skew.ts'
import type { EventRow, EventsReport } from './report.ts'

export const CLOCKS = arrayOf(
  objectOf<ClockRow>({ cluster: text('A cluster.'), skew: number('Its clock minus ours, in milliseconds.') }),
  'Clocks that differ from ours: times are corrected by it.',
)

const ROW = objectOf<EventRow>({
  time: optional(text('When it was last said, by our clock, RFC 3339.')),
  age: optional(text('How long ago that was.')),
  first: optional(text('When it was first said, by our clock, RFC 3339.')),
  count: count('How often it was said.'),
  type: text('Normal or Warning.'),
  reason: text('One word.'),
  message: text('In words.'),
  kind: text('The kind of the object it is about.'),
  namespace: optional(text('Left out for objects of the whole cluster.')),
  name: text('The name of that object.'),
  cluster: text('The cluster it lives in.'),
  component: optional(text('Who said it.')),
  earlier: optional(only(true)),
})

export const events = report<EventsReport>(
  'Events',
  'what happened over all clusters, by time',
  {
    subjects: arrayOf(NODE, 'Whose events these are, with all they stand on; empty when they are all there are.'),
    objects: optional(count('How many objects that is.')),
    clocks: CLOCKS,
    events: arrayOf(ROW, 'Oldest first. earlier: about an object that had this name before the one that has it now.'),
  },
  { field: 'events', row: ROW },
)
