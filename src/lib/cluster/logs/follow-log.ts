// SPDX-License-Identifier: Apache-2.0
import type { Failure, Fault } from '../../model/landscape/fault.ts'
import { toFailure } from '../failure.ts'
import type { Clock } from '../transport/types.ts'
import type { ClusterClient } from '../types.ts'
import { backoff } from '../watch/backoff.ts'
import { type LogLine, logLines } from './log-lines.ts'
import type { LogPlace } from './log-position.ts'
import { type LogOf, type LogPart, openPodLog } from './pod-log.ts'

/** What is heard of a log that is followed. */
export type LogNews =
  | { readonly type: 'line'; readonly line: LogLine }
  /** The connection broke; it is being opened again. */
  | { readonly type: 'lost'; readonly failure: Failure }
  /** It is read on, and nothing was missed. */
  | { readonly type: 'resumed' }
  /** It is read on, and the last line that was shown is not in it any more: some may be missing. */
  | { readonly type: 'gap' }

export interface Following {
  /** Where to begin, while nothing was shown. */
  readonly start: Pick<LogPart, 'sinceSeconds' | 'tailLines'>
  readonly place: LogPlace
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** After these the same question may have a better answer. */
const AGAIN: ReadonlySet<Fault> = new Set(['timeout', 'dns', 'unreachable', 'throttled', 'server', 'truncated'])

/**
 * Follows one log until the server ends it in good order: the container has ended. A connection that breaks is opened
 * again from the last line on; what a container that was restarted meanwhile said before is fetched. Throws ClusterError
 * for what does not pass by itself; ends when the signal aborts.
 */
export async function* followLog(
  client: Pick<ClusterClient, 'stream'>,
  of: LogOf,
  { start, place, clock, signal }: Following,
): AsyncGenerator<LogNews, void, undefined> {
  let failed = 0
  let isLost = false
  while (!signal.aborted) {
    const { sinceTime } = place
    const part = sinceTime === undefined ? start : { sinceTime }
    let heard = false
    try {
      const stream = await openPodLog(client, of, signal, { ...part, follow: true, timestamps: true })
      const judge = place.resumed()
      for await (const line of logLines(stream.chunks)) {
        heard = true
        failed = 0
        const passage = judge(line)
        const isWhole = passage === 'after a gap' ? yield* missed(client, of, place, signal) : true
        if (!isWhole) yield { type: 'gap' }
        else if (isLost && passage !== 'shown') yield { type: 'resumed' }
        if (passage !== 'shown') isLost = false
        if (passage === 'shown' || passage === 'last shown') continue
        place.shown(line)
        yield { type: 'line', line }
      }
      return
    } catch (error) {
      if (signal.aborted) return
      const failure = toFailure(error)
      if (!AGAIN.has(failure.fault)) throw error
      failed += 1
      // a container that says nothing is no news: streams that are silent for long are opened anew
      const isQuiet = failure.fault === 'timeout' && /silent/.test(failure.message)
      if (!isQuiet && !isLost) {
        isLost = true
        yield { type: 'lost', failure }
      }
      if (!heard || failed > 1) await clock.sleep(backoff(failed, clock), signal)
    }
  }
}

/** What the container before the last restart said after the last line that was shown. True when nothing is missing then. */
async function* missed(
  client: Pick<ClusterClient, 'stream'>,
  of: LogOf,
  place: LogPlace,
  signal: AbortSignal,
): AsyncGenerator<LogNews, boolean, undefined> {
  const { sinceTime } = place
  if (sinceTime === undefined) return true
  let isWhole = false
  try {
    const judge = place.resumed()
    const stream = await openPodLog(client, of, signal, { previous: true, sinceTime, timestamps: true })
    for await (const line of logLines(stream.chunks)) {
      const passage = judge(line)
      isWhole ||= passage === 'last shown'
      if (passage === 'shown' || passage === 'last shown') continue
      place.shown(line)
      yield { type: 'line', line }
    }
  } catch {
    // there was no container before, or its log is gone
    return false
  }
  return isWhole
}
