// SPDX-License-Identifier: Apache-2.0
import { performance } from 'node:perf_hooks'

/** Of the time of one processor, so much at most is spent on looking: somebody works on this machine. */
const SHARE = 0.33
/** However long a look took, the next one does not wait longer than this, in ms. */
const LONGEST = 2000

/** Keeps whoever looks again and again from using up a processor: what took long is done less often. */
export class AdaptiveThrottle {
  #mark = performance.eventLoopUtilization()

  /** How long to rest, in ms, before the next look. Everything since the last call counts, whoever did it. */
  rest(): number {
    const { active, idle } = performance.eventLoopUtilization(this.#mark)
    return Math.min(LONGEST, Math.max(0, active / SHARE - active - idle))
  }

  /** A look begins. */
  begin(): void {
    this.#mark = performance.eventLoopUtilization()
  }
}
