// SPDX-License-Identifier: Apache-2.0
import type { ErrorCode } from '../../model/report/errors.ts'
import type { ErrorReport } from '../../model/report/report.ts'
import { listSchema, objectSchema, text, word } from './describe.ts'
import { report } from './envelope.ts'

export const error = report<ErrorReport>('Error', 'why a command could not answer', {
  error: objectSchema<ErrorReport['error']>({
    code: word<ErrorCode>('What went wrong.', {
      USAGE: 'a flag, an argument, a format or a kind',
      BAD_CONFIG: 'the config file',
      BAD_KUBECONFIG: 'a kubeconfig file',
      BAD_FLEET: 'a fleet folder',
      NO_KUBECONFIG: 'there is none',
      NO_CONTEXT: 'there is no such context',
      AMBIGUOUS: 'a name that several objects have',
      NOT_FOUND: 'a name that nothing has',
      NO_CLUSTER_REACHABLE: 'nothing answers',
      NOT_CONFIRMED: 'nobody said yes',
      PLAN_BLOCKED: 'a write that may not be',
      CONFLICT: 'somebody else changed it',
      CANCELLED: 'it was stopped',
      OUTPUT: 'it could not be written',
      BUG: 'a fault of this tool',
    }),
    message: text('One sentence with the object named.'),
    hints: listSchema(text('What to type next.')),
  }),
})
