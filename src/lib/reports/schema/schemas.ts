// SPDX-License-Identifier: Apache-2.0

import { list, object, optional, text } from './describe.ts'
import { report } from './envelope.ts'
import type { SchemaRow, SchemasReport } from './list.ts'

const ROW = object<SchemaRow>({
  name: text('The kind of document.'),
  title: text('What it is about.'),
  lines: optional(list(text('A kind that -o jsonl prints for it.'))),
})

export const schemas = report<SchemasReport>(
  'Schemas',
  'the kinds of document this tool prints',
  { schemas: list(ROW) },
  { field: 'schemas', row: ROW },
)
