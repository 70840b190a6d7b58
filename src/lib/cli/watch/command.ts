// SPDX-License-Identifier: Apache-2.0
import { systemClock } from '../../cluster/transport/clock.ts'
import type { Fleet } from '../../fleet/member.ts'
import { type Io, io } from '../../io/io.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Report } from '../../model/report/report.ts'
import { type LiveOptions, openLive } from '../../pipeline/live/store.ts'
import type { Observation } from '../../pipeline/observe.ts'
import type { Format } from '../../render/formats.ts'
import type { WatchFlags } from '../flags/watch-flags.ts'
import type { ProgressLine } from '../process/progress-line.ts'
import { JsonOutput } from './json-output.ts'
import { LineOutput } from './line-output.ts'
import type { Draw, WatchOutput } from './output.ts'
import { JOURNALS } from './row-changes.ts'
import { watchRun } from './run.ts'
import { ScreenOutput } from './screen-output.ts'

export interface WatchCommand {
  readonly flags: WatchFlags
  readonly format: Format
  readonly progress: ProgressLine
  readonly draw: Draw
  /** The answer of the command from one observation. */
  readonly answer: (observation: Observation) => Promise<Answer>
}

/** Watches a fleet and shows the command's answer after each change. */
export async function watchCommand(
  fleet: Fleet,
  options: Omit<LiveOptions, 'clock'>,
  command: WatchCommand,
): Promise<number> {
  const cliIo = io()
  const clock = cliIo.clock ?? systemClock
  const store = await command.progress.during('all clusters', openLive(fleet, { ...options, clock }))
  const { until, duration } = command.flags
  const { answer } = command
  try {
    const output = ({ kind }: Report) => outputOf(cliIo, kind, command)
    return await watchRun({ store, output, answer, until, duration, clock, world: cliIo })
  } finally {
    await store.close()
  }
}

function outputOf(cliIo: Io, kind: string, { format, flags, draw }: WatchCommand): WatchOutput {
  const watchOnly = flags['watch-only'] === true
  if (format === 'jsonl') return new JsonOutput(cliIo, watchOnly)
  const canPaint = cliIo.stdout.isTTY && cliIo.env['TERM'] !== 'dumb' && !JOURNALS.has(kind)
  return canPaint && !watchOnly ? new ScreenOutput(cliIo, draw) : new LineOutput(cliIo, draw, watchOnly)
}
