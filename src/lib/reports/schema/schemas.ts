// SPDX-License-Identifier: Apache-2.0

import { arrayOf, objectOf, optional, text } from './describe.ts'
import { report } from './envelope.ts'
import type { SchemaRow, SchemasReport } from './list.ts'

const ROW = objectOf<SchemaRow>({
  name: text('The kind of document.'),
  title: text('What it is about.'),
  lines: optional(arrayOf(text('A kind that -o jsonl prints for it.'))),
})

export const schemas = report<SchemasReport>(
  'Schemas',
  'the kinds of document this tool prints',
  { schemas: arrayOf(ROW) },
  { field: 'schemas', row: ROW },
)
