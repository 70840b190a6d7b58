// SPDX-License-Identifier: Apache-2.0
// A watch that retries forever. Lost connections resume from the last event or bookmark; what cannot be resumed (410,
// an invalid line) is listed again. Where watching is not allowed, the kind is listed at an interval.
import type { Failure, Fault } from '../../model/landscape/fault.ts'
import { ClusterError } from '../failure.ts'
import type { Clock } from '../transport/types.ts'
import type { Listing, WatchEvent } from '../types.ts'
import { backoff } from './backoff.ts'
import type { WatchLine } from './watch-stream.ts'

/** The requests of a watch. Both throw ClusterError. */
export interface WatchSource {
  list(): Promise<Listing>
  open(resourceVersion: string): Promise<OpenWatch>
}

export interface OpenWatch {
  readonly lines: AsyncIterable<WatchLine>
  close(): void
}

/** A stream that stays open this long without an error works, even without events. */
const SETTLE_TIME = 1000
const POLL_INTERVAL = 10_000

/** After these faults a resume would fail again: it would read the same line, or a version the server no longer has. */
const RELIST: ReadonlySet<Fault> = new Set(['expired', 'malformed', 'encoding', 'toolarge', 'notinstalled', 'notfound'])

/**
 * Lists, then watches until the signal aborts; then it ends at once and opens nothing more. 'stale' counts failed tries
 * in a row; 'listed' and 'live' both mean that objects are current again.
 */
export async function* watch(
  source: WatchSource,
  signal: AbortSignal,
  clock: Clock,
): AsyncGenerator<WatchEvent, void, undefined> {
  let from: string | undefined
  let failedTries = 0
  let stale = false
  let polling = false
  /** The last stream was silent: only a line or a clean end proves that the next one works, not that it opens. */
  let isUnproven = false
  while (!signal.aborted) {
    let open = false
    let silent = true
    try {
      if (from === undefined) {
        const listing = await unlessAborted(source.list(), signal)
        if (listing === undefined || signal.aborted) return
        stale = false
        yield { type: 'listed', listing }
        from = listing.resourceVersion
        if (!polling && listing.onlyNamespaces !== undefined) {
          polling = true
          yield { type: 'polled', every: POLL_INTERVAL }
        }
      }
      if (polling) {
        failedTries = 0
        await clock.sleep(POLL_INTERVAL, signal)
        from = undefined
        continue
      }
      const stream = await unlessAborted(source.open(from), signal)
      if (stream === undefined) return
      open = true
      for await (const step of follow(stream, signal, clock)) {
        if (step === 'settled' && isUnproven) continue
        isUnproven = false
        failedTries = 0
        if (stale) yield { type: 'live' }
        stale = false
        if (step === 'settled' || step === 'ended') continue
        silent = false
        from = step.resourceVersion
        if (step.type !== 'bookmark' && step.object !== undefined) yield { type: step.type, object: step.object }
      }
    } catch (error) {
      const failure = failureOf(error)
      if (signal.aborted || failure.fault === 'cancelled') return
      const expired = failure.fault === 'expired' && failedTries === 0
      failedTries += 1
      isUnproven = open && silent && failure.fault === 'timeout'
      if (!open && from !== undefined && isRefused(failure)) {
        polling = true
        if (stale) from = undefined
        yield { type: 'polled', every: POLL_INTERVAL, failure }
        continue
      }
      if (RELIST.has(failure.fault) || failure.httpStatus === 404) from = undefined
      // An expired version is the server's normal way to request a new list: the first time nothing is stale yet.
      if (expired) continue
      stale = true
      yield { type: 'stale', failure, failedTries }
      await clock.sleep(backoff(failedTries, clock), signal)
    }
  }
}

/** Yields the lines; 'settled' once when the stream stays open, 'ended' when the server ends it cleanly. */
async function* follow(
  stream: OpenWatch,
  signal: AbortSignal,
  clock: Clock,
): AsyncGenerator<WatchLine | 'settled' | 'ended', void, undefined> {
  const timer = new AbortController()
  const stop = () => {
    timer.abort()
    stream.close()
  }
  signal.addEventListener('abort', stop, { once: true })
  const lines = stream.lines[Symbol.asyncIterator]()
  try {
    let next = lines.next()
    let isWorking = await Promise.race([
      next.then(() => false),
      clock.sleep(SETTLE_TIME, timer.signal).then(() => true),
    ])
    if (isWorking && !signal.aborted) yield 'settled'
    for (let line = await next; !line.done && !signal.aborted; line = await next) {
      isWorking = true
      yield line.value
      next = lines.next()
    }
    if (signal.aborted) return
    if (!isWorking) throw new ClusterError({ fault: 'server', message: 'the server ended the watch at once' })
    yield 'ended'
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

/** Undefined as soon as the signal aborts; a later result is ignored. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Watching is not allowed or not supported, although listing works. */
function isRefused({ fault, httpStatus }: Failure): boolean {
  return fault === 'forbidden' || httpStatus === 405
}

function failureOf(error: unknown): Failure {
  if (error instanceof ClusterError) return error.failure
  return { fault: 'internal', message: 'a bug in this tool broke the watch' }
}
