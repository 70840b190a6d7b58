// SPDX-License-Identifier: Apache-2.0
import { C5c3Error } from '../model/report/errors.ts'
import type { TableBlock } from '../model/report/view.ts'
import { safeLine } from '../model/text/sanitize.ts'
import { find, printed } from './jsonpath/evaluate.ts'
import { parseColumnPath } from './jsonpath/parse.ts'
import { splitOutsideQuotes } from './jsonpath/scan.ts'
import type { Path } from './jsonpath/template.ts'

export interface CustomColumn {
  readonly title: string
  readonly path: Path
}

/** NAME:.path,NAME:.path as in kubectl; commas inside of brackets and quotes belong to the path. */
export function parseColumns(text: string): readonly CustomColumn[] {
  return splitOutsideQuotes(text, ',').map((part) => {
    const colon = part.indexOf(':')
    if (colon < 1 || colon === part.length - 1)
      throw new C5c3Error(
        'USAGE',
        'usage',
        `custom-columns: invalid column "${safeLine(part)}" (expected NAME:.path)`,
        ['-o custom-columns=NAME:.name,STATE:.state'],
      )
    return { title: safeLine(part.slice(0, colon)), path: parseColumnPath(part.slice(colon + 1)) }
  })
}

/** The rows of a report in custom columns; missing values are <none>, as in kubectl. */
export function customTable(columns: readonly CustomColumn[], rows: readonly object[]): TableBlock {
  return {
    type: 'table',
    columns: columns.map(({ title }) => ({ title })),
    rows: rows.map((row) => columns.map(({ path }) => ({ text: find(path, row).map(printed).join(',') || '<none>' }))),
  }
}
