// SPDX-License-Identifier: Apache-2.0
import { systemClock } from '../../cluster/transport/clock.ts'
import type { Clock } from '../../cluster/transport/types.ts'
import type { Tempo } from '../../embedded/scenario/timeline.ts'

/** A demo clock that advances only on request, so that the output does not depend on real time. */
export function steppedTempo(onNext: (next: () => void) => void): { readonly clock: Clock; readonly demoTempo: Tempo } {
  let time = 0
  let pendingSteps = 0
  const waiting: (() => void)[] = []
  onNext(() => {
    const next = waiting.shift()
    if (next) next()
    else pendingSteps++
  })
  const now = () => time
  return {
    clock: { ...systemClock, now },
    demoTempo: {
      now,
      due: async (ms, signal) => {
        if (pendingSteps > 0) pendingSteps--
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
