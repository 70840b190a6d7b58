// SPDX-License-Identifier: Apache-2.0

import type { Io } from '../../io/io.ts'
import { HIDE_CURSOR, InlineScreen, SHOW_CURSOR } from '../../render/screen.ts'
import { badgeLines } from './connection-lines.ts'
import type { Draw, NoFrame, WatchFrame, WatchOutput } from './output.ts'

/** Pictures on a terminal, each painted over the last. */
export class ScreenOutput implements WatchOutput {
  readonly #world: Io
  readonly #draw: Draw
  readonly #screen = new InlineScreen()
  readonly #ends: (() => void)[] = []
  #last: WatchFrame | NoFrame | undefined
  #writing: Promise<unknown> = Promise.resolve()

  constructor(world: Io, draw: Draw) {
    this.#world = world
    this.#draw = draw
    const { screen } = world
    if (!screen) return
    this.#ends.push(
      screen.onResize(() => this.#again(() => this.#screen.resized())),
      screen.guard(SHOW_CURSOR, () =>
        this.#again(() => {
          this.#screen.forget()
          return HIDE_CURSOR
        }),
      ),
    )
  }

  async first(picture: WatchFrame): Promise<void> {
    await this.#world.stdout.write(HIDE_CURSOR)
    await this.next(picture)
  }

  async next(picture: WatchFrame | NoFrame): Promise<void> {
    this.#last = picture
    await this.#paint(() => '')
  }

  /** In whole, however tall: what is left on the terminal is the answer. */
  async end(picture: WatchFrame | NoFrame): Promise<void> {
    await this.#writing
    await this.#world.stdout.write(`${this.#screen.erase()}${await this.#text(picture)}`)
  }

  close(): void {
    this.#last = undefined
    for (const end of this.#ends) end()
  }

  #again(before: () => string): void {
    this.#paint(before).catch(() => {})
  }

  /** One after the other: two pictures at once would be none. */
  #paint(before: () => string): Promise<void> {
    const painted = this.#writing.then(async () => {
      const picture = this.#last
      if (!picture) return
      const text = await this.#text(picture)
      const { columns = 80, rows = 24 } = this.#world.stdout
      await this.#world.stdout.write(
        `${before()}${this.#screen.paint(text, { columns: columns || 80, rows: rows || 24 })}`,
      )
    })
    this.#writing = painted.catch(() => {})
    return painted
  }

  async #text(picture: WatchFrame | NoFrame): Promise<string> {
    const verdict = 'error' in picture ? undefined : picture.report.verdict
    const head = badgeLines(picture.state.badges, picture.state.at, verdict)
    const blocks = [{ type: 'lines' as const, lines: head }]
    if ('error' in picture) {
      const { message, hints } = picture.error
      return [...head.map(({ text }) => text), '', message, ...hints, ''].join('\n')
    }
    const view = (report: WatchFrame['report']) => {
      const shown = picture.presentation.view(report)
      return { ...shown, blocks: [...blocks, ...shown.blocks] }
    }
    const { data, notes } = await this.#draw({ ...picture, presentation: { ...picture.presentation, view } })
    return `${data}${notes}`
  }
}
