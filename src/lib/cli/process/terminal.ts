// SPDX-License-Identifier: Apache-2.0
import type { Terminal } from '../../io/io.ts'

/** The terminal of this process, for what draws on all of it. */
export const processTerminal: Terminal = {
  // opened when somebody draws: most commands never read it
  get stdin() {
    return process.stdin
  },
  get stdout() {
    return process.stdout
  },
  stop: async () => {
    const listeners = process.listeners('SIGTSTP')
    // without a listener the default action is taken, which a process that nobody could continue is spared
    process.removeAllListeners('SIGTSTP')
    // the whole group, as the terminal does it: whoever started us must stop, too, or the shell waits for it
    process.kill(0, 'SIGTSTP')
    await new Promise((resolve) => setTimeout(resolve, 50))
    for (const listener of listeners) process.on('SIGTSTP', listener)
  },
  onStop: (stopped, dying) => {
    process.on('SIGTSTP', stopped)
    // before the words about a bug are written, or they would go with the screen
    process.prependListener('uncaughtException', dying)
    process.prependListener('unhandledRejection', dying)
    return () => {
      process.off('SIGTSTP', stopped)
      process.off('uncaughtException', dying)
      process.off('unhandledRejection', dying)
    }
  },
}
