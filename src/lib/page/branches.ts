// SPDX-License-Identifier: Apache-2.0
import type { Branch, TreeBlock } from '../model/report/view.ts'
import { el, toned } from './dom.ts'
import { classOf } from './table.ts'

/** A tree as a table with collapsible rows; collapsed rows are created when they are opened. */
export function branchTable({ columns, roots }: TreeBlock): HTMLElement {
  const body = el('tbody')
  const depth = depthFor(roots)
  for (const root of roots) insertRow(body, null, root, 0, depth)
  const heads = columns.map(({ title }) => el('th', { scope: 'col' }, title.trim()))
  const all = el('button', { type: 'button', click: () => openAll(body) }, 'open all')
  const table = el('table', { class: 'tree' }, el('thead', {}, el('tr', {}, ...heads)), body)
  return el(
    'div',
    { class: 'table' },
    roots.some(({ children }) => children.length > 0) && el('div', { class: 'tools' }, all),
    el('div', { class: 'scroll' }, table),
  )
}

/** The deepest level at which all rows fit. */
function depthFor(roots: readonly Branch[]): number {
  let [level, count, depth] = [roots, roots.length, 0]
  while (level.length > 0) {
    level = level.flatMap(({ children }) => children)
    count += level.length
    if (count > INITIAL_ROWS) return depth
    depth++
  }
  return depth
}

interface Toggle {
  readonly row: HTMLTableRowElement
  open(): void
}

const toggles = new WeakMap<HTMLTableRowElement, Toggle>()

function openAll(body: HTMLElement): void {
  // Opening inserts rows behind the opened one; the loop reaches them later.
  for (let row = body.firstElementChild; row; row = row.nextElementSibling)
    toggles.get(row as HTMLTableRowElement)?.open()
}

function insertRow(body: HTMLElement, before: Node | null, branch: Branch, depth: number, open: number): void {
  const { cells, children } = branch
  const row = el('tr', { 'data-depth': depth })
  let isOpen = false
  const button = el('button', {
    type: 'button',
    class: 'fold',
    'aria-label': 'open or close',
    'aria-expanded': 'false',
  })
  const set = (shouldOpen: boolean, levels: number) => {
    if (shouldOpen === isOpen) return
    isOpen = shouldOpen
    button.textContent = isOpen ? '−' : '+'
    button.setAttribute('aria-expanded', String(isOpen))
    if (isOpen) {
      const next = row.nextSibling
      for (const child of children) insertRow(body, next, child, depth + 1, levels - 1)
    } else for (let at = row.nextElementSibling; isBelow(at, depth); at = row.nextElementSibling) at?.remove()
  }
  button.textContent = '+'
  button.addEventListener('click', () => set(!isOpen, 0))
  const [first, ...others] = cells
  const name = el(
    'td',
    { class: 'name' },
    children.length > 0 ? button : el('span', { class: 'leaf' }),
    toned(first ?? { text: '' }),
  )
  name.style.paddingInlineStart = `${depth * 1.25 + 0.25}rem`
  row.append(name, ...others.map((cell) => el('td', { class: classOf(cell.text) }, toned(cell))))
  if (children.length > 0) toggles.set(row, { row, open: () => set(true, 0) })
  body.insertBefore(row, before)
  if (open > 0 && children.length > 0) set(true, open)
}

const isBelow = (row: Element | null, depth: number) =>
  row !== null && Number((row as HTMLElement).dataset['depth']) > depth

/** Number of rows that are open at the start, top levels first. */
const INITIAL_ROWS = 60
