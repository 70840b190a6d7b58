// SPDX-License-Identifier: Apache-2.0
import type { Answer } from '../../model/report/presentation.ts'
import { schemaRows } from '../../reports/schema/index.ts'
import { type SchemasReport, schemasNames, schemasReport, schemasView } from '../../reports/schema/list.ts'

export const answer = (): Answer<SchemasReport> => ({
  report: schemasReport(schemaRows()),
  presentation: { view: schemasView, names: schemasNames, rows: { field: 'schemas' } },
})
