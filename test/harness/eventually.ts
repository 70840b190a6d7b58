// SPDX-License-Identifier: Apache-2.0
// Waits for a frame with all changes of a scenario step, which arrive one by one.
import type { Shown } from './screen.ts'

/** The expected frame as soon as it is shown; otherwise the last one after a quiet period. */
export async function settled(screen: Shown, expected: string | undefined): Promise<string> {
  const isThere = screen.until(() => screen.marked() === expected)
  const isQuiet = (async () => {
    for (let before = ''; before !== screen.bytes(); ) {
      before = screen.bytes()
      await new Promise((resolve) => setTimeout(resolve, 8000))
    }
  })()
  await Promise.race([isThere, isQuiet])
  return screen.marked()
}
