// SPDX-License-Identifier: Apache-2.0
import type { PageSection } from '../model/report/page.ts'
import type { Block, Cell } from '../model/report/view.ts'
import { branchTable } from './branches.ts'
import { commandLine, el, toned } from './dom.ts'
import { sortableTable } from './table.ts'

/** A report: its blocks as they stand in the text, then what was not read. */
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

/** "next: kubectl …" is something to copy; other lines are set in as they are in text. */
function lineOf(cell: Cell): HTMLElement {
  const text = cell.text.trim()
  const [, words = '', command] = /^((?:[\w ]+: )?)(kubectl .*)$/.exec(text) ?? []
  if (command !== undefined && /^(next|then|one host in full)?(: )?$/.test(words)) {
    const [line = '', why] = command.split('   # ')
    return el('div', { class: 'next' }, words && el('span', {}, words), commandLine(line), why && el('span', {}, why))
  }
  const depth = /^ */.exec(cell.text)?.[0].length ?? 0
  const line = el('p', { class: 'line' }, toned({ ...cell, text }))
  if (depth > 0) line.style.marginInlineStart = `${depth / 2}rem`
  return line
}
