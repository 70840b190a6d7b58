// SPDX-License-Identifier: Apache-2.0
import { EXIT } from '../../model/report/errors.ts'
import { Interrupted } from './interrupted.ts'
import { isOutputError, outputErrorText } from './output-error.ts'

/**
 * The first signal aborts the work, the second one ends the process; a closed pipe ends it quietly. Installed before
 * anything else is loaded.
 */
export function installSignalHandlers(): { readonly signal: AbortSignal; exitCode(): number | undefined } {
  // The user may have enabled diagnostic reports; the environment may contain secrets of other programs.
  process.report.excludeEnv = true
  const abort = new AbortController()
  let code: number | undefined
  for (const [signal, exit] of Object.entries(EXIT_CODES) as [keyof typeof EXIT_CODES, number][]) {
    process.on(signal, () => {
      if (code !== undefined) process.exit(code)
      code = exit
      abort.abort(new Interrupted(signal, exit))
    })
  }
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    // oclif listens to stdout, too, and throws errors that our writer already handles.
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

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
