// SPDX-License-Identifier: Apache-2.0
import { type LogLine, nanosOf } from './log-lines.ts'

/** A line after resuming: shown before; the last one shown; new; or new with possibly missing lines before it. */
export type Passage = 'shown' | 'last shown' | 'new' | 'after a gap'

/**
 * The last position shown of a log. Nodes start a log at a whole second, so a resumed log begins with lines that were
 * shown; when the last shown line is among them, no line is missing.
 */
export class LogPlace {
  #time: string | undefined
  /** The lines shown with exactly that time, in order. */
  #texts: string[] = []

  /** Undefined until a line with a time was shown. */
  get sinceTime(): string | undefined {
    return this.#time
  }

  shown({ time, text }: LogLine): void {
    if (time === undefined) return
    if (time !== this.#time) this.#texts = []
    this.#time = time
    this.#texts.push(text)
  }

  /** Returns a function that classifies the lines of a log read from sinceTime on. */
  resumed(): (line: LogLine) => Passage {
    const last = nanosOf(this.#time)
    const expected = [...this.#texts]
    let caughtUp = last === undefined || expected.length === 0
    return ({ time, text }) => {
      const at = nanosOf(time)
      if (caughtUp || last === undefined || at === undefined) return 'new'
      if (at < last) return 'shown'
      const index = at === last ? expected.indexOf(text) : -1
      if (index >= 0) {
        expected.splice(index, 1)
        caughtUp = expected.length === 0
        return caughtUp ? 'last shown' : 'shown'
      }
      caughtUp = true
      return 'after a gap'
    }
  }
}
