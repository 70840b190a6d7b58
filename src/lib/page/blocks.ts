// SPDX-License-Identifier: Apache-2.0
import type { PageSection } from '../model/report/page.ts'
import type { Block, Cell } from '../model/report/view.ts'
import { branchTable } from './branches.ts'
import { commandLine, el, toned } from './dom.ts'
import { sortableTable } from './table.ts'

/** Renders a report: its blocks in the order of the text output, then the gaps. */
export function sectionOf({ title, verdict, command, view }: PageSection, id: string): HTMLElement {
  const notes = (view.notes ?? []).filter(({ text }) => text.trim() !== '')
  return el(
    'section',
    { id },
    el('h2', {}, title, verdict && el('span', { class: 'pill' }, toned(verdict))),
    command !== undefined && el('div', { class: 'same' }, commandLine(command)),
    ...view.blocks.map(blockOf),
    notes.length > 0 && el('div', { class: 'notes' }, ...notes.map(lineOf)),
  )
}

function blockOf(block: Block): HTMLElement {
  if (block.type === 'lines') return el('div', { class: 'lines' }, ...block.lines.map(lineOf))
  if (block.type === 'tree') return branchTable(block)
  return sortableTable(block.columns, block.rows)
}

/** Makes "next: kubectl …" copyable; other lines keep the indentation of the text output. */
function lineOf(cell: Cell): HTMLElement {
  const text = cell.text.trim()
  const [, label = '', command] = /^((?:[\w ]+: )?)(kubectl .*)$/.exec(text) ?? []
  if (command !== undefined && /^(next|then|one host in full)?(: )?$/.test(label)) {
    const [line = '', why] = command.split('   # ')
    return el('div', { class: 'next' }, label && el('span', {}, label), commandLine(line), why && el('span', {}, why))
  }
  const depth = /^ */.exec(cell.text)?.[0].length ?? 0
  const line = el('p', { class: 'line' }, toned({ ...cell, text }))
  if (depth > 0) line.style.marginInlineStart = `${depth / 2}rem`
  return line
}
