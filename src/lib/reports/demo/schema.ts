// SPDX-License-Identifier: Apache-2.0

import { list, object, text } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import type { DemoReport, Scenario } from './report.ts'

const SCENARIO = object<Scenario>({
  name: text('What --demo takes.'),
  title: text('The situation.'),
  teaches: text('What it shows.'),
  try: list(text('A command to type.')),
})

export const demo = report<DemoReport>(
  'Demo',
  'the bundled scenarios',
  { scenarios: list(SCENARIO) },
  { field: 'scenarios', row: SCENARIO },
)
