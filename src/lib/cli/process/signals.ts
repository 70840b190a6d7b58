// SPDX-License-Identifier: Apache-2.0
import { EXIT } from '../../model/report/errors.ts'
import { Interrupted } from './interrupted.ts'
import { isOutputError, outputErrorText } from './output-error.ts'

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/**
 * What a process must survive: signals abort the work once and end it the second time, a closed pipe ends it quietly.
 * Installed before anything else is loaded.
 */
export function installSignalHandlers(): { readonly signal: AbortSignal; exitCode(): number | undefined } {
  // a diagnostic report may be switched on by whoever runs us; the environment may hold secrets that are not ours
  process.report.excludeEnv = true
  const abort = new AbortController()
  let code: number | undefined
  for (const [signal, exit] of Object.entries(SIGNALS) as [keyof typeof SIGNALS, number][]) {
    process.on(signal, () => {
      if (code !== undefined) process.exit(code)
      code = exit
      abort.abort(new Interrupted(signal, exit))
    })
  }
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    // oclif listens to stdout too and throws there what its writer already knows
    if (error.code === 'EPIPE') process.exit(141)
    if (isOutputError(error)) {
      process.stderr.write(`error: ${outputErrorText(error)}\n`)
      process.exit(EXIT.io)
    }
    void reportAndExit(error)
  })
  process.on('unhandledRejection', (error) => void reportAndExit(error))
  return { signal: abort.signal, exitCode: () => code }
}

async function reportAndExit(error: unknown): Promise<never> {
  const { describeBug } = await import('../oclif/bug-report.ts')
  process.stderr.write(`${await describeBug(error, process.env)}\n`)
  process.exit(EXIT.bug)
}
