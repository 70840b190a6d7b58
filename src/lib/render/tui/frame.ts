// SPDX-License-Identifier: Apache-2.0
import { wrap } from '../wrap.ts'
import { bodyLines } from './body.ts'
import { footerLines } from './footer.ts'
import { type Geometry, isTooSmall, type ScreenSize } from './geometry.ts'
import { headerLines } from './header.ts'
import type { Layout } from './layout.ts'
import { cut, type Pen, padded } from './paint.ts'
import { paneLines } from './pane.ts'
import type { ScreenPage, TuiScreen } from './screen.ts'
import type { TuiState } from './state.ts'

/** All inputs of one frame. */
export interface Scene {
  readonly state: TuiState
  readonly screen: TuiScreen
  readonly page: ScreenPage
  readonly layout: Layout
  readonly geometry: Geometry
  readonly size: ScreenSize
  readonly pen: Pen
}

/** The frame line by line: never more lines or columns than the terminal has. */
export function frameOf(scene: Scene): readonly string[] {
  const { size, geometry, pen } = scene
  if (isTooSmall(size)) return tooSmall(scene)
  const body = bodyLines(scene)
  const { pane } = geometry
  const middle =
    pane.at === 'right'
      ? joinPane(body, paneLines(scene), geometry, pen)
      : pane.at === 'below'
        ? [...body, ...paneLines(scene)]
        : body
  return [...headerLines(scene), ...middle, ...footerLines(scene)].slice(0, size.rows)
}

function tooSmall({ size: { columns, rows }, page }: Scene): readonly string[] {
  const message = `${columns}x${rows} is too small a terminal: 80x24 shows all. q quits. The same: ${page.command}`
  const lines = wrap(message, { first: columns, next: columns }).slice(0, rows)
  return [...lines.map((line) => cut(line, columns)), ...Array(Math.max(rows - lines.length, 0)).fill('')]
}

function joinPane(body: readonly string[], pane: readonly string[], { width }: Geometry, pen: Pen): readonly string[] {
  const bar = pen.tone(pen.plain('│'), 'dim')
  return body.map((line, i) => `${padded(line, width)} ${bar} ${pane[i] ?? ''}`)
}
