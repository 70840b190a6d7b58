// SPDX-License-Identifier: Apache-2.0
import type { Failure, Fault } from '../../model/landscape/fault.ts'
import { toFailure } from '../failure.ts'
import type { Clock } from '../transport/types.ts'
import type { ClusterClient } from '../types.ts'
import { backoff } from '../watch/backoff.ts'
import { type LogLine, logLines } from './log-lines.ts'
import type { LogPlace } from './log-position.ts'
import { type LogOf, type LogPart, openPodLog } from './pod-log.ts'

export type LogNews =
  | { readonly type: 'line'; readonly line: LogLine }
  /** The connection broke and is being reopened. */
  | { readonly type: 'lost'; readonly failure: Failure }
  /** Reading continues without missing lines. */
  | { readonly type: 'resumed' }
  /** Reading continues, but the last shown line is no longer in the log: lines may be missing. */
  | { readonly type: 'gap' }

export interface Following {
  /** Where to start before any line was shown. */
  readonly start: Pick<LogPart, 'sinceSeconds' | 'tailLines'>
  readonly place: LogPlace
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Faults that may pass: the request is repeated. */
const TRANSIENT_FAULTS: ReadonlySet<Fault> = new Set([
  'timeout',
  'dns',
  'unreachable',
  'throttled',
  'server',
  'truncated',
])

/**
 * Follows one log until the server ends it cleanly, which means that the container has ended. Reopens a broken
 * connection from the last line on and fetches the rest of the previous container's log if it was restarted meanwhile.
 * Throws ClusterError for permanent faults; ends when the signal aborts.
 */
export async function* followLog(
  client: Pick<ClusterClient, 'stream'>,
  of: LogOf,
  { start, place, clock, signal }: Following,
): AsyncGenerator<LogNews, void, undefined> {
  let failedTries = 0
  let isLost = false
  while (!signal.aborted) {
    const { sinceTime } = place
    const part = sinceTime === undefined ? start : { sinceTime }
    let hasLines = false
    try {
      const stream = await openPodLog(client, of, signal, { ...part, follow: true, timestamps: true })
      const classify = place.resumed()
      for await (const line of logLines(stream.chunks)) {
        hasLines = true
        failedTries = 0
        const passage = classify(line)
        const isComplete = passage === 'after a gap' ? yield* readPrevious(client, of, place, signal) : true
        if (!isComplete) yield { type: 'gap' }
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
      if (!TRANSIENT_FAULTS.has(failure.fault)) throw error
      failedTries += 1
      // A silent container is no failure: the transport closes idle streams, and they are reopened.
      const isQuiet = failure.fault === 'timeout' && /silent/.test(failure.message)
      if (!isQuiet && !isLost) {
        isLost = true
        yield { type: 'lost', failure }
      }
      if (!hasLines || failedTries > 1) await clock.sleep(backoff(failedTries, clock), signal)
    }
  }
}

/** Yields the lines of the previous container after the last shown line. Returns true when no line is missing. */
async function* readPrevious(
  client: Pick<ClusterClient, 'stream'>,
  of: LogOf,
  place: LogPlace,
  signal: AbortSignal,
): AsyncGenerator<LogNews, boolean, undefined> {
  const { sinceTime } = place
  if (sinceTime === undefined) return true
  let isComplete = false
  try {
    const classify = place.resumed()
    const stream = await openPodLog(client, of, signal, { previous: true, sinceTime, timestamps: true })
    for await (const line of logLines(stream.chunks)) {
      const passage = classify(line)
      isComplete ||= passage === 'last shown'
      if (passage === 'shown' || passage === 'last shown') continue
      place.shown(line)
      yield { type: 'line', line }
    }
  } catch {
    // There is no previous container, or its log was deleted.
    return false
  }
  return isComplete
}
