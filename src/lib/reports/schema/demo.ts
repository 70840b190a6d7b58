// SPDX-License-Identifier: Apache-2.0
import type { DemoReport, Scenario } from '../demo.ts'
import { list, object, text } from './describe.ts'
import { report } from './envelope.ts'

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
