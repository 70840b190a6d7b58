// SPDX-License-Identifier: Apache-2.0
//
// A small Kubernetes API server on loopback for the demo and for tests, also for kubectl and k9s. test/contract runs the
// same tests against a real kube-apiserver. Differences:
//
// - Objects are not validated against schemas: no defaults, no CEL, no immutable fields but those of Secrets and
//   ConfigMaps. A CustomResourceDefinition's schema decides only what is pruned, what strict writes and server-side apply
//   reject as undeclared, and which lists are merged by key. Kinds without one may contain anything.
// - Lists and maps of built-in types are merged by the names of their fields (containers, env, conditions …),
//   not by their full Go types. managedFields are never capped ("ancient-changes").
// - Versions of a resource differ in name only, except v1 and events.k8s.io/v1 Events: there is no conversion.
// - No admission, quotas, garbage collection, namespace clean-up or scheduling: a deleted Namespace stays Terminating,
//   dependents of a deleted object stay, a deleted Pod is removed at once, propagationPolicy is ignored.
// - Subresources: status, Pod log, viewerkubeconfig of Shoots, and exec and port-forward by WebSocket with responses
//   from the fleet folder. No scale, attach, proxy, eviction, binding or token requests.
// - JSON and YAML. Of protobuf only the reviews, Namespaces, Secrets and ConfigMaps that kubectl creates; no CBOR.
// - Authentication by bearer tokens only; no client certificates. Impersonation supports users and groups. Authorization
//   uses the fleet's rules, the rules of addUser, and RBAC objects (no aggregated ClusterRoles, no non-resource rules).
// - The history contains the latest changes in memory: older watches, pages and exact reads get 410 Gone. A list with
//   resourceVersionMatch=NotOlderThan always returns the newest state.
// - Table columns only for common kinds; descriptions are empty.
// - No /metrics, /logs, audit, priority and fairness, rate limits, or deprecation warnings.
import type { IncomingMessage } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { gzip } from 'node:zlib'
import type { ClusterState } from '../storage/cluster-state.ts'
import { respond } from './api.ts'
import type { Certificate } from './certificate.ts'
import type { Call, HttpAnswer, ResponseSink } from './exchange.ts'
import { ApiError, unauthorized } from './status-errors.ts'
import { MASTERS, type User } from './users.ts'

export interface ClusterServer {
  readonly url: string
  /** Closes every connection, like a broken network. */
  disconnect(): void
  close(): Promise<void>
}

/** Like the real server: smaller responses are not compressed. */
const COMPRESS_FROM = 128 * 1024
const IDLE = 120_000
const MAX_BODY = 3 * 1024 * 1024

/** Serves one cluster on its own loopback port, over HTTP/2 and HTTP/1.1. */
export async function serveCluster(state: ClusterState, certificate: Certificate): Promise<ClusterServer> {
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) => {
    void handle(state, request, response)
  })
  // Node closes idle HTTP/1.1 connections after 5 s, which may race with a request; the real server keeps them.
  Object.assign(server, { keepAliveTimeout: IDLE })
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {})
    upgrade(state, request, socket, head).catch((error: unknown) => refuseUpgrade(socket, answerOf(error)))
  })
  // Ignore clients that disconnect or do not use TLS.
  server.on('sessionError', () => {})
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `https://127.0.0.1:${port}`,
    disconnect: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

async function handle(state: ClusterState, request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
  response.on('error', () => {})
  try {
    const answer = await answerTo(state, request).catch((error: unknown) => answerOf(error))
    if (state.member.rules.slow > 0) await delay(state.member.rules.slow)
    await send(state, request, response, answer)
  } catch {
    response.stream?.close?.()
  }
}

async function answerTo(state: ClusterState, request: Http2ServerRequest): Promise<HttpAnswer> {
  const bytes = await bodyOf(request)
  const user = userOf(state, request)
  const url = new URL(request.url, 'https://embedded')
  const call: Call = {
    method: request.method,
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers as Readonly<Record<string, string | undefined>>,
    body: bytes.toString('utf8'),
    bytes,
    user,
  }
  return respond(state, call)
}

async function upgrade(state: ClusterState, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  const user = userOf(state, request)
  // Loaded on demand: ws is only needed for exec and port-forward, which few commands use.
  const { openChannel } = await import('./channels.ts')
  await openChannel(state, user, request, socket, head)
}

function refuseUpgrade(socket: Duplex, { status, type, body }: HttpAnswer): void {
  const text = String(body)
  socket.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  )
}

function userOf(state: ClusterState, request: Pick<Http2ServerRequest, 'headers'>): User {
  const user = state.users.byHeader(request.headers.authorization)
  if (user === undefined || state.member.rules.unauthorized) throw unauthorized()
  const header = (name: string): readonly string[] => {
    const value = request.headers[name]
    return value === undefined ? [] : Array.isArray(value) ? value : value.split(/,\s*/)
  }
  const [as] = header('impersonate-user')
  if (as === undefined) return user
  if (!user.groups.includes(MASTERS))
    throw new ApiError(
      403,
      'Forbidden',
      `users "${as}" is forbidden: User "${user.name}" cannot impersonate resource "users" in API group "" at the cluster scope`,
      { details: { name: as, kind: 'users' } },
    )
  return state.users.byName(as, header('impersonate-group'))
}

async function bodyOf(request: Http2ServerRequest): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY)
      throw new ApiError(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${MAX_BODY}`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function answerOf(error: unknown): HttpAnswer {
  // A bug in this server must not look like a missing object.
  const problem =
    error instanceof ApiError ? error : new ApiError(500, 'InternalError', `Internal error: ${String(error)}`)
  const { plain, headers } = problem.extra
  const type = plain === undefined ? 'application/json' : 'text/plain; charset=utf-8'
  const body = plain ?? `${JSON.stringify(problem.status())}\n`
  return { status: problem.code, type, body, ...(headers === undefined ? {} : { headers }) }
}

async function send(
  state: ClusterState,
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  { status, type, body, headers }: HttpAnswer,
): Promise<void> {
  const head = {
    'content-type': type,
    'cache-control': 'no-cache, private',
    date: new Date(state.now()).toUTCString(),
    ...headers,
  }
  if (typeof body !== 'string') {
    response.writeHead(status, head)
    // Clients must get the headers before the first event; HTTP/2 sends them at once anyway.
    if ('flushHeaders' in response && typeof response.flushHeaders === 'function') response.flushHeaders()
    body(sinkOf(response))
    return
  }
  const bytes = Buffer.from(body)
  const zipped =
    bytes.length >= COMPRESS_FROM && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
      ? await new Promise<Buffer>((resolve, reject) =>
          gzip(bytes, { level: 1 }, (error, result) => (error === null ? resolve(result) : reject(error))),
        )
      : undefined
  response.writeHead(status, {
    ...head,
    ...(zipped === undefined ? {} : { 'content-encoding': 'gzip', vary: 'Accept-Encoding' }),
    'content-length': (zipped ?? bytes).length,
  })
  if (request.method === 'HEAD') response.end()
  else response.end(zipped ?? bytes)
}

function sinkOf(response: Http2ServerResponse): ResponseSink {
  let open = true
  response.once('close', () => {
    open = false
  })
  return {
    write: (chunk) => {
      if (open) response.write(chunk)
    },
    end: () => {
      if (open) response.end()
    },
    onClose: (listener) => {
      if (open) response.once('close', listener)
      else listener()
    },
  }
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
