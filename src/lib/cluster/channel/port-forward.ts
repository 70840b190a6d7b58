// SPDX-License-Identifier: Apache-2.0
import { Duplex, PassThrough, Writable } from 'node:stream'
import { PortForward } from '@kubernetes/client-node/dist/portforward.js'
import type { WebSocket } from 'ws'
import { safeLine } from '../../model/text/sanitize.ts'
import { abortTrouble, seconds, startDeadline } from '../transport/deadline.ts'
import { failed, TransportError } from '../transport/transport-error.ts'
import type { ClusterClient } from '../types.ts'
import { podRequest, webSocketsFor } from './web-socket.ts'

export interface ForwardTarget {
  readonly namespace: string
  readonly pod: string
  readonly port: number
}

export interface ForwardOptions {
  readonly signal: AbortSignal
  /** In ms, for the whole connection. */
  readonly deadline: number
}

/**
 * Opens one TCP connection to a port of a Pod. The protocol has no half-close: end() only ends the writing side of the
 * stream, destroy() closes the connection. Throws ClusterError; later failures destroy the stream with one.
 */
export async function forwardPort(
  client: Pick<ClusterClient, 'upgrade'>,
  { namespace, pod, port }: ForwardTarget,
  options: ForwardOptions,
): Promise<Duplex> {
  const request = podRequest('portforward', namespace, pod)
  const deadline = startDeadline(options.deadline, options.signal)
  const { signal } = deadline
  const timeoutError = () =>
    new TransportError('timeout', `the connection was open for more than ${seconds(options.deadline)}`)
  const fail = (error: TransportError) => stream.destroy(failed(error, request, 1))
  const onAbort = () => fail(deadline.expired() ? timeoutError() : abortTrouble(signal))
  let webSocket: WebSocket | undefined
  const input = new PassThrough()
  const stream = new Duplex({
    read: () => webSocket?.resume(),
    write: (chunk: Buffer, _encoding, done) => {
      webSocket?.once('sent', done)
      input.write(chunk)
    },
    destroy: (error, done) => {
      signal.removeEventListener('abort', onAbort)
      deadline.end()
      webSocket?.terminate()
      done(error)
    },
  })
  // Readers and writers of the stream get the failure; without any it must not crash the process.
  stream.on('error', () => {})
  signal.addEventListener('abort', onAbort, { once: true })
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!stream.push(chunk)) webSocket?.pause()
      done()
    },
  })
  const errors = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (chunk.length > 0)
        fail(new TransportError('unreachable', `port ${port}: ${safeLine(chunk.toString('utf8'), 300)}`))
      done()
    },
  })
  const sockets = webSocketsFor(client, request, {
    protocols: PROTOCOLS,
    maxPayload: MAX_MESSAGE,
    signal,
    onEnd: (error) => (error === undefined ? stream.push(null) : fail(error)),
  })
  // Only client-node's own WebSocket handler reads the kubeconfig.
  const forward = new PortForward({} as ConstructorParameters<typeof PortForward>[0], true, sockets)
  try {
    const opened = await forward.portForward(namespace, pod, [port], output, errors, input)
    // client-node returns a function only when it may reconnect, which is not requested here.
    if (typeof opened === 'function') throw new TransportError('internal', 'the connection would be opened again')
    webSocket = opened
    if (stream.destroyed) opened.terminate()
    return stream
  } catch (error) {
    const failure = deadline.expired() ? failed(timeoutError(), request, 1) : error
    stream.destroy()
    throw failure
  }
}

/** The newest protocol that API servers offer for port-forward. */
const PROTOCOLS = ['v4.channel.k8s.io']
const MAX_MESSAGE = 4 * 1_048_576
