// SPDX-License-Identifier: Apache-2.0
import type { Cell, Column } from '../model/report/view.ts'
import { compareValues } from '../render/order.ts'
import { el, toned } from './dom.ts'

export type Row = readonly Cell[]

/** A table that can be sorted by column and filtered by words. */
export function sortableTable(columns: readonly Column[], rows: readonly Row[]): HTMLElement {
  const shown = columns.flatMap(({ title }, i) => (rows.some((cells) => cells[i]?.text) ? [{ title, i }] : []))
  const body = el('tbody')
  const more = el('p', { class: 'more' })
  let [query, order, most] = ['', { column: -1, down: false }, INITIAL_ROWS]

  const draw = () => {
    const visibleRows = sortRows(filterRows(rows, query), order)
    body.replaceChildren(...visibleRows.slice(0, most).map((row) => tableRow(row, shown)))
    const rest = visibleRows.length - most
    more.replaceChildren(
      ...(visibleRows.length === 0 ? ['no row has these words'] : []),
      ...(rest > 0 ? [`${rest} more rows `, button('show all', () => showRows(Number.POSITIVE_INFINITY))] : []),
    )
    more.hidden = visibleRows.length > 0 && rest <= 0
    for (const [position, { i }] of shown.entries()) heads[position]?.setAttribute('aria-sort', sortOf(order, i))
  }
  const showRows = (count: number) => {
    most = count
    draw()
  }
  const heads = shown.map(({ title, i }) =>
    el(
      'th',
      { scope: 'col', class: classOf(title.trim()) },
      button(title.trim(), () => {
        order = { column: i, down: order.column === i && !order.down }
        draw()
      }),
    ),
  )
  const filter = el('input', {
    type: 'search',
    placeholder: `filter ${rows.length} rows`,
    'aria-label': 'filter rows',
    input: () => {
      query = filter.value
      draw()
    },
  })
  addEventListener('beforeprint', () => most < PRINTED_ROWS && showRows(PRINTED_ROWS))
  draw()
  return el(
    'div',
    { class: 'table' },
    rows.length >= FILTER_FROM && filter,
    el('div', { class: 'scroll' }, el('table', {}, el('thead', {}, el('tr', {}, ...heads)), body)),
    more,
  )
}

type Order = { readonly column: number; readonly down: boolean }

const sortOf = ({ column, down }: Order, i: number) => (column === i ? (down ? 'descending' : 'ascending') : 'none')

const button = (text: string, click: () => void) => el('button', { type: 'button', click }, text)

/** Rows that contain every word in any cell. */
function filterRows(rows: readonly Row[], query: string): readonly Row[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((cells) => {
    const text = cells.map((cell) => cell.text.toLowerCase()).join('\n')
    return words.every((word) => text.includes(word))
  })
}

function sortRows(rows: readonly Row[], { column, down }: Order): readonly Row[] {
  if (column < 0) return rows
  const inOrder = [...rows].sort((a, b) => compareValues(a[column]?.text, b[column]?.text))
  return down ? inOrder.reverse() : inOrder
}

function tableRow(cells: Row, shown: readonly { readonly i: number }[]): HTMLElement {
  return el(
    'tr',
    {},
    ...shown.map(({ i }) => el('td', { class: classOf(cells[i]?.text ?? '') }, toned(cells[i] ?? EMPTY_CELL))),
  )
}

const EMPTY_CELL: Cell = { text: '' }

/** Symbol strips must align; short texts must not wrap. */
export function classOf(text: string): string | undefined {
  if (/^\S( \S)+$/.test(text)) return 'strip'
  if (text.length <= TINY) return 'short tiny'
  return text.length <= SHORT ? 'short' : undefined
}

const SHORT = 26
/** A state, an age, a region: never wrapped, also in print. */
const TINY = 11

/** Further rows are shown on request: browsers are slow with very long tables. */
const INITIAL_ROWS = 100
/** A short table needs no filter. */
const FILTER_FROM = 12
/** Number of rows in print. */
const PRINTED_ROWS = 150
