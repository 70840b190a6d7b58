// SPDX-License-Identifier: Apache-2.0
import { ClusterError } from '../failure.ts'
import { resourceRequest } from '../read/path.ts'
import { refusalText } from '../read/refusal.ts'
import { failureOfAnswer } from '../status-failures.ts'
import type { ApiStream } from '../transport/types.ts'
import type { ClusterClient, ServedResource } from '../types.ts'

export interface LogOf {
  readonly namespace: string
  readonly pod: string
  readonly container?: string
}

/** Query parameters of the log subresource. */
export interface LogPart {
  readonly follow?: true
  /** The log of the container before its last restart. */
  readonly previous?: true
  readonly sinceSeconds?: number
  /** RFC 3339. API servers pass it to the node in whole seconds. */
  readonly sinceTime?: string
  readonly tailLines?: number
  readonly timestamps?: true
}

const PODS: ServedResource = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true, verbs: [] }

/** Streams the log without buffering it. Throws ClusterError when the server refuses. */
export async function openPodLog(
  client: Pick<ClusterClient, 'stream'>,
  { namespace, pod, container }: LogOf,
  signal: AbortSignal,
  part: LogPart = {},
): Promise<ApiStream> {
  const { path, about } = resourceRequest('read log of', PODS, { namespace, name: pod })
  const request = {
    method: 'GET',
    path: `${path}/log`,
    query: { container, ...part },
    headers: { accept: '*/*' },
    about: { verb: 'get', resource: 'pods/log', namespace, ...(about?.name ? { name: about.name } : {}) },
    signal,
  } as const
  const stream = await client.stream(request)
  if (stream.status >= 200 && stream.status < 300) return stream
  const text = await refusalText(stream.chunks)
  stream.close()
  throw new ClusterError(
    failureOfAnswer({ status: stream.status, headers: stream.headers, text, attempts: 1 }, request),
  )
}
