// SPDX-License-Identifier: Apache-2.0
import { EXIT } from '../../model/report/errors.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import type { View } from '../../model/report/view.ts'

export interface SchemaRow {
  readonly name: string
  readonly title: string
  /** The kinds that -o jsonl prints for it. */
  readonly lines?: readonly string[]
}

export interface SchemasReport extends Report {
  readonly kind: 'Schemas'
  readonly schemas: readonly SchemaRow[]
}

export function schemasReport(schemas: readonly SchemaRow[]): SchemasReport {
  return {
    apiVersion: API_VERSION,
    kind: 'Schemas',
    verdict: 'healthy',
    exitCode: EXIT.ok,
    completeness: { complete: true, clusters: [], gaps: [] },
    schemas,
  }
}

export function schemasView({ schemas }: SchemasReport): View {
  return {
    blocks: [
      {
        type: 'table',
        columns: [
          { title: 'REPORT' },
          { title: 'WHAT IT IS', flexible: true },
          { title: 'LINES OF JSONL', wide: true },
        ],
        rows: schemas.map(({ name, title, lines }) => [
          { text: name },
          { text: title },
          { text: lines?.join(', ') ?? '' },
        ]),
      },
    ],
  }
}

export function schemasNames({ schemas }: SchemasReport): readonly string[] {
  return schemas.map(({ name }) => name)
}
