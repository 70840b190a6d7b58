// SPDX-License-Identifier: Apache-2.0

import { why } from '../check/schema.ts'
import { listSchema, objectSchema, optionalField, type Schema, text, word } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { STATE } from '../schema/words.ts'
import type { WhyReport } from '../why/report.ts'
import type { WaitReport, WaitRow } from './report.ts'

const ROW = objectSchema<WaitRow>({
  kind: text('Its kind.'),
  namespace: optionalField(text('Left out for objects of the whole cluster.')),
  name: text('Its name.'),
  cluster: text('The cluster it lives in.'),
  uid: optionalField(text('This very object; another with its name is not it. Left out where there was none.')),
  outcome: word('How far it is.', {
    met: 'it is what was waited for',
    waiting: 'not yet',
    impossible: 'it cannot become what was waited for',
  }),
  state: STATE,
  says: text('What it lacks, or why it is impossible.'),
})

const WHY: Schema<WhyReport> = { json: why.json, defs: why.defs }

export const wait = report<WaitReport>(
  'Wait',
  'what became of waiting for some objects',
  {
    for: text('What was waited for.'),
    outcome: word('How it ended.', {
      met: 'all objects are what was waited for',
      deadline: 'the time is over',
      impossible: 'one of them can never be',
    }),
    objects: listSchema(ROW),
    why: listSchema(WHY, 'On time-out: why each that was still waited for is as it is.'),
  },
  { field: 'objects', row: ROW },
)
