// SPDX-License-Identifier: Apache-2.0
import { writeSync } from 'node:fs'
import type { ScreenSignals } from '../../io/io.ts'

/** What happens to the terminal of this process. */
export const screenSignals: ScreenSignals = {
  onResize: (changed) => {
    process.stdout.on('resize', changed)
    return () => process.stdout.off('resize', changed)
  },
  guard: (restore, resumed) => {
    const suspend = () => {
      writeNow(restore)
      // the default action, which a process that nobody could continue is spared
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

/** Past all queues: there is no later. */
function writeNow(text: string): void {
  try {
    writeSync(1, text)
  } catch {
    // a terminal that is gone needs nothing
  }
}
