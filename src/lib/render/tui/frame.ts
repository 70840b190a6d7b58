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

/** Everything one frame is made of. */
export interface Scene {
  readonly state: TuiState
  readonly screen: TuiScreen
  readonly page: ScreenPage
  readonly layout: Layout
  readonly geometry: Geometry
  readonly size: ScreenSize
  readonly pen: Pen
}

/** The whole terminal, line by line: as many as it has, none wider than it is. */
export function frameOf(scene: Scene): readonly string[] {
  const { size, geometry, pen } = scene
  if (isTooSmall(size)) return tooSmall(scene)
  const body = bodyLines(scene)
  const { pane } = geometry
  const middle =
    pane.at === 'right'
      ? besides(body, paneLines(scene), geometry, pen)
      : pane.at === 'below'
        ? [...body, ...paneLines(scene)]
        : body
  return [...headerLines(scene), ...middle, ...footerLines(scene)].slice(0, size.rows)
}

function tooSmall({ size: { columns, rows }, page }: Scene): readonly string[] {
  const words = `${columns}x${rows} is too small a terminal: 80x24 shows all. q quits. The same: ${page.command}`
  const lines = wrap(words, { first: columns, next: columns }).slice(0, rows)
  return [...lines.map((line) => cut(line, columns)), ...Array(Math.max(rows - lines.length, 0)).fill('')]
}

function besides(body: readonly string[], pane: readonly string[], { width }: Geometry, pen: Pen): readonly string[] {
  const bar = pen.tone(pen.plain('│'), 'dim')
  return body.map((line, i) => `${padded(line, width)} ${bar} ${pane[i] ?? ''}`)
}
