// SPDX-License-Identifier: Apache-2.0
import type { Block, Cell, LinesBlock, TableBlock, Tone, TreeBlock, View } from '../../model/report/view.ts'
import { oneLine } from '../table.ts'
import { wrap } from '../wrap.ts'
import { visibleRows } from './branches.ts'
import { type Fitted, fitColumns } from './columns.ts'

/** A line of a page. Only visible lines are painted. */
export type Line =
  | {
      readonly type: 'row'
      readonly key: string
      readonly parent?: string | undefined
      readonly prefix: string
      readonly cells: readonly Cell[]
      readonly columns: readonly Fitted[]
      readonly about: string | undefined
      readonly fold: 'open' | 'closed' | 'none'
    }
  | { readonly type: 'head'; readonly columns: readonly Fitted[] }
  | { readonly type: 'text'; readonly text: string; readonly tone?: Tone | undefined }
  /** Already coloured and cut. */
  | { readonly type: 'drawn'; readonly text: string }

export interface Layout {
  readonly lines: readonly Line[]
  /** Indexes of the selectable lines. */
  readonly rows: readonly number[]
}

export interface LayoutOptions {
  readonly width: number
  readonly toggled: ReadonlySet<string>
  readonly filter: string
}

/** Lays out a view, one terminal line per entry. */
export function layoutRows(view: View, options: LayoutOptions): Layout {
  const blocks = [...view.blocks, ...(view.notes?.length ? [{ type: 'lines', lines: view.notes } as const] : [])]
  const parts = blocks.map((block, i) => linesOf(block, i, options)).filter((lines) => lines.length > 0)
  const lines = parts.flatMap((part, i) => (i === 0 ? part : [BLANK, ...part]))
  return { lines, rows: lines.flatMap((line, i) => (line.type === 'row' ? [i] : [])) }
}

function linesOf(block: Block, i: number, options: LayoutOptions): readonly Line[] {
  if (block.type === 'tree') return treeLines(block, options)
  return block.type === 'table' ? tableLines(block, i, options) : textLines(block, options)
}

/** A test for rows that contain every word of the filter. */
function filterTest(filter: string): ((cells: readonly Cell[]) => boolean) | undefined {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  return (cells) => {
    const text = cells
      .map((cell) => `${cell.text} ${cell.about ?? ''}`)
      .join(' ')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  }
}

function treeLines({ columns, roots }: TreeBlock, { width, toggled, filter }: LayoutOptions): readonly Line[] {
  const rows = visibleRows(roots, { toggled, passes: filterTest(filter) })
  if (rows.length === 0) return []
  const prefixed = rows.map(({ prefix, cells: [first, ...rest] }) => [
    { ...first, text: `${prefix}${first?.text ?? ''}` },
    ...rest,
  ])
  const fitted = fitColumns(columns, prefixed, width)
  return [
    { type: 'head', columns: fitted },
    ...rows.map(({ key, parent, prefix, cells, fold }) => ({
      type: 'row' as const,
      key,
      parent,
      prefix,
      cells,
      columns: fitted,
      about: aboutOf(cells),
      fold,
    })),
  ]
}

function tableLines({ columns, rows }: TableBlock, block: number, { width, filter }: LayoutOptions): readonly Line[] {
  const passes = filterTest(filter)
  const shown = passes ? rows.filter(passes) : rows
  if (shown.length === 0) return []
  const fitted = fitColumns(columns, shown, width)
  const seen = new Map<string, number>()
  return [
    { type: 'head', columns: fitted },
    ...shown.map((cells) => {
      const about = aboutOf(cells)
      const name = about ?? cells.map(({ text }) => text).join(' ')
      const times = seen.get(name) ?? 0
      seen.set(name, times + 1)
      const key = `${block}>${name}${times === 0 ? '' : `#${times}`}`
      return { type: 'row' as const, key, prefix: '', cells, columns: fitted, about, fold: 'none' as const }
    }),
  ]
}

const aboutOf = (cells: readonly Cell[]) => cells.find(({ about }) => about !== undefined)?.about

function textLines({ lines }: LinesBlock, { width, filter }: LayoutOptions): readonly Line[] {
  const passes = filterTest(filter)
  return lines
    .filter((cell) => !passes || passes([cell]))
    .flatMap(({ text, tone }) =>
      wrap(oneLine(text), { first: width, next: width - 2 }).map((part, i): Line => {
        return { type: 'text', text: i === 0 ? part : `  ${part}`, tone }
      }),
    )
}

/** Lays out text that is already coloured. */
export function layoutText(text: string, filter: string): Layout {
  const passes = filterTest(filter)
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .filter((line) => !passes || passes([{ text: line.replace(COLOURS, '') }]))
    .map((line): Line => ({ type: 'drawn', text: line }))
  return { lines, rows: [] }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are made of them
const COLOURS = /\u001b\[\d+m/g

const BLANK: Line = { type: 'text', text: '' }
