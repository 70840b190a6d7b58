// SPDX-License-Identifier: Apache-2.0
// Loopback proxies: CONNECT over http or https, and SOCKS 5. They record their requests.
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { Pair } from './certificates.ts'

export interface ProxyOptions {
  readonly kind?: 'http' | 'https' | 'socks5'
  readonly certificate?: Pair
  /** The required user:password. */
  readonly login?: string
  /** Accepts the request and never answers. */
  readonly hang?: boolean
  /** Every host name resolves here: tests use hosts that do not exist. */
  readonly route?: { readonly host: string; readonly port: number }
}

export interface TestProxy {
  readonly port: number
  /** host:port of each request. */
  readonly asked: readonly string[]
  /** The received credentials, decoded. */
  readonly logins: readonly string[]
  close(): Promise<void>
}

export async function startProxy(options: ProxyOptions = {}): Promise<TestProxy> {
  const asked: string[] = []
  const logins: string[] = []
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  const join = (client: Socket, to: string, ready: () => void) => {
    const at = to.lastIndexOf(':')
    const target = options.route ?? { host: to.slice(0, at).replace(/[[\]]/g, ''), port: Number(to.slice(at + 1)) }
    const upstream = connect(target, () => {
      ready()
      client.pipe(upstream).pipe(client)
    })
    track(upstream)
    upstream.on('error', () => client.destroy())
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  }

  const onConnect = (url: string, authorization: string | undefined, client: Socket) => {
    asked.push(url)
    if (authorization !== undefined) logins.push(Buffer.from(authorization.replace('Basic ', ''), 'base64').toString())
    if (options.hang) return
    if (options.login !== undefined && logins.at(-1) !== options.login)
      return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n')
    join(client, url, () => client.write('HTTP/1.1 200 Connection established\r\n\r\n'))
  }

  const server = makeServer(options)
  server.on('connection', track)
  server.on('connect', (request, client: Socket) => {
    track(client)
    onConnect(request.url ?? '', request.headers['proxy-authorization'], client)
  })
  if (options.kind === 'socks5')
    server.on('connection', (client: Socket) => serveSocks(client, options, asked, logins, join))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    logins,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function makeServer(options: ProxyOptions): Server {
  if (options.kind === 'socks5') return createServer()
  if (options.kind === 'https') return createHttpsServer({ ...options.certificate })
  return createHttpServer()
}

type Join = (client: Socket, to: string, ready: () => void) => void

function serveSocks(client: Socket, options: ProxyOptions, asked: string[], logins: string[], join: Join): void {
  let step: 'greeting' | 'login' | 'request' = 'greeting'
  const onData = (data: Buffer) => {
    if (step === 'greeting') {
      const method = options.login === undefined ? 0 : 2
      const offered = data.subarray(2, 2 + data[1]!)
      step = method === 2 ? 'login' : 'request'
      return void client.write(Buffer.from([5, offered.includes(method) ? method : 0xff]))
    }
    if (step === 'login') {
      const user = data.subarray(2, 2 + data[1]!).toString()
      logins.push(`${user}:${data.subarray(3 + data[1]!).toString()}`)
      step = 'request'
      return void client.write(Buffer.from([1, logins.at(-1) === options.login ? 0 : 1]))
    }
    const host = data.subarray(5, 5 + data[4]!).toString()
    const port = data.readUInt16BE(5 + data[4]!)
    asked.push(`${host}:${port}`)
    client.off('data', onData)
    if (!options.hang)
      join(client, `${host}:${port}`, () => client.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0])))
  }
  client.on('data', onData)
}
