// SPDX-License-Identifier: Apache-2.0
import { C5c3Error } from '../model/report/errors.ts'
import type { Rows } from '../model/report/presentation.ts'
import type { Report } from '../model/report/report.ts'
import type { Block, TableBlock, View } from '../model/report/view.ts'
import { closestMatches } from '../model/text/closest-matches.ts'
import { safeLine } from '../model/text/sanitize.ts'
import type { Format } from './formats.ts'
import { find } from './jsonpath/evaluate.ts'
import { parseColumnPath } from './jsonpath/parse.ts'
import type { Path } from './jsonpath/template.ts'
import { compareValues } from './order.ts'

/** The value of --sort-by: the title of a column, or a JSONPath of a row. */
export type SortKey = { readonly title: string } | { readonly path: Path }

/** Tables are sorted by title or path, data by path. Formats that draw a structure keep their own order. */
export function parseSort(text: string, format: Format, allowed: readonly Format[]): SortKey {
  const effectiveFormat = allowed.includes('tree') && format === 'wide' ? 'tree' : format
  if (['tree', 'dot', 'mermaid', 'junit'].includes(effectiveFormat))
    throw new C5c3Error('USAGE', 'usage', `--sort-by is not supported with -o ${format}`, [
      'sort -o custom-columns=…, -o jsonl or another list',
    ])
  const isTable = effectiveFormat === 'table' || effectiveFormat === 'wide' || effectiveFormat === 'custom-columns'
  if (isTable && !/^[.[{$@]|\./.test(text)) return { title: text }
  return { path: parseColumnPath(text) }
}

export function sortReport<R extends Report>(report: R, { field }: Rows<R>, path: Path): R {
  const rows: unknown = report[field]
  return Array.isArray(rows) ? { ...report, [field]: sortRows(rows, path) } : report
}

/** Sorts by the first value that the path finds; equal rows keep their order. */
export function sortRows<T>(rows: readonly T[], path: Path): readonly T[] {
  return sortedBy(rows, (row) => find(path, row)[0])
}

/** Sorts the first table that has the column. Throws a usage error with the titles if there is none. */
export function sortView(view: View, title: string): View {
  const tables = view.blocks.filter((block) => block.type === 'table')
  const table = tables.find((block) => columnOf(block, title) !== -1)
  if (!table) throw noColumn(title, tables)
  const at = columnOf(table, title)
  const sorted: Block = { ...table, rows: sortedBy(table.rows, (row) => row[at]?.text) }
  return { ...view, blocks: view.blocks.map((block) => (block === table ? sorted : block)) }
}

function sortedBy<T>(rows: readonly T[], keyOf: (row: T) => unknown): readonly T[] {
  return rows
    .map((row) => ({ row, value: keyOf(row) }))
    .sort((a, b) => compareValues(a.value, b.value))
    .map(({ row }) => row)
}

/** Returns -1 if there is no such column. */
export function columnOf({ columns }: TableBlock, title: string): number {
  const normalized = title.toLowerCase().replace(/[-_ ]/g, ' ')
  return columns.findIndex((column) => column.title.toLowerCase() === normalized)
}

function noColumn(title: string, tables: readonly TableBlock[]): C5c3Error {
  const titles = tables.flatMap(({ columns }) => columns.map((column) => column.title))
  const close = closestMatches(title.toUpperCase(), titles)
  return new C5c3Error('USAGE', 'usage', `unknown column "${safeLine(title)}" in --sort-by`, [
    ...(close.length > 0 ? [`did you mean: ${close.join(', ')}?`] : []),
    ...(titles.length > 0 ? [`columns: ${titles.join(', ')}`] : []),
    'or a JSONPath of a row, such as .name',
  ])
}
