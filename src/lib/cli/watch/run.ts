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
  /** Chosen by what the first answer is. */
  readonly output: (report: Report) => WatchOutput
  /** The answer of the command at one moment. */
  readonly answer: (seen: Observation) => Promise<Answer>
  readonly until?: State | undefined
  /** In ms. */
  readonly duration?: number | undefined
  readonly clock: Clock
  readonly world: Io
}

/** A timer cannot wait for ever. */
const LONGEST_PAUSE = 60_000

/** Shows every picture until the verdict is as wished, the time is over or a signal comes; gives the exit code. */
export async function watchRun(asked: WatchAsked): Promise<number> {
  const { store, clock, world } = asked
  const changes = new Changes()
  const unsubscribe = store.subscribe(() => changes.happened())
  const started = clock.now()
  const left = () => (asked.duration ?? Number.POSITIVE_INFINITY) - (clock.now() - started)
  let output: WatchOutput | undefined
  try {
    let state = store.get()
    const first: WatchFrame = { state, ...(await asked.answer(state.observation)) }
    let picture: WatchFrame | NoFrame = first
    output = asked.output(first.report)
    await output.first(first)
    for (;;) {
      const isReached = asked.until !== undefined && isAt(picture, asked.until)
      if (isReached || left() <= 0) {
        await output.end(picture)
        return isReached || asked.until === undefined ? exitOf(picture) : late(exitOf(picture))
      }
      await changes.next(clock, Math.min(LONGEST_PAUSE, left()), world.signal)
      // a watch has no end of its own: to stop it is no error
      if (world.signal.aborted) return stopped(world.signal)
      if (store.get() === state) continue
      state = store.get()
      picture = await pictureOf(asked, state)
      await output.next(picture)
    }
  } finally {
    unsubscribe()
    output?.close()
  }
}

const stopped = ({ reason }: AbortSignal) => (reason instanceof Interrupted ? reason.exitCode : EXIT.findings)

/** What was asked about may go and come back: that is news, not the end. */
async function pictureOf({ answer }: WatchAsked, state: LiveState): Promise<WatchFrame | NoFrame> {
  try {
    return { state, ...(await answer(state.observation)) }
  } catch (error) {
    if (error instanceof C5c3Error && error.exit !== 'usage') return { state, error }
    throw error
  }
}

/** Healthy is more than a word: nothing may be unknown beside it. */
function isAt(picture: WatchFrame | NoFrame, state: State): boolean {
  if ('error' in picture) return false
  const { verdict, exitCode }: Report = picture.report
  return verdict === state && (state !== 'healthy' || exitCode === EXIT.ok)
}

const exitOf = (picture: WatchFrame | NoFrame): number =>
  'error' in picture ? EXIT[picture.error.exit] : picture.report.exitCode

const late = (exitCode: number): number => (exitCode === EXIT.noAccess ? exitCode : EXIT.deadline)
