// SPDX-License-Identifier: Apache-2.0
// A loopback TLS server that misbehaves on request.
//
//   const server = await startFaultServer({
//     handler: (request) => json({ kind: 'NamespaceList', items: [] }),      // healthy responses
//     match: (method, path, nth) => (nth === 1 ? faults.status(503, { retryAfter: 1 }) : undefined),
//   })
//   const transport = openTransport(server.config(), ...)
//   ...
//   server.seen            every request: method, path, query, headers, token, client certificate, connection, protocol
//   server.tokens          every received bearer token
//   server.connections     TLS connections opened so far
//   await server.close()
//
// match(method, path, nth) is called for every request; nth counts requests of that method and path, from 1. Without a
// misbehaviour the healthy handler answers. server.match may be replaced at any time.
// Options: http2 (default true, else HTTP/1.1 only), certificate ('good', 'expired', 'not-yet-valid', 'wrong-host', or
// leaf options), authority (another CA is untrusted), askClientCertificate, maxStreams, handler, match, port, date.
import http2, { type Http2SecureServer, type Http2ServerRequest } from 'node:http2'
import https from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { type TLSSocket, connect as tlsConnect } from 'node:tls'
import type { ClusterConfig } from '../../src/lib/cluster/config.ts'
import { Sealed } from '../../src/lib/model/secret/sealed.ts'
import { type Authority, type LeafOptions, testAuthority } from './certificates.ts'
import {
  answer,
  commit,
  json,
  type Misdeed,
  type Reply,
  type Request,
  type Response,
  type World,
} from './misbehaviours.ts'

export { faults, json, type Misdeed, type Reply, status } from './misbehaviours.ts'

export interface Seen {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  readonly token?: string
  /** Common name of the client certificate, if there was one. */
  readonly client?: string
  readonly protocol: 'h2' | 'http/1.1'
  readonly connection: number
  /** HTTP/2: bytes that the client lets us send before a WINDOW_UPDATE. */
  readonly windows?: { readonly stream: number; readonly connection: number }
}

export type Match = (method: string, path: string, nth: number) => Misdeed | undefined
export type Handler = (request: Seen) => Reply | Promise<Reply>

export interface FaultServerOptions {
  readonly http2?: boolean
  readonly certificate?: 'good' | 'expired' | 'not-yet-valid' | 'wrong-host' | LeafOptions
  readonly authority?: Authority
  /** 'insist' closes the connection without a client certificate. */
  readonly askClientCertificate?: boolean | 'insist'
  /** HTTP/2: SETTINGS_MAX_CONCURRENT_STREAMS. */
  readonly maxStreams?: number
  readonly handler?: Handler
  readonly match?: Match
  readonly port?: number
  readonly host?: string
  /** The Date header; default: the real time. */
  readonly date?: Date
}

export interface FaultServer {
  readonly url: string
  readonly port: number
  /** PEM of the CA that signed the certificate. */
  readonly ca: string
  readonly seen: readonly Seen[]
  readonly tokens: ReadonlySet<string>
  readonly connections: number
  readonly openConnections: number
  /** TLS connections that resumed an earlier session. */
  readonly resumed: number
  match: Match
  handler: Handler
  /** A configuration for a valid client of this server; overrides can make it invalid. */
  config(overrides?: Partial<ClusterConfig>): ClusterConfig
  /** Resets every open connection, like a killed server. */
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
    requestCert: Boolean(options.askClientCertificate),
    rejectUnauthorized: options.askClientCertificate === 'insist',
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

/** Opens a raw TLS connection to a server. */
export function dial(server: FaultServer, alpn: string[] = ['http/1.1']): TLSSocket {
  return tlsConnect({
    host: '127.0.0.1',
    port: server.port,
    ca: server.ca,
    ALPNProtocols: alpn,
    servername: 'localhost',
  })
}
