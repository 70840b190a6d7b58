// SPDX-License-Identifier: Apache-2.0

import { count, listSchema, objectSchema, optionalField, text, word } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import type { LogRow, LogSource, LogsReport } from './report.ts'

const PLACE = {
  cluster: text('The cluster of the Pod.'),
  namespace: text('The namespace of the Pod.'),
  pod: text('The Pod.'),
  container: text('Its container.'),
}

const ROW = objectSchema<LogRow>({
  time: optionalField(
    text('When it was printed, as the node wrote it, RFC 3339; left out where the node does not tell.'),
  ),
  ...PLACE,
  text: text('What was printed, safe for a terminal.'),
})

const SOURCE = objectSchema<LogSource>({
  ...PLACE,
  state: word('What became of it.', {
    read: '',
    'not started': 'it has printed nothing yet',
    unread: 'completeness says why',
  }),
  lines: count('How many of its lines were shown.'),
  resumed: count('How often a broken connection was opened again while it was followed.'),
  incomplete: optionalField(text('Why lines may be missing.')),
  message: optionalField(text('Why it has not started, or could not be read.')),
})

export const logs = report<LogsReport>(
  'Logs',
  'what the Pods behind an object printed, by time',
  {
    subject: text('KIND/NAMESPACE/NAME@CLUSTER'),
    operator: optionalField(text('The operator whose log it is, instead of that of the object itself.')),
    sources: listSchema(SOURCE, 'Every container that was asked.'),
    lines: listSchema(ROW, 'By time.'),
  },
  { field: 'lines', row: ROW },
)
