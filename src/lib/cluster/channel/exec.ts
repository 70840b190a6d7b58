// SPDX-License-Identifier: Apache-2.0
import { Writable } from 'node:stream'
import type { V1Status } from '@kubernetes/client-node'
import { Exec } from '@kubernetes/client-node/dist/exec.js'
import { ClusterError } from '../failure.ts'
import { isRecord } from '../read/json-shape.ts'
import { failureOfStatus } from '../status-failures.ts'
import { abortTrouble, orAborted, seconds, startDeadline } from '../transport/deadline.ts'
import { failed, TransportError } from '../transport/transport-error.ts'
import type { ApiRequest } from '../transport/types.ts'
import type { ClusterClient } from '../types.ts'
import { podRequest, webSocketsFor } from './web-socket.ts'

export interface ExecTarget {
  readonly namespace: string
  readonly pod: string
  readonly container?: string
  /** Program and arguments. No shell is involved. */
  readonly command: readonly string[]
}

export interface ExecOptions {
  readonly signal: AbortSignal
  /** For stdout and stderr together. */
  readonly maxBytes: number
  /** In ms, from connecting to the exit code. */
  readonly deadline: number
  /** The output may contain secrets, so failures do not quote the server. */
  readonly isSealed?: boolean
}

export interface ExecResult {
  /** Raw output: not safe to print. */
  readonly stdout: Buffer
  readonly stderr: Buffer
  readonly exitCode: number
}

/** Every exit code is a result; throws ClusterError when there is none. */
export async function execInPod(
  client: Pick<ClusterClient, 'upgrade'>,
  target: ExecTarget,
  options: ExecOptions,
): Promise<ExecResult> {
  const request: ApiRequest = {
    ...podRequest('exec', target.namespace, target.pod),
    ...(options.isSealed === true ? { sealed: true } : {}),
  }
  const deadline = startDeadline(options.deadline, options.signal)
  const ended = new AbortController()
  try {
    return await orAborted(
      run(client, request, target, { ...options, signal: deadline.signal, ended }),
      deadline.signal,
    )
  } catch (error) {
    if (deadline.expired())
      throw failed(
        new TransportError('timeout', `the command did not end within ${seconds(options.deadline)}`),
        request,
        1,
      )
    if (options.signal.aborted) throw failed(abortTrouble(options.signal), request, 1)
    throw error instanceof TransportError ? failed(error, request, 1) : error
  } finally {
    ended.abort()
    deadline.end()
  }
}

/** Both report the exit code as a Status on channel 3; v5 can also close single channels. */
const PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io']

async function run(
  client: Pick<ClusterClient, 'upgrade'>,
  request: ApiRequest,
  { namespace, pod, container, command }: ExecTarget,
  { signal, maxBytes, ended }: ExecOptions & { readonly ended: AbortController },
): Promise<ExecResult> {
  const { promise, resolve, reject } = Promise.withResolvers<V1Status>()
  let remaining = maxBytes
  const collect = (chunks: Buffer[]) =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        remaining -= chunk.length
        if (remaining >= 0) chunks.push(chunk)
        else reject(new TransportError('toolarge', `the output is larger than ${maxBytes} bytes`))
        done()
      },
    })
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []]
  const sockets = webSocketsFor(client, request, {
    protocols: PROTOCOLS,
    maxPayload: maxBytes + 65_536,
    signal,
    onEnd: (error) =>
      reject(
        error ?? new TransportError('truncated', 'the connection closed before the exit code of the command came'),
      ),
  })
  // Only client-node's own WebSocket handler reads the kubeconfig.
  const exec = new Exec({} as ConstructorParameters<typeof Exec>[0], sockets)
  exec
    .exec(namespace, pod, container ?? '', [...command], collect(stdout), collect(stderr), null, false, resolve)
    .then((webSocket) => {
      if (ended.signal.aborted) webSocket.terminate()
      else ended.signal.addEventListener('abort', () => webSocket.terminate(), { once: true })
    }, reject)
  const exitCode = exitCodeOf(await promise, request)
  return { stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr), exitCode }
}

/** The Status is unchecked JSON from the server. */
function exitCodeOf(status: unknown, request: ApiRequest): number {
  const result = isRecord(status) ? (status as Partial<V1Status>) : {}
  if (result.status === 'Success') return 0
  if (result.status !== 'Failure') throw new TransportError('malformed', 'the server sent a Status without a result')
  if (result.reason !== 'NonZeroExitCode')
    throw new ClusterError(failureOfStatus({ ...result, kind: 'Status' }, request))
  const causes: readonly unknown[] = Array.isArray(result.details?.causes) ? result.details.causes : []
  const cause = causes.find((each) => isRecord(each) && each['reason'] === 'ExitCode')
  const code = isRecord(cause) ? Number(cause['message']) : Number.NaN
  if (!Number.isInteger(code) || code < 1 || code > 255)
    throw new TransportError('malformed', 'the server sent a Status without a valid exit code')
  return code
}
