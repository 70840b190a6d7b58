// SPDX-License-Identifier: Apache-2.0
import { connect, type Socket } from 'node:net'
import { abortTrouble } from './deadline.ts'
import { isNameError, TransportError } from './transport-error.ts'

export interface DialOptions {
  readonly host: string
  readonly port: number
  /** In ms; several addresses of a name share it. */
  readonly limit: number
  readonly signal: AbortSignal
}

/** Repeats a failed name resolution once, because resolvers fail occasionally. */
export async function dialTcp(options: DialOptions): Promise<Socket> {
  try {
    return await dialOnce(options)
  } catch (error) {
    if (!isNameError(error) || options.signal.aborted) throw error
    return dialOnce(options)
  }
}

function dialOnce({ host, port, limit, signal }: DialOptions): Promise<Socket> {
  const socket = connect({
    host,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 30_000,
    autoSelectFamily: true,
    // Node's default of 250 ms fails on slow links with two address families.
    autoSelectFamilyAttemptTimeout: Math.max(50, Math.floor(limit / 3)),
  })
  return settled(socket, 'connect', signal)
}

/** Destroys the socket on abort. The socket never emits an error without a listener, then or later. */
export function settled<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<S> {
  socket.on('error', () => {})
  return new Promise((resolve, reject) => {
    const cleanUp = () => {
      signal.removeEventListener('abort', onAbort)
      socket.off(event, onDone).off('error', onError).off('close', onClose)
    }
    const onDone = () => {
      cleanUp()
      resolve(socket)
    }
    const onError = (error: Error) => {
      cleanUp()
      socket.destroy()
      reject(error)
    }
    const onClose = () =>
      onError(new TransportError('unreachable', 'connection closed before it was set up', { again: 'reads' }))
    const onAbort = () => onError(abortTrouble(signal))
    socket.once(event, onDone).once('error', onError).once('close', onClose)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
  })
}
