// SPDX-License-Identifier: Apache-2.0
// A TLS server with HTTP/2 that answers each request with raw bytes.
import type { AddressInfo } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import type { ClusterConfig } from '../../src/lib/cluster/config.ts'
import { Sealed } from '../../src/lib/model/secret/sealed.ts'
import { testAuthority } from './certificates.ts'
import { type Attack, frame } from './http2-attacks.ts'

const PREFACE_LENGTH = 24

/** The server side of one connection. */
export interface RawPeer {
  send(bytes: Uint8Array): void
  /** Sends these bytes repeatedly, as fast as the client accepts them, until the connection ends. */
  flood(bytes: Uint8Array): void
  stopReading(): void
}

export interface RawHttp2Server {
  readonly url: string
  /** PEM of the CA that signed the certificate. */
  readonly ca: string
  readonly requests: number
  config(): ClusterConfig
  close(): Promise<void>
}

/** Starts a server on loopback that responds to every request with the attack; it must be closed. */
export async function startRawHttp2Server(attack: Attack): Promise<RawHttp2Server> {
  const authority = await testAuthority()
  const pair = await authority.issue()
  const sockets = new Set<TLSSocket>()
  let requests = 0
  const server = createServer({ cert: pair.cert, key: pair.key, ALPNProtocols: ['h2'] }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.write(frame(4, 0, 0))
    const peer = peerOf(socket)
    forEachRequest(socket, (stream) => {
      requests++
      attack(peer, stream)
    })
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    ca: authority.cert,
    get requests() {
      return requests
    },
    config: () => ({
      context: 'raw-http2-server',
      source: 'test',
      server: url,
      ca: { data: new Sealed(authority.cert, 'ca') },
      insecureSkipTlsVerify: false,
      auth: {},
    }),
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function peerOf(socket: TLSSocket): RawPeer {
  let isFlooding = false
  return {
    send: (bytes) => void socket.write(bytes),
    flood: (bytes) => {
      if (isFlooding) return
      isFlooding = true
      const more = () => {
        if (socket.destroyed) return
        // One write at a time, so that the memory of this process does not grow.
        socket.write(bytes, () => setImmediate(more))
      }
      more()
    },
    stopReading: () => void socket.pause(),
  }
}

/** Detects the streams that the client opens: HEADERS frames after the preface. */
function forEachRequest(socket: TLSSocket, begin: (stream: number) => void): void {
  let rest = Buffer.alloc(0)
  let skipped = 0
  socket.on('data', (chunk: Buffer) => {
    const preface = Math.min(chunk.length, PREFACE_LENGTH - skipped)
    skipped += preface
    rest = Buffer.concat([rest, chunk.subarray(preface)])
    while (rest.length >= 9 && rest.length >= 9 + rest.readUIntBE(0, 3)) {
      const [type, stream] = [rest.readUInt8(3), rest.readUInt32BE(5)]
      rest = rest.subarray(9 + rest.readUIntBE(0, 3))
      if (type === 1) begin(stream)
    }
  })
}
