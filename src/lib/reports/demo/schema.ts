// SPDX-License-Identifier: Apache-2.0

import { listSchema, objectSchema, text } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import type { DemoReport, Scenario } from './report.ts'

const SCENARIO = objectSchema<Scenario>({
  name: text('What --demo takes.'),
  title: text('The situation.'),
  teaches: text('What it shows.'),
  try: listSchema(text('A command to type.')),
})

export const demo = report<DemoReport>(
  'Demo',
  'the bundled scenarios',
  { scenarios: listSchema(SCENARIO) },
  { field: 'scenarios', row: SCENARIO },
)
