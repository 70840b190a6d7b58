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
  /** In ms, for the connection and the answer as far as use() reads it; waiting for a slot does not count. */
  readonly limit: number
  /** Joins the signals of command, caller and pool. */
  readonly signal: AbortSignal
  /** Reads the answer until the signal aborts. Once it has resolved, leave() must be called to free the connection. */
  readonly use: (incoming: Incoming, progress: BodyProgress, leave: () => void, signal: AbortSignal) => Promise<T>
}

/** One try. Throws TransportError, whatever goes wrong. */
export async function attempt<T>(
  pool: ConnectionPool,
  target: ServerTarget,
  { signal, ...task }: TransportAttempt<T>,
): Promise<T> {
  const progress: BodyProgress = { headers: false, bytes: 0 }
  const toError = (error: unknown) =>
    signal.aborted ? abortTrouble(signal) : troubleOf(error, target.host, target.port)

  const slot = await pool.place(task.credential, task.purpose, signal).catch((error: unknown) => {
    throw toError(error)
  })
  const deadline = startDeadline(task.limit, signal)
  try {
    // Both end with the deadline by themselves; racing them against it ensures that no bug in them can hang a command.
    const incoming = await headOf(slot, task.outgoing, deadline.signal)
    progress.headers = true
    return await orAborted(task.use(incoming, progress, slot.leave, deadline.signal), deadline.signal)
  } catch (error) {
    if (deadline.expired()) slot.distrust()
    slot.leave()
    throw deadline.expired() ? timeoutError(task.limit, progress) : withWriteHint(toError(error), task.outgoing.method)
  } finally {
    deadline.end()
  }
}

/** Headers that arrive after the abort are discarded, which frees their connection. */
function headOf(slot: ConnectionSlot, outgoing: Outgoing, signal: AbortSignal): Promise<Incoming> {
  const head = slot.exchange(outgoing, signal)
  head.then(
    (incoming) => signal.aborted && incoming.body.destroy(),
    () => {},
  )
  return orAborted(head, signal)
}

function timeoutError(limit: number, { headers, bytes }: BodyProgress): TransportError {
  const progressText = headers ? ` (headers came, body stopped at ${bytes} bytes)` : ''
  return new TransportError('timeout', `no answer within ${seconds(limit)}${progressText}`)
}

/** A write whose answer was lost may have taken effect. */
function withWriteHint(error: TransportError, method: string): TransportError {
  if (method === 'GET' || error.again !== 'reads') return error
  return new TransportError(error.fault, error.message, {
    again: 'reads',
    hint: 'it may have taken effect: look before you repeat it',
  })
}
