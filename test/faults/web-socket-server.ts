// SPDX-License-Identifier: Apache-2.0
// An API server whose WebSockets misbehave: the test handles every upgrade of a Pod subresource.
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ClusterConfig } from '../../src/lib/cluster/config.ts'
import { Sealed } from '../../src/lib/model/secret/sealed.ts'
import { testAuthority } from './certificates.ts'

export interface Upgrade {
  readonly request: IncomingMessage
  /** Common name of the client certificate, if there was one. */
  readonly client: string | undefined
  /** The socket before the handshake. */
  readonly socket: Duplex
  /** Accepts the handshake with the first offered subprotocol. */
  accept(): Promise<WebSocket>
  /** Refuses it with a Status. */
  refuse(status: number, reason: string): void
}

export interface WebSocketFaultServer {
  readonly port: number
  readonly upgrades: readonly IncomingMessage[]
  readonly open: number
  config(overrides?: Partial<ClusterConfig>): ClusterConfig
  close(): Promise<void>
}

export async function startWebSocketServer(
  onUpgrade: (upgrade: Upgrade) => void | Promise<void>,
  options: { readonly askClientCertificate?: boolean } = {},
): Promise<WebSocketFaultServer> {
  const authority = await testAuthority()
  const pair = await authority.issue()
  const upgrades: IncomingMessage[] = []
  const sockets = new Set<Socket>()
  const certificates = { ca: authority.cert, requestCert: options.askClientCertificate === true }
  const server = createServer({ ...pair, ...certificates, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
  const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: true })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => {})
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrades.push(request)
    socket.on('error', () => {})
    const certificate =
      'getPeerCertificate' in socket ? (socket as import('node:tls').TLSSocket).getPeerCertificate() : {}
    void onUpgrade({
      request,
      socket,
      client: (certificate as { subject?: { CN?: string } }).subject?.CN,
      accept: () =>
        new Promise((resolve) =>
          webSockets.handleUpgrade(request, socket, head, (webSocket) => {
            webSocket.on('error', () => {})
            resolve(webSocket)
          }),
        ),
      refuse: (status, reason) => {
        const body = JSON.stringify({
          kind: 'Status',
          apiVersion: 'v1',
          status: 'Failure',
          reason,
          message: reason,
          code: status,
        })
        socket.end(
          `HTTP/1.1 ${status} X\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nlocation: https://elsewhere.example/\r\n\r\n${body}`,
        )
      },
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    upgrades,
    get open() {
      return sockets.size
    },
    config: (overrides = {}) => ({
      context: 'web-socket-server',
      source: 'test',
      server: `https://127.0.0.1:${port}`,
      ca: { data: new Sealed(authority.cert, 'ca') },
      insecureSkipTlsVerify: false,
      auth: {},
      ...overrides,
    }),
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** A message of the channel protocol. */
export const message = (channel: number, text: string | Uint8Array) =>
  Buffer.concat([Buffer.of(channel), Buffer.from(text)])

export const SUCCESS = message(3, JSON.stringify({ metadata: {}, status: 'Success' }))
