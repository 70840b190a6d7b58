// SPDX-License-Identifier: Apache-2.0

import { arrayOf, objectOf, text } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import type { DemoReport, Scenario } from './report.ts'

const SCENARIO = objectOf<Scenario>({
  name: text('What --demo takes.'),
  title: text('The situation.'),
  teaches: text('What it shows.'),
  try: arrayOf(text('A command to type.')),
})

export const demo = report<DemoReport>(
  'Demo',
  'the bundled scenarios',
  { scenarios: arrayOf(SCENARIO) },
  { field: 'scenarios', row: SCENARIO },
)
