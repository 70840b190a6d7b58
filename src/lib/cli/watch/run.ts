// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '../../cluster/transport/types.ts'
import type { Io } from '../../io/io.ts'
import { C5c3Error, EXIT } from '../../model/report/errors.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Report, State } from '../../model/report/report.ts'
import { Changes } from '../../pipeline/live/change-signal.ts'
import type { LiveState, LiveStore } from '../../pipeline/live/store.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { Interrupted } from '../process/interrupted.ts'
import type { NoFrame, WatchFrame, WatchOutput } from './output.ts'

export interface WatchAsked {
  readonly store: LiveStore
  /** Chosen by the kind of the first report. */
  readonly output: (report: Report) => WatchOutput
  /** The answer of the command from one observation. */
  readonly answer: (observation: Observation) => Promise<Answer>
  readonly until?: State | undefined
  /** In ms. */
  readonly duration?: number | undefined
  readonly clock: Clock
  readonly world: Io
}

/** Shows every frame until the verdict is reached, the duration is over or a signal arrives; returns the exit code. */
export async function watchRun(options: WatchAsked): Promise<number> {
  const { store, clock, world: cliIo } = options
  const changes = new Changes()
  const unsubscribe = store.subscribe(() => changes.happened())
  const started = clock.now()
  const left = () => (options.duration ?? Number.POSITIVE_INFINITY) - (clock.now() - started)
  let output: WatchOutput | undefined
  try {
    let state = store.get()
    const first: WatchFrame = { state, ...(await options.answer(state.observation)) }
    let frame: WatchFrame | NoFrame = first
    output = options.output(first.report)
    await output.first(first)
    for (;;) {
      const isReached = options.until !== undefined && hasReached(frame, options.until)
      if (isReached || left() <= 0) {
        await output.end(frame)
        return isReached || options.until === undefined ? exitOf(frame) : exitAfterDeadline(exitOf(frame))
      }
      await changes.next(clock, Math.min(LONGEST_PAUSE, left()), cliIo.signal)
      // Stopping a watch is not an error.
      if (cliIo.signal.aborted) return exitOfSignal(cliIo.signal)
      if (store.get() === state) continue
      state = store.get()
      frame = await frameOf(options, state)
      await output.next(frame)
    }
  } finally {
    unsubscribe()
    output?.close()
  }
}

const exitOfSignal = ({ reason }: AbortSignal) => (reason instanceof Interrupted ? reason.exitCode : EXIT.findings)

/** A requested object may be deleted and created again: that does not end the watch. */
async function frameOf({ answer }: WatchAsked, state: LiveState): Promise<WatchFrame | NoFrame> {
  try {
    return { state, ...(await answer(state.observation)) }
  } catch (error) {
    if (error instanceof C5c3Error && error.exit !== 'usage') return { state, error }
    throw error
  }
}

/** Healthy also means that nothing is unknown. */
function hasReached(frame: WatchFrame | NoFrame, state: State): boolean {
  if ('error' in frame) return false
  const { verdict, exitCode }: Report = frame.report
  return verdict === state && (state !== 'healthy' || exitCode === EXIT.ok)
}

const exitOf = (frame: WatchFrame | NoFrame): number =>
  'error' in frame ? EXIT[frame.error.exit] : frame.report.exitCode

const exitAfterDeadline = (exitCode: number): number => (exitCode === EXIT.noAccess ? exitCode : EXIT.deadline)

/** Timers have an upper limit. */
const LONGEST_PAUSE = 60_000
