// SPDX-License-Identifier: Apache-2.0
import { writeSync } from 'node:fs'
import type { ScreenSignals } from '../../io/io.ts'

export const screenSignals: ScreenSignals = {
  onResize: (changed) => {
    process.stdout.on('resize', changed)
    return () => process.stdout.off('resize', changed)
  },
  guard: (restore, resumed) => {
    const suspend = () => {
      writeNow(restore)
      // Restore the default action, which the kernel skips for orphaned process groups.
      process.off('SIGTSTP', suspend)
      process.kill(process.pid, 'SIGTSTP')
      setImmediate(() => process.on('SIGTSTP', suspend))
      setImmediate(resumed)
    }
    const end = () => writeNow(restore)
    process.on('SIGTSTP', suspend)
    process.on('SIGCONT', resumed)
    process.on('exit', end)
    return () => {
      process.off('SIGTSTP', suspend)
      process.off('SIGCONT', resumed)
      process.off('exit', end)
      end()
    }
  },
}

/** Synchronously: the process is about to stop or exit. */
function writeNow(text: string): void {
  try {
    writeSync(1, text)
  } catch {
    // the terminal is gone
  }
}
