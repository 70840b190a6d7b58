// SPDX-License-Identifier: Apache-2.0
// A watch that never gives up and never pretends. Drops are resumed from the last event or bookmark; what cannot be
// resumed (410, a line that is no event) is listed again. Where watching is not allowed, the kind is listed at an interval.
import type { Failure, Fault } from '../../model/landscape/fault.ts'
import { ClusterError } from '../failure.ts'
import type { Clock } from '../transport/types.ts'
import type { Listing, WatchEvent } from '../types.ts'
import { backoff } from './backoff.ts'
import type { WatchLine } from './watch-stream.ts'

/** What a watch stands on: a list, and the events from a resource version on. Both throw ClusterError. */
export interface WatchSource {
  list(): Promise<Listing>
  open(resourceVersion: string): Promise<OpenWatch>
}

export interface OpenWatch {
  readonly lines: AsyncIterable<WatchLine>
  close(): void
}

/** A stream that is open this long without an error works, even if nothing happens. */
const SETTLE = 1000
const POLL = 10_000

/** After these a resume would meet the same line again, or a version the server no longer has. */
const RELIST: ReadonlySet<Fault> = new Set(['expired', 'malformed', 'encoding', 'toolarge', 'notinstalled', 'notfound'])

/**
 * Lists, then watches until the signal aborts; then it ends at once and opens nothing more.
 * 'stale' says how many tries failed in a row; 'listed' and 'live' both mean that facts are current again.
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
  /** The last stream fell silent: that the next one opens proves nothing, only a line or an orderly end does. */
  let doubted = false
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
          yield { type: 'polled', every: POLL }
        }
      }
      if (polling) {
        failedTries = 0
        await clock.sleep(POLL, signal)
        from = undefined
        continue
      }
      const stream = await unlessAborted(source.open(from), signal)
      if (stream === undefined) return
      open = true
      for await (const step of follow(stream, signal, clock)) {
        if (step === 'settled' && doubted) continue
        doubted = false
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
      doubted = open && silent && failure.fault === 'timeout'
      if (!open && from !== undefined && isRefused(failure)) {
        polling = true
        if (stale) from = undefined
        yield { type: 'polled', every: POLL, failure }
        continue
      }
      if (RELIST.has(failure.fault) || failure.httpStatus === 404) from = undefined
      // An expired version is the server's normal way to say "list again": the first time nothing is stale yet.
      if (expired) continue
      stale = true
      yield { type: 'stale', failure, failedTries }
      await clock.sleep(backoff(failedTries, clock), signal)
    }
  }
}

/** The lines of one stream; 'settled' once when it stays open, 'ended' when the server ends it in good order. */
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
    let good = await Promise.race([next.then(() => false), clock.sleep(SETTLE, timer.signal).then(() => true)])
    if (good && !signal.aborted) yield 'settled'
    for (let line = await next; !line.done && !signal.aborted; line = await next) {
      good = true
      yield line.value
      next = lines.next()
    }
    if (signal.aborted) return
    if (!good) throw new ClusterError({ fault: 'server', message: 'the server ended the watch at once' })
    yield 'ended'
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

/** The result, or undefined as soon as the signal aborts; what comes later is nobody's. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Watching is not allowed, or the resource cannot do it; listing worked a moment ago. */
function isRefused({ fault, httpStatus }: Failure): boolean {
  return fault === 'forbidden' || httpStatus === 405
}

function failureOf(error: unknown): Failure {
  if (error instanceof ClusterError) return error.failure
  return { fault: 'internal', message: 'a bug in this tool broke the watch' }
}
