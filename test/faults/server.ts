// SPDX-License-Identifier: Apache-2.0
// A loopback TLS server that misbehaves on request.
//
//   const server = await startFaultServer({
//     handler: (request) => json({ kind: 'NamespaceList', items: [] }),      // the healthy world
//     match: (method, path, nth) => (nth === 1 ? faults.status(503, { retryAfter: 1 }) : undefined),
//   })
//   const transport = openTransport(server.config(), ...)
//   ...
//   server.seen            every request: method, path, query, headers, token, client certificate, connection, protocol
//   server.tokens          every bearer token that ever arrived here
//   server.connections     TLS connections opened so far
//   await server.close()
//
// match(method, path, nth) is asked for every request; nth counts requests of that method and path, from 1. No fault
// means the healthy handler answers. server.match may be replaced at any time.
// Options: http2 (default true, else HTTP/1.1 only), certificate ('good', 'expired', 'not-yet-valid', 'wrong-host', or
// leaf options), authority (another CA makes it an unknown one), askClientCertificate, maxStreams, handler, match, port, date.
import type { IncomingMessage, ServerResponse } from 'node:http'
import http2, { type Http2SecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import https from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { type TLSSocket, connect as tlsConnect } from 'node:tls'
import { gzipSync } from 'node:zlib'
import type { ClusterConfig } from '../../src/lib/cluster/config.ts'
import { Sealed } from '../../src/lib/model/sealed.ts'
import { type Authority, type LeafOptions, testAuthority } from './certificates.ts'

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export interface Seen {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  /** The bearer token, if there was one. */
  readonly token?: string
  /** Common name of the client certificate, if one was shown. */
  readonly client?: string
  readonly protocol: 'h2' | 'http/1.1'
  /** Number of the TLS connection it came by, from 1. */
  readonly connection: number
  /** HTTP/2: how many bytes the client lets us send before it must say more. */
  readonly windows?: { readonly stream: number; readonly connection: number }
}

/** One way to go wrong. Composes with the healthy answer, so a run has exactly one fault. */
export type Misdeed =
  /** Waits, then answers well. */
  | { readonly type: 'delay'; readonly ms: number }
  /** Never answers. */
  | { readonly type: 'hang' }
  /** Headers and some bytes come, then nothing more. */
  | { readonly type: 'stall'; readonly bytes: number }
  /** The healthy body, one byte at a time. */
  | { readonly type: 'drip'; readonly everyMs: number }
  /** The connection is reset, before the headers or after some bytes of the body. */
  | { readonly type: 'reset'; readonly bytes?: number }
  /** The connection is closed in good order, but too early. */
  | { readonly type: 'close'; readonly bytes?: number }
  /** Half the body: a content-length that promises more, a cut between chunks, or a whole answer with half the text. */
  | { readonly type: 'truncate'; readonly how: 'length' | 'chunk' | 'text' }
  /** Another answer than the healthy one. */
  | ({ readonly type: 'reply' } & Reply)
  /** HTTP/2 only: the server says it did not process this request. */
  | { readonly type: 'refuse-stream' }
  /** HTTP/2 only: the stream is broken off by this error code after some bytes; the connection lives. */
  | { readonly type: 'reset-stream'; readonly code: number; readonly bytes: number }
  /** HTTP/2 only: answers well and takes no more requests on this connection. */
  | { readonly type: 'goaway' }
  /** A watch or log: these chunks one after the other, then an end, a cut, or silence. */
  | {
      readonly type: 'stream'
      readonly chunks: readonly string[]
      readonly pauseMs?: number
      readonly last: 'end' | 'close' | 'reset' | 'hang'
    }

export type Match = (method: string, path: string, nth: number) => Misdeed | undefined
export type Handler = (request: Seen) => Reply | Promise<Reply>

export interface FaultServerOptions {
  readonly http2?: boolean
  readonly certificate?: 'good' | 'expired' | 'not-yet-valid' | 'wrong-host' | LeafOptions
  readonly authority?: Authority
  readonly askClientCertificate?: boolean
  /** HTTP/2: how many streams a client may have open at once. */
  readonly maxStreams?: number
  readonly handler?: Handler
  readonly match?: Match
  readonly port?: number
  readonly host?: string
  /** The Date header; default is the real time. */
  readonly date?: Date
}

export interface FaultServer {
  readonly url: string
  readonly port: number
  /** PEM of the authority that signed the certificate. */
  readonly ca: string
  readonly seen: readonly Seen[]
  readonly tokens: ReadonlySet<string>
  readonly connections: number
  readonly openConnections: number
  /** TLS connections that resumed an earlier session. */
  readonly resumed: number
  match: Match
  handler: Handler
  /** A configuration that reaches this server as a good client would; overrides make it a bad one. */
  config(overrides?: Partial<ClusterConfig>): ClusterConfig
  /** Resets every open connection, as a server does that is killed. */
  resetAll(): void
  close(): Promise<void>
}

const DAY = 86_400_000

const CERTIFICATES: Record<'good' | 'expired' | 'not-yet-valid' | 'wrong-host', () => LeafOptions> = {
  good: () => ({}),
  expired: () => ({ notBefore: new Date(Date.now() - 20 * DAY), notAfter: new Date(Date.now() - 2 * DAY) }),
  'not-yet-valid': () => ({ notBefore: new Date(Date.now() + 2 * DAY), notAfter: new Date(Date.now() + 9 * DAY) }),
  'wrong-host': () => ({ dns: ['api.elsewhere.example'], ips: ['192.0.2.7'] }),
}

/** A JSON answer. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) }
}

/** A metav1.Status as an API server sends it. */
export function status(code: number, reason: string, message = reason): Reply {
  return json({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason, message, code }, code)
}

/** The misdeeds people ask for most. */
export const faults = {
  status(code: number, options: { retryAfter?: number | string; reason?: string } = {}): Misdeed {
    const made = status(code, options.reason ?? 'Injected')
    const headers: Record<string, string> = { ...made.headers }
    if (options.retryAfter !== undefined) headers['retry-after'] = String(options.retryAfter)
    return { type: 'reply', ...made, headers }
  },
  redirect: (location: string, code = 302): Misdeed => ({ type: 'reply', status: code, headers: { location } }),
  html: (code = 200): Misdeed => ({
    type: 'reply',
    status: code,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<!doctype html><html><body><form action="/login"><input name="password"></form></body></html>',
  }),
  body: (body: string | Uint8Array, headers: Record<string, string> = {}): Misdeed => ({
    type: 'reply',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  }),
  invalidUtf8: (): Misdeed =>
    faults.body(
      Buffer.concat([Buffer.from('{"kind":"List","x":"'), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from('"}')]),
    ),
  /** A small gzip answer that unpacks to so many megabytes. */
  gzipBomb: (megabytes: number): Misdeed =>
    faults.body(gzipSync(Buffer.alloc(megabytes * 1_048_576, ' ')), { 'content-encoding': 'gzip' }),
  hugeHeader: (bytes: number): Misdeed => faults.body('{}', { 'x-huge': 'x'.repeat(bytes) }),
}

/** Starts a server on loopback; it must be closed. */
export async function startFaultServer(options: FaultServerOptions = {}): Promise<FaultServer> {
  const authority = options.authority ?? (await testAuthority())
  const leaf =
    typeof options.certificate === 'object' ? options.certificate : CERTIFICATES[options.certificate ?? 'good']()
  const pair = await authority.issue(leaf)
  const host = options.host ?? '127.0.0.1'

  const seen: Seen[] = []
  const tokens = new Set<string>()
  const counts = new Map<string, number>()
  const raw = new Map<number, Socket>()
  const numbers = new Map<number, number>()
  const timers = new Set<NodeJS.Timeout>()
  let connections = 0
  let resumed = 0

  const tls = {
    cert: pair.cert,
    key: pair.key,
    requestCert: options.askClientCertificate ?? false,
    rejectUnauthorized: false,
    ...(options.askClientCertificate ? { ca: authority.cert } : {}),
  }
  const useHttp2 = options.http2 ?? true
  const server: Http2SecureServer | https.Server = useHttp2
    ? http2.createSecureServer({
        ...tls,
        allowHTTP1: true,
        maxSendHeaderBlockLength: 1_048_576,
        settings: options.maxStreams === undefined ? {} : { maxConcurrentStreams: options.maxStreams },
      })
    : https.createServer({ ...tls, ALPNProtocols: ['http/1.1'] })

  server.on('connection', (socket: Socket) => {
    const port = socket.remotePort ?? 0
    raw.set(port, socket)
    socket.on('close', () => raw.delete(port))
    socket.on('error', () => {})
  })
  server.on('secureConnection', (socket: TLSSocket) => {
    numbers.set(socket.remotePort ?? 0, ++connections)
    if (socket.isSessionReused()) resumed++
    socket.on('error', () => {})
  })
  server.on('tlsClientError', () => {})
  server.on('sessionError', () => {})
  server.on('clientError', (_error: Error, socket: Socket) => socket.destroy())

  const self: FaultServer = {
    url: '',
    port: 0,
    ca: authority.cert,
    seen,
    tokens,
    get connections() {
      return connections
    },
    get resumed() {
      return resumed
    },
    get openConnections() {
      return raw.size
    },
    match: options.match ?? (() => undefined),
    handler: options.handler ?? (() => json({ kind: 'Healthy', apiVersion: 'v1', filler: 'x'.repeat(200) })),
    config: (overrides = {}) => ({
      context: 'fault-server',
      source: 'test',
      server: self.url,
      ca: { data: new Sealed(authority.cert, 'ca') },
      insecureSkipTlsVerify: false,
      auth: {},
      ...overrides,
    }),
    resetAll: () => {
      for (const socket of raw.values()) socket.resetAndDestroy()
    },
    close: () => {
      for (const timer of timers) clearTimeout(timer)
      for (const socket of raw.values()) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }

  const later = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timers.add(timer)
  }

  const listen = async (request: Request, response: Response) => {
    request.on('error', () => {})
    response.on('error', () => {})
    const port = request.socket?.remotePort ?? 0
    const received = await receive(request, numbers.get(port) ?? 0)
    seen.push(received)
    if (received.token !== undefined) tokens.add(received.token)
    const key = `${received.method} ${received.path}`
    const nth = (counts.get(key) ?? 0) + 1
    counts.set(key, nth)
    const misdeed = self.match(received.method, received.path, nth)
    const healthy = async () => self.handler(received)
    const world: World = { response, healthy, later, date: options.date, reset: () => raw.get(port)?.resetAndDestroy() }
    await (misdeed === undefined ? answer(world, await healthy()) : commit(misdeed, world))
  }
  server.on('request', (request: Request, response: Response) => {
    listen(request, response).catch(() => response.destroy())
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, host, () => resolve())
  })
  const port = (server.address() as AddressInfo).port
  return Object.assign(self, { port, url: `https://${host.includes(':') ? `[${host}]` : host}:${port}` })
}

