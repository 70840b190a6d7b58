// SPDX-License-Identifier: Apache-2.0
import type { Credential } from '../credentials/types.ts'
import { abortTrouble, orAborted, seconds, startDeadline } from './deadline.ts'
import type { BodyProgress } from './decode.ts'
import type { Incoming, Outgoing } from './exchange.ts'
import type { ConnectionPool, ConnectionSlot, Purpose } from './pool.ts'
import type { ServerTarget } from './target.ts'
import { TransportError, troubleOf } from './transport-error.ts'

export interface TransportAttempt<T> {
  readonly outgoing: Outgoing
  readonly credential: Credential
  readonly purpose: Purpose
  /** For connection and answer together with the body, as far as use() reads it; the wait for a turn does not count. */
  readonly limit: number
  /** The command, the caller and the pool. */
  readonly signal: AbortSignal
  /** Makes a result of the answer until the signal aborts. Once it has resolved, leave() must be called to free the connection. */
  readonly use: (incoming: Incoming, progress: BodyProgress, leave: () => void, signal: AbortSignal) => Promise<T>
}

/** One try. Throws Trouble, whatever goes wrong. */
export async function attempt<T>(
  pool: ConnectionPool,
  target: ServerTarget,
  { signal, ...task }: TransportAttempt<T>,
): Promise<T> {
  const progress: BodyProgress = { headers: false, bytes: 0 }
  const inWords = (error: unknown) =>
    signal.aborted ? abortTrouble(signal) : troubleOf(error, target.host, target.port)

  const place = await pool.place(task.credential, task.purpose, signal).catch((error: unknown) => {
    throw inWords(error)
  })
  const deadline = startDeadline(task.limit, signal)
  try {
    // both end with the deadline by themselves; raced against it, no fault in them can make a command hang
    const incoming = await headOf(place, task.outgoing, deadline.signal)
    progress.headers = true
    return await orAborted(task.use(incoming, progress, place.leave, deadline.signal), deadline.signal)
  } catch (error) {
    if (deadline.expired()) place.distrust()
    place.leave()
    throw deadline.expired() ? lateTrouble(task.limit, progress) : doubtful(inWords(error), task.outgoing.method)
  } finally {
    deadline.end()
  }
}

/** The head of the answer. One that comes after the signal aborted is discarded, and its connection is free again. */
function headOf(place: ConnectionSlot, outgoing: Outgoing, signal: AbortSignal): Promise<Incoming> {
  const head = place.exchange(outgoing, signal)
  head.then(
    (incoming) => signal.aborted && incoming.body.destroy(),
    () => {},
  )
  return orAborted(head, signal)
}

function lateTrouble(limit: number, { headers, bytes }: BodyProgress): TransportError {
  const far = headers ? ` (headers came, body stopped at ${bytes} bytes)` : ''
  return new TransportError('timeout', `no answer within ${seconds(limit)}${far}`)
}

/** A write whose answer was lost may have taken effect. */
function doubtful(trouble: TransportError, method: string): TransportError {
  if (method === 'GET' || trouble.again !== 'reads') return trouble
  return new TransportError(trouble.fault, trouble.message, {
    again: 'reads',
    hint: 'it may have taken effect: look before you repeat it',
  })
}
