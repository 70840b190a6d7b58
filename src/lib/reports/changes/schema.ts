// SPDX-License-Identifier: Apache-2.0

import { CLOCKS } from '../events/schema.ts'
import { arrayOf, objectOf, optional, text, word } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { NODE } from '../schema/node.ts'
import type { ChangeType } from './object-changes.ts'
import type { ChangeRow, ChangesReport } from './report.ts'

const ROW = objectOf<ChangeRow>({
  time: text('When it happened, by our clock, RFC 3339.'),
  age: optional(text('How long ago that was.')),
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
  namespace: optional(text('Left out for objects of the whole cluster.')),
  name: text('Its name.'),
  cluster: text('The cluster it lives in.'),
  says: arrayOf(text('What it says now, in words.')),
})

export const changes = report<ChangesReport>(
  'Changes',
  'what changed lately over all clusters, by time',
  {
    since: text('Since when, RFC 3339.'),
    subjects: arrayOf(NODE, 'Whose changes these are, with all they stand on.'),
    clocks: CLOCKS,
    changes: arrayOf(ROW, 'Oldest first. An object keeps only the last change of each sort.'),
  },
  { field: 'changes', row: ROW },
)
