// SPDX-License-Identifier: Apache-2.0

import { OUTCOME, ROW_FINDING } from '../check/schema.ts'
import type { VerifyItem, VerifyProblem } from '../shared/verify-items.ts'
import { count, listSchema, objectSchema, optionalField, text } from './describe.ts'

const PROBLEM = objectSchema<VerifyProblem>({
  cluster: text('The cluster of the object.'),
  kind: text('Its kind.'),
  namespace: optionalField(text('Its namespace.')),
  name: text('Its name.'),
  message: text('What is wrong with it.'),
  finding: optionalField(ROW_FINDING),
})

export const VERIFY_ITEM = objectSchema<VerifyItem>({
  id: text('The question, as a word.'),
  title: text('The question: what should be so, or the name of a trouble that should not be.'),
  modes: listSchema(text('A failure mode of the catalogue.')),
  outcome: OUTCOME,
  good: optionalField(count('How many are as they should be.')),
  total: optionalField(count('Of how many.')),
  problems: listSchema(PROBLEM),
  hidden: listSchema(text('Why it could not be decided.')),
})
