// SPDX-License-Identifier: Apache-2.0
import type { Cell, Column, TableBlock } from '../../model/report/view.ts'

/** A column and the cell it has for each row: a column cannot be declared without its cells, nor in another order. */
export interface CellColumn<Row> extends Column {
  readonly cell: (row: Row) => Cell | string
}

/** A table of rows. */
export const tableOf = <Row>(rows: readonly Row[], columns: readonly CellColumn<Row>[]): TableBlock => ({
  type: 'table',
  columns: columns.map(columnOf),
  rows: rows.map((row) => cellsOf(row, columns)),
})

const cellsOf = <Row>(row: Row, columns: readonly CellColumn<Row>[]): readonly Cell[] =>
  columns.map(({ cell }) => {
    const made = cell(row)
    return typeof made === 'string' ? { text: made } : made
  })

const columnOf = <Row>({ cell: _, ...column }: CellColumn<Row>): Column => column
