// SPDX-License-Identifier: Apache-2.0
// The changes of one step of a scenario come one by one: the frame that has them all.
import type { Shown } from './screen.ts'

/** The frame that is expected, as soon as it is shown; when it never is, the one that nothing follows. */
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
