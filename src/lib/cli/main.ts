// SPDX-License-Identifier: Apache-2.0
import type { CarriedFiles } from '../embedded/scenario/embedded-files.ts'
import { type Io, withIo } from '../io/io.ts'
import { runCli } from './oclif/run.ts'
import { processIo } from './process/process-io.ts'
import { installSignalHandlers } from './process/signals.ts'

/** Entry point of the process; never returns. `files` are the contents of root when it is no folder. */
export async function start(root: string, files?: CarriedFiles): Promise<never> {
  if (files !== undefined) (await import('../embedded/scenario/embedded-files.ts')).carryFiles(root, files)
  const signals = installSignalHandlers()
  const io = await withDemoTempo(processIo(signals.signal))
  const code = await withIo(io, () => runCli(process.argv.slice(2), root, io))
  process.exit(signals.exitCode() ?? code)
}

/** C5C3_DEMO_TEMPO=stepped: a demo with a timeline advances on each SIGUSR2, for screenshots and tests. */
async function withDemoTempo(io: Io): Promise<Io> {
  if (io.env['C5C3_DEMO_TEMPO'] !== 'stepped') return io
  const { steppedTempo } = await import('./demo/stepped-clock.ts')
  return { ...io, ...steppedTempo((next) => process.on('SIGUSR2', next)) }
}
