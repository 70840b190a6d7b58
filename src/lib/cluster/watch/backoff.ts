// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '../transport/types.ts'

/** Exponential backoff with jitter: at most 30 s, never zero. */
export function backoff(failedTries: number, clock: Pick<Clock, 'random'>): number {
  const step = Math.min(LONGEST, FIRST * 2 ** Math.min(failedTries - 1, 10))
  return step * (0.1 + 0.9 * clock.random())
}

const FIRST = 1000
const LONGEST = 30_000
