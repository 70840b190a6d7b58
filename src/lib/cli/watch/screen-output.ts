// SPDX-License-Identifier: Apache-2.0

import type { Io } from '../../io/io.ts'
import type { Block, Cell } from '../../model/report/view.ts'
import { HIDE_CURSOR, InlineScreen, SHOW_CURSOR } from '../../render/screen.ts'
import { badgeLines } from './connection-lines.ts'
import type { Draw, NoFrame, WatchFrame, WatchOutput } from './output.ts'

/** Draws frames on a terminal, each over the last. */
export class ScreenOutput implements WatchOutput {
  readonly #io: Io
  readonly #draw: Draw
  readonly #screen = new InlineScreen()
  readonly #cleanups: (() => void)[] = []
  #last: WatchFrame | NoFrame | undefined
  #writing: Promise<unknown> = Promise.resolve()

  constructor(io: Io, draw: Draw) {
    this.#io = io
    this.#draw = draw
    const { screen } = io
    if (!screen) return
    this.#cleanups.push(
      screen.onResize(() => this.#repaint(() => this.#screen.resized())),
      screen.guard(SHOW_CURSOR, () =>
        this.#repaint(() => {
          this.#screen.forget()
          return HIDE_CURSOR
        }),
      ),
    )
  }

  async first(frame: WatchFrame): Promise<void> {
    await this.#io.stdout.write(HIDE_CURSOR)
    await this.next(frame)
  }

  async next(frame: WatchFrame | NoFrame): Promise<void> {
    this.#last = frame
    await this.#paint(() => '')
  }

  /** Without truncation: the answer stays on the terminal. */
  async end(frame: WatchFrame | NoFrame): Promise<void> {
    await this.#writing
    await this.#io.stdout.write(`${this.#screen.erase()}${await this.#text(frame)}`)
  }

  close(): void {
    this.#last = undefined
    for (const cleanup of this.#cleanups) cleanup()
  }

  #repaint(before: () => string): void {
    this.#paint(before).catch(() => {})
  }

  /** One at a time: concurrent writes would garble the screen. */
  #paint(before: () => string): Promise<void> {
    const painted = this.#writing.then(async () => {
      const frame = this.#last
      if (!frame) return
      const text = await this.#text(frame)
      const { columns = 80, rows = 24 } = this.#io.stdout
      await this.#io.stdout.write(
        `${before()}${this.#screen.paint(text, { columns: columns || 80, rows: rows || 24 })}`,
      )
    })
    this.#writing = painted.catch(() => {})
    return painted
  }

  async #text(frame: WatchFrame | NoFrame): Promise<string> {
    const verdict = 'error' in frame ? undefined : frame.report.verdict
    const head = badgeLines(frame.state.badges, frame.state.at, verdict)
    if ('error' in frame) {
      const { message, hints } = frame.error
      return [...head.map(({ text }) => text), '', message, ...hints, ''].join('\n')
    }
    const view = (report: WatchFrame['report']) => {
      const shown = frame.presentation.view(report)
      return { ...shown, blocks: withHead(shown.blocks, head) }
    }
    const { data, notes } = await this.#draw({ ...frame, presentation: { ...frame.presentation, view } })
    return `${data}${notes}`
  }
}

/** The connection state follows the verdict: a screen that is too small cuts the last lines, never the first. */
function withHead(blocks: readonly Block[], head: readonly Cell[]): readonly Block[] {
  const [verdict, ...others] = blocks
  if (verdict?.type !== 'lines') return [{ type: 'lines', lines: head }, ...blocks]
  return [{ type: 'lines', lines: [...verdict.lines, ...head] }, ...others]
}
