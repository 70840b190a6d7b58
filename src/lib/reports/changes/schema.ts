// SPDX-License-Identifier: Apache-2.0

import { CLOCKS } from '../events/schema.ts'
import { listSchema, objectSchema, optionalField, text, word } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { NODE } from '../schema/node.ts'
import type { ChangeType } from './object-changes.ts'
import type { ChangeRow, ChangesReport } from './report.ts'

const ROW = objectSchema<ChangeRow>({
  time: text('When it happened, by our clock, RFC 3339.'),
  age: optionalField(text('How long ago that was.')),
  change: word<ChangeType>('What happened.', {
    created: 'it was made',
    spec: 'somebody wrote what it should be',
    condition: 'a condition became another',
    revision: 'Flux fetched, applied or installed something',
    rollout: 'all its Pods are of a new version',
    restart: 'a container ended and was started again',
    deleting: 'somebody deleted it, and it is still there',
  }),
  kind: text('The kind of the object.'),
  namespace: optionalField(text('Left out for objects of the whole cluster.')),
  name: text('Its name.'),
  cluster: text('The cluster it lives in.'),
  says: listSchema(text('What it says now, in words.')),
})

export const changes = report<ChangesReport>(
  'Changes',
  'what changed lately over all clusters, by time',
  {
    since: text('Since when, RFC 3339.'),
    subjects: listSchema(NODE, 'Whose changes these are, with all they stand on.'),
    clocks: CLOCKS,
    changes: listSchema(ROW, 'Oldest first. An object keeps only the last change of each sort.'),
  },
  { field: 'changes', row: ROW },
)
