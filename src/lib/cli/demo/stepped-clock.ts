// SPDX-License-Identifier: Apache-2.0
import { systemClock } from '../../cluster/transport/clock.ts'
import type { Clock } from '../../cluster/transport/types.ts'
import type { Tempo } from '../../embedded/scenario/timeline.ts'

/** A demo whose time stands still until somebody asks for its next step: what it shows depends on no clock. */
export function steppedTempo(onNext: (next: () => void) => void): { readonly clock: Clock; readonly demoTempo: Tempo } {
  let time = 0
  let asked = 0
  const waiting: (() => void)[] = []
  onNext(() => {
    const next = waiting.shift()
    if (next) next()
    else asked++
  })
  const now = () => time
  return {
    clock: { ...systemClock, now },
    demoTempo: {
      now,
      due: async (ms, signal) => {
        if (asked > 0) asked--
        else
          await new Promise<void>((resolve) => {
            waiting.push(resolve)
            signal.addEventListener('abort', () => resolve(), { once: true })
          })
        time += ms
      },
    },
  }
}
