// SPDX-License-Identifier: Apache-2.0
import { type LogLine, nanosOf } from './log-lines.ts'

/** A line of a log that is read on: shown before; the very last that was; new; or new, and others may be missing before it. */
export type Passage = 'shown' | 'last shown' | 'new' | 'after a gap'

/**
 * How far a log was shown, to read on from there. Nodes give out a log from a whole second on, so what comes begins with
 * lines that were shown; when the very last of them is among these, nothing is missing.
 */
export class LogPlace {
  #time: string | undefined
  /** Lines of that very time, in their order. */
  #texts: string[] = []

  /** From where to ask; undefined while nothing with a time was shown. */
  get sinceTime(): string | undefined {
    return this.#time
  }

  /** Notes a line that was shown. */
  shown({ time, text }: LogLine): void {
    if (time === undefined) return
    if (time !== this.#time) this.#texts = []
    this.#time = time
    this.#texts.push(text)
  }

  /** Judges the lines of a log that is read from sinceTime on, one after the other. */
  resumed(): (line: LogLine) => Passage {
    const last = nanosOf(this.#time)
    const awaited = [...this.#texts]
    let caughtUp = last === undefined || awaited.length === 0
    return ({ time, text }) => {
      const at = nanosOf(time)
      if (caughtUp || last === undefined || at === undefined) return 'new'
      if (at < last) return 'shown'
      const found = at === last ? awaited.indexOf(text) : -1
      if (found >= 0) {
        awaited.splice(found, 1)
        caughtUp = awaited.length === 0
        return caughtUp ? 'last shown' : 'shown'
      }
      caughtUp = true
      return 'after a gap'
    }
  }
}