type Request = IncomingMessage | Http2ServerRequest
type Response = ServerResponse | Http2ServerResponse

interface World {
  readonly response: Response
  readonly healthy: () => Promise<Reply>
  readonly later: (ms: number, run: () => void) => void
  readonly date: Date | undefined
  readonly reset: () => void
}

async function receive(request: Request, connection: number): Promise<Seen> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  const url = new URL(request.url ?? '/', 'https://server.invalid')
  const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1]
  const socket = request.socket as TLSSocket
  const client = socket.getPeerCertificate?.()?.subject?.CN
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: { ...request.headers },
    body: Buffer.concat(chunks).toString(),
    ...(token === undefined ? {} : { token }),
    ...(typeof client === 'string' ? { client } : {}),
    protocol: request.httpVersionMajor === 2 ? 'h2' : 'http/1.1',
    connection,
    ...('stream' in request ? { windows: windowsOf(request) } : {}),
  }
}

function windowsOf(request: Http2ServerRequest) {
  const { session } = request.stream
  return { stream: session?.remoteSettings.initialWindowSize ?? 0, connection: session?.state.remoteWindowSize ?? 0 }
}

function begin({ response, date }: World, reply: Reply, extra: Record<string, string> = {}): Buffer {
  if (date !== undefined) response.setHeader('date', date.toUTCString())
  const headers = { ...reply.headers, ...extra }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.statusCode = reply.status ?? 200
  return Buffer.from(reply.body ?? '')
}

