// SPDX-License-Identifier: Apache-2.0
import type { Cell, Column } from '../model/report/view.ts'
import { compareValues } from '../render/order.ts'
import { el, toned } from './dom.ts'

export type Row = readonly Cell[]

/** Rows beyond these are shown when asked for: nobody reads them, and browsers labour. */
const FIRST = 100
/** A short table needs no filter. */
const FILTER_FROM = 12
/** Paper is patient, but not endlessly. */
const PRINTED = 150

/** A table that sorts by a click on a column and shows only the rows that hold some words. */
export function sortableTable(columns: readonly Column[], rows: readonly Row[]): HTMLElement {
  const shown = columns.flatMap(({ title }, i) => (rows.some((cells) => cells[i]?.text) ? [{ title, i }] : []))
  const body = el('tbody')
  const more = el('p', { class: 'more' })
  let [wanted, order, most] = ['', { column: -1, down: false }, FIRST]

  const draw = () => {
    const found = sorted(matching(rows, wanted), order)
    body.replaceChildren(...found.slice(0, most).map((row) => line(row, shown)))
    const rest = found.length - most
    more.replaceChildren(
      ...(found.length === 0 ? ['no row has these words'] : []),
      ...(rest > 0 ? [`${rest} more rows `, button('show all', () => grow(Number.POSITIVE_INFINITY))] : []),
    )
    more.hidden = found.length > 0 && rest <= 0
    for (const [place, { i }] of shown.entries()) heads[place]?.setAttribute('aria-sort', sortOf(order, i))
  }
  const grow = (count: number) => {
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
      wanted = filter.value
      draw()
    },
  })
  addEventListener('beforeprint', () => most < PRINTED && grow(PRINTED))
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

/** Rows that hold every word, wherever. */
function matching(rows: readonly Row[], wanted: string): readonly Row[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((cells) => {
    const text = cells.map((cell) => cell.text.toLowerCase()).join('\n')
    return words.every((word) => text.includes(word))
  })
}

function sorted(rows: readonly Row[], { column, down }: Order): readonly Row[] {
  if (column < 0) return rows
  const inOrder = [...rows].sort((a, b) => compareValues(a[column]?.text, b[column]?.text))
  return down ? inOrder.reverse() : inOrder
}

function line(cells: Row, shown: readonly { readonly i: number }[]): HTMLElement {
  return el(
    'tr',
    {},
    ...shown.map(({ i }) => el('td', { class: classOf(cells[i]?.text ?? '') }, toned(cells[i] ?? NOTHING))),
  )
}

const NOTHING: Cell = { text: '' }

/** Symbols in a row must stand below one another; what is short is not broken into lines. */
export function classOf(text: string): string | undefined {
  if (/^\S( \S)+$/.test(text)) return 'strip'
  if (text.length <= TINY) return 'short tiny'
  return text.length <= SHORT ? 'short' : undefined
}

const SHORT = 26
/** A state, an age, a region: one word, also on paper. */
const TINY = 11
