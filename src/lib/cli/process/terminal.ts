// SPDX-License-Identifier: Apache-2.0
import type { Terminal } from '../../io/io.ts'

export const processTerminal: Terminal = {
  // Lazy: most commands never read it.
  get stdin() {
    return process.stdin
  },
  get stdout() {
    return process.stdout
  },
  stop: async () => {
    const listeners = process.listeners('SIGTSTP')
    // Without a listener the default action applies, which the kernel skips for orphaned process groups.
    process.removeAllListeners('SIGTSTP')
    // The whole process group, as a terminal does: kubectl must stop, too, or the shell waits for it.
    process.kill(0, 'SIGTSTP')
    await new Promise((resolve) => setTimeout(resolve, 50))
    for (const listener of listeners) process.on('SIGTSTP', listener)
  },
  onStop: (stopped, dying) => {
    process.on('SIGTSTP', stopped)
    // Before a bug report is printed: leaving the alternate screen would erase it.
    process.prependListener('uncaughtException', dying)
    process.prependListener('unhandledRejection', dying)
    return () => {
      process.off('SIGTSTP', stopped)
      process.off('uncaughtException', dying)
      process.off('unhandledRejection', dying)
    }
  },
}