function answer(world: World, reply: Reply): void {
  const body = begin(world, reply, { 'content-length': String(Buffer.byteLength(reply.body ?? '')) })
  world.response.end(body)
}

/** Writes bytes so that they are on the wire before what comes next. */
function write(response: Response, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const done = () => setImmediate(resolve)
    if ('stream' in response) response.write(bytes, done)
    else response.write(bytes, done)
  })
}

/** Ends the whole connection in good order, whatever the protocol. */
function hangUp(response: Response): void {
  if ('stream' in response) response.stream.session?.destroy()
  else response.socket?.destroy()
}

async function commit(misdeed: Misdeed, world: World): Promise<void> {
  const { response, later } = world
  switch (misdeed.type) {
    case 'hang':
      return
    case 'delay':
      return later(misdeed.ms, () => void world.healthy().then((reply) => answer(world, reply)))
    case 'reply':
      return answer(world, misdeed)
    case 'stall': {
      const body = begin(world, await world.healthy())
      await write(response, pad(body, misdeed.bytes))
      return
    }
    case 'drip': {
      const body = begin(world, await world.healthy())
      const drop = (at: number) => {
        if (at >= body.length) return void response.end()
        if (response.destroyed) return
        void write(response, body.subarray(at, at + 1))
        later(misdeed.everyMs, () => drop(at + 1))
      }
      return drop(0)
    }
    case 'reset':
    case 'close': {
      if (misdeed.bytes !== undefined) await write(response, pad(begin(world, await world.healthy()), misdeed.bytes))
      return misdeed.type === 'reset' ? world.reset() : hangUp(response)
    }
    case 'truncate':
      return truncate(misdeed.how, world)
    case 'refuse-stream':
      if (!('stream' in response)) throw new Error('refuse-stream needs HTTP/2')
      return response.stream.close(http2.constants.NGHTTP2_REFUSED_STREAM)
    case 'reset-stream': {
      if (!('stream' in response)) throw new Error('reset-stream needs HTTP/2')
      const reply = await world.healthy()
      const body = begin(world, reply, { 'content-length': String(Buffer.byteLength(reply.body ?? '')) })
      await write(response, pad(body, misdeed.bytes))
      return response.stream.close(misdeed.code)
    }
    case 'goaway':
      if (!('stream' in response)) throw new Error('goaway needs HTTP/2')
      response.stream.session?.goaway(http2.constants.NGHTTP2_NO_ERROR)
      return answer(world, await world.healthy())
    case 'stream': {
      begin(world, { headers: { 'content-type': 'application/json' } })
      for (const chunk of misdeed.chunks) {
        await write(response, Buffer.from(chunk))
        if (misdeed.pauseMs !== undefined) await new Promise<void>((resolve) => later(misdeed.pauseMs ?? 0, resolve))
      }
      if (misdeed.chunks.length === 0 && 'flushHeaders' in response) (response as ServerResponse).flushHeaders()
      if (misdeed.last === 'end') response.end()
      if (misdeed.last === 'close') hangUp(response)
      if (misdeed.last === 'reset') world.reset()
    }
  }
}

async function truncate(how: 'length' | 'chunk' | 'text', world: World): Promise<void> {
  const reply = await world.healthy()
  const whole = Buffer.from(reply.body ?? '')
  const half = whole.subarray(0, Math.floor(whole.length / 2))
  if (how === 'text') return answer(world, { ...reply, body: half })
  begin(world, reply, how === 'length' ? { 'content-length': String(whole.length) } : {})
  await write(world.response, half)
  if (how === 'length' && 'stream' in world.response) return void world.response.stream.end()
  hangUp(world.response)
}

function pad(body: Buffer, bytes: number): Buffer {
  return body.length >= bytes ? body.subarray(0, bytes) : Buffer.concat([body, Buffer.alloc(bytes - body.length, ' ')])
}

/** Opens a raw TLS connection to a server, for tests that speak by hand. */
export function dial(server: FaultServer, alpn: string[] = ['http/1.1']): TLSSocket {
  return tlsConnect({
    host: '127.0.0.1',
    port: server.port,
    ca: server.ca,
    ALPNProtocols: alpn,
    servername: 'localhost',
  })
}
