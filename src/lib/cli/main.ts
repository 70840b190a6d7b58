// SPDX-License-Identifier: Apache-2.0
import { guardProcess } from './guard.ts'
import { withIo } from './io.ts'
import { processIo } from './process-io.ts'
import { runCli } from './run.ts'

/** The process: guards first, then the command, then the exit code. Never returns. */
export async function start(root: string): Promise<never> {
  const guard = guardProcess()
  const io = processIo(guard.signal)
  const code = await withIo(io, () => runCli(process.argv.slice(2), root, io))
  process.exit(guard.exitCode() ?? code)
}
