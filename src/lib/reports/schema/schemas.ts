// SPDX-License-Identifier: Apache-2.0

import { listSchema, objectSchema, optionalField, text } from './describe.ts'
import { report } from './envelope.ts'
import type { SchemaRow, SchemasReport } from './list.ts'

const ROW = objectSchema<SchemaRow>({
  name: text('The kind of document.'),
  title: text('What it is about.'),
  lines: optionalField(listSchema(text('A kind that -o jsonl prints for it.'))),
})

export const schemas = report<SchemasReport>(
  'Schemas',
  'the kinds of document this tool prints',
  { schemas: listSchema(ROW) },
  { field: 'schemas', row: ROW },
)
