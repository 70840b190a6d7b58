// SPDX-License-Identifier: Apache-2.0
import { performance } from 'node:perf_hooks'

/** Limits the CPU use of a refresh loop: the longer a refresh takes, the longer the pause after it. */
export class AdaptiveThrottle {
  #mark = performance.eventLoopUtilization()

  /** The pause before the next refresh, in ms. All activity of the event loop since begin() counts. */
  rest(): number {
    const { active, idle } = performance.eventLoopUtilization(this.#mark)
    return Math.min(LONGEST_PAUSE, Math.max(0, active / CPU_SHARE - active - idle))
  }

  /** Call when a refresh begins. */
  begin(): void {
    this.#mark = performance.eventLoopUtilization()
  }
}

/** Share of one CPU that refreshing may use, so that the tool does not slow down the user's machine. */
const CPU_SHARE = 0.33
/** Upper limit of the pause, in ms. */
const LONGEST_PAUSE = 2000
