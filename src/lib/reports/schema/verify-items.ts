// SPDX-License-Identifier: Apache-2.0

import { OUTCOME, ROW_FINDING } from '../check/schema.ts'
import type { VerifyItem, VerifyProblem } from '../shared/verify-items.ts'
import { arrayOf, count, objectOf, optional, text } from './describe.ts'

const PROBLEM = objectOf<VerifyProblem>({
  cluster: text('The cluster of the object.'),
  kind: text('Its kind.'),
  namespace: optional(text('Its namespace.')),
  name: text('Its name.'),
  message: text('What is wrong with it.'),
  finding: optional(ROW_FINDING),
})

/** One question of a command that verifies. */
export const VERIFY_ITEM = objectOf<VerifyItem>({
  id: text('The question, as a word.'),
  title: text('The question: what should be so, or the name of a trouble that should not be.'),
  modes: arrayOf(text('A failure mode of the catalogue.')),
  outcome: OUTCOME,
  good: optional(count('How many are as they should be.')),
  total: optional(count('Of how many.')),
  problems: arrayOf(PROBLEM),
  hidden: arrayOf(text('Why it could not be decided.')),
})
