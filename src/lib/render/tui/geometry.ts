// SPDX-License-Identifier: Apache-2.0
import type { ScreenPage } from './screen.ts'

export interface ScreenSize {
  readonly columns: number
  readonly rows: number
}

/** How a terminal is divided. */
export interface Geometry {
  /** Lines of the window. */
  readonly height: number
  /** Columns of the window. */
  readonly width: number
  /** Where details of the selected row stand, if there is room. */
  readonly pane: { readonly at: 'right' | 'below' | 'none'; readonly width: number; readonly height: number }
}

/** Tabs, clusters, title; command, keys. */
export const AROUND = 5

/** From here on everything has room. */
export const FULL: ScreenSize = { columns: 80, rows: 24 }

/** Below this there is only a line that says so. */
export const LEAST: ScreenSize = { columns: 40, rows: 10 }

const WIDE = 150
const TALL = 18

export const isTooSmall = ({ columns, rows }: ScreenSize) => columns < LEAST.columns || rows < LEAST.rows

/** Details stand at the right of a wide terminal and at the bottom of a tall one. */
export function geometryOf({ columns, rows }: ScreenSize, { form }: Pick<ScreenPage, 'form'>): Geometry {
  const height = Math.max(rows - AROUND, 1)
  if (form === 'text') return { height, width: columns, pane: NONE }
  if (columns >= WIDE) {
    const width = Math.min(Math.floor(columns * 0.36), 90)
    return { height, width: columns - width - 3, pane: { at: 'right', width, height } }
  }
  if (rows < TALL) return { height, width: columns, pane: NONE }
  const below = Math.min(Math.max(Math.floor(rows / 4), 6), 12)
  return { height: height - below, width: columns, pane: { at: 'below', width: columns, height: below } }
}

const NONE = { at: 'none', width: 0, height: 0 } as const
