// SPDX-License-Identifier: Apache-2.0

import { ROW_FINDING } from '../check/schema.ts'
import { count, listSchema, objectSchema, only, optionalField, text } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { STATE } from '../schema/words.ts'
import type { OperatorRow, OperatorsReport } from './report.ts'

const ROW = objectSchema<OperatorRow>({
  operator: text('The operator.'),
  cluster: text('The cluster.'),
  state: STATE,
  reason: optionalField(text('Why it is so.')),
  ready: count('Replicas that are ready.'),
  wanted: count('Replicas there should be.'),
  versions: listSchema(text('The tag of an image in use.')),
  elsewhere: listSchema(text('A version that it has in another cluster and not here.')),
  workloads: listSchema(text('Kind/namespace/name@cluster of a workload of it.')),
  objects: count('Objects whose status it writes.'),
  lastWorked: optionalField(
    text('The newest time in the status of one of them, RFC 3339: it was at work then, or later.'),
  ),
  lastWorkedAge: optionalField(text('How long ago that was.')),
  optional: optionalField(only(true)),
  findings: listSchema(ROW_FINDING),
})

export const operators = report<OperatorsReport>(
  'Operators',
  'every operator in every cluster it belongs to',
  {
    operators: listSchema(ROW, 'Worst first. optional: a landscape does well without it.'),
    findings: listSchema(ROW_FINDING, 'What was found about something else than a workload of an operator.'),
  },
  { field: 'operators', row: ROW },
)
