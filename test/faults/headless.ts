// SPDX-License-Identifier: Apache-2.0
// A TLS server with minimal HTTP/2 that ends every response before its headers: an empty DATA frame with END_STREAM.
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:tls'
import { testAuthority } from './certificates.ts'

const PREFACE_BYTES = 24
const FRAME_HEAD_BYTES = 9
const TYPE = { data: 0, headers: 1, settings: 4 }
const END_STREAM = 1

export interface HeadlessServer {
  readonly url: string
  readonly ca: string
  /** Requests that were answered without headers. */
  readonly answered: number
  close(): void
}

export async function startHeadlessServer(): Promise<HeadlessServer> {
  const authority = await testAuthority()
  const sockets = new Set<Socket>()
  let answered = 0
  const server = createServer({ ...(await authority.issue({})), ALPNProtocols: ['h2'] }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.write(frame(TYPE.settings, 0, 0))
    let received = Buffer.alloc(0)
    let isGreeted = false
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (!isGreeted && received.length >= PREFACE_BYTES) {
        isGreeted = true
        received = received.subarray(PREFACE_BYTES)
      }
      while (isGreeted && received.length >= FRAME_HEAD_BYTES) {
        const end = FRAME_HEAD_BYTES + received.readUIntBE(0, 3)
        if (received.length < end) return
        if (received[3] === TYPE.headers) {
          answered++
          socket.write(frame(TYPE.data, END_STREAM, received.readUInt32BE(5)))
        }
        received = received.subarray(end)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca: authority.cert,
    get answered() {
      return answered
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function frame(type: number, flags: number, stream: number): Buffer {
  const head = Buffer.alloc(FRAME_HEAD_BYTES)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return head
}
