// SPDX-License-Identifier: Apache-2.0
// A plain HTTP server on loopback that sends scripted responses, accessed through the real transport.
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OpenOptions, openCluster } from '../../../src/lib/cluster/client.ts'
import type { ClusterConfig } from '../../../src/lib/cluster/config.ts'
import type { ClusterClient } from '../../../src/lib/cluster/types.ts'
import type { KindSpec } from '../../../src/lib/model/graph/kind.ts'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** The number of requests for this path, from 1; lists and watches are counted separately. */
  readonly nth: number
  readonly watch: boolean
}

export interface Told {
  readonly status?: number
  readonly type?: string
  readonly body?: string | Uint8Array
  /** Streamed instead of a body. */
  readonly chunks?: readonly (string | Uint8Array)[]
  readonly ending?: 'end' | 'cut' | 'hang'
}

export type Script = (asked: Asked) => Told | undefined | Promise<Told | undefined>

export interface ScriptedApi {
  readonly asked: readonly Asked[]
  script: Script
  client(options?: OpenOptions): ClusterClient
  config(): ClusterConfig
  readonly open: number
  close(): Promise<void>
}

export const told = (value: unknown, status = 200): Told => ({ status, body: JSON.stringify(value) })
export const notFoundPage: Told = { status: 404, type: 'text/plain; charset=utf-8', body: '404 page not found\n' }
export const refused = (code: number, reason: string, message = reason, details: unknown = {}): Told =>
  told({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, details, code }, code)
export const event = (type: string, object: unknown) => `${JSON.stringify({ type, object })}\n`

/** Aggregated discovery of these kinds in all their versions. */
export function groupsOf(kinds: readonly KindSpec[], core: boolean): unknown {
  const groups = Map.groupBy(
    kinds.filter(({ group }) => (group === '') === core),
    ({ group }) => group,
  )
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: [...groups].map(([name, ofGroup]) => ({
      metadata: name === '' ? {} : { name },
      versions: [...new Set(ofGroup.flatMap(({ versions }) => versions))].map((version) => ({
        version,
        freshness: 'Current',
        resources: ofGroup
          .filter(({ versions }) => versions.includes(version))
          .map(({ group, kind, plural, namespaced }) => ({
            resource: plural,
            responseKind: { group, version, kind },
            scope: namespaced ? 'Namespaced' : 'Cluster',
            verbs: ['get', 'list', 'watch'],
          })),
      })),
    })),
  }
}

/** Starts a server that serves discovery of `kinds` and leaves the rest to the script; the default is a 404 page. */
export async function startApi(kinds: readonly KindSpec[], script: Script = () => undefined): Promise<ScriptedApi> {
  const asked: Asked[] = []
  const counts = new Map<string, number>()
  let open = 0
  const server = http.createServer((request, response) => {
    open += 1
    response.on('close', () => {
      open -= 1
    })
    answer(request, response).catch(() => response.destroy())
  })
  const self = {
    asked,
    script,
    get open() {
      return open
    },
    config: (): ClusterConfig => ({
      context: 'scripted',
      source: 'test',
      server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      insecureSkipTlsVerify: false,
      auth: {},
    }),
    client: (options: OpenOptions = {}) => openCluster(self.config(), { allowPlainHttp: true, env: {}, ...options }),
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://server.invalid')
    const watch = url.searchParams.get('watch') === 'true'
    const key = `${watch ? 'watch' : request.method} ${url.pathname}`
    const nth = (counts.get(key) ?? 0) + 1
    counts.set(key, nth)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const seen: Asked = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(parts).toString(),
      nth,
      watch,
    }
    asked.push(seen)
    await tell(response, (await self.script(seen)) ?? discovery(seen.path) ?? notFoundPage)
  }

  function discovery(path: string): Told | undefined {
    if (path === '/api' || path === '/apis') return told(groupsOf(kinds, path === '/api'))
    return undefined
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return self
}

async function tell(response: ServerResponse, { status, type, body, chunks, ending }: Told): Promise<void> {
  response.writeHead(status ?? 200, { 'content-type': type ?? 'application/json' })
  if (chunks === undefined) {
    response.end(body)
    return
  }
  response.flushHeaders()
  for (const chunk of chunks) await new Promise<void>((resolve) => response.write(chunk, () => setImmediate(resolve)))
  if (ending === 'hang') return
  if (ending === 'cut') response.socket?.resetAndDestroy()
  else response.end()
}
