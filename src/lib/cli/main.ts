// SPDX-License-Identifier: Apache-2.0
import type { CarriedFiles } from '../embedded/scenario/embedded-files.ts'
import { type Io, withIo } from '../io/io.ts'
import { runCli } from './oclif/run.ts'
import { processIo } from './process/process-io.ts'
import { installSignalHandlers } from './process/signals.ts'

/** The process: guards first, then the command, then the exit code. Never returns. files: what root holds, if it is no folder. */
export async function start(root: string, files?: CarriedFiles): Promise<never> {
  if (files !== undefined) (await import('../embedded/scenario/embedded-files.ts')).carryFiles(root, files)
  const guard = installSignalHandlers()
  const io = await inTempo(processIo(guard.signal))
  const code = await withIo(io, () => runCli(process.argv.slice(2), root, io))
  process.exit(guard.exitCode() ?? code)
}

/** A demo that is played takes a step when it is told to, where that is asked for: for pictures and tests. */
async function inTempo(io: Io): Promise<Io> {
  if (io.env['C5C3_DEMO_TEMPO'] !== 'stepped') return io
  const { steppedTempo } = await import('./demo/stepped-clock.ts')
  return { ...io, ...steppedTempo((next) => process.on('SIGUSR2', next)) }
}
