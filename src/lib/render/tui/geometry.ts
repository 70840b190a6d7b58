// SPDX-License-Identifier: Apache-2.0
import type { ScreenPage } from './screen.ts'

export interface ScreenSize {
  readonly columns: number
  readonly rows: number
}

export interface Geometry {
  /** Lines of the body. */
  readonly height: number
  /** Columns of the body. */
  readonly width: number
  /** The pane with details of the selected row, if there is space. */
  readonly pane: { readonly at: 'right' | 'below' | 'none'; readonly width: number; readonly height: number }
}

/** Lines around the body: tabs, clusters, title; command, keys. */
const AROUND = 5

/** Below this size only a message is shown. */
const LEAST: ScreenSize = { columns: 40, rows: 10 }

export const isTooSmall = ({ columns, rows }: ScreenSize) => columns < LEAST.columns || rows < LEAST.rows

/** The pane is at the right of a wide terminal and at the bottom of a tall one. */
export function geometryOf({ columns, rows }: ScreenSize, { form }: Pick<ScreenPage, 'form'>): Geometry {
  const height = Math.max(rows - AROUND, 1)
  if (form === 'text') return { height, width: columns, pane: NONE }
  if (columns >= MIN_COLUMNS_FOR_RIGHT_PANE) {
    const width = Math.min(Math.floor(columns * 0.36), 90)
    return { height, width: columns - width - 3, pane: { at: 'right', width, height } }
  }
  if (rows < MIN_ROWS_FOR_BOTTOM_PANE) return { height, width: columns, pane: NONE }
  const paneHeight = Math.min(Math.max(Math.floor(rows / 4), 6), 12)
  return { height: height - paneHeight, width: columns, pane: { at: 'below', width: columns, height: paneHeight } }
}

const NONE = { at: 'none', width: 0, height: 0 } as const

const MIN_COLUMNS_FOR_RIGHT_PANE = 150
const MIN_ROWS_FOR_BOTTOM_PANE = 18
