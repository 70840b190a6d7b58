// SPDX-License-Identifier: Apache-2.0
// One HTTP/2 connection to a conforming server.
import { once } from 'node:events'
import http2, { type ServerHttp2Stream } from 'node:http2'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readBody } from '../../../../src/lib/cluster/transport/decode.ts'
import type { Incoming, Outgoing } from '../../../../src/lib/cluster/transport/exchange.ts'
import { Http2Link } from '../../../../src/lib/cluster/transport/http2.ts'
import type { ApiRequest } from '../../../../src/lib/cluster/transport/types.ts'
import { fakeClock } from '../../../faults/clients.ts'
import { frame, STATUS_200 } from '../../../faults/http2-attacks.ts'
import { startRawHttp2Server } from '../../../faults/raw-http2-server.ts'
import { afterwards, open } from './setting.ts'

const never = new AbortController().signal
const WRITE: ApiRequest = { method: 'POST', path: '/api' }
const GET: Outgoing = { method: 'GET', path: '/', headers: {}, body: undefined }

type Handler = (stream: ServerHttp2Stream, headers: http2.IncomingHttpHeaders) => void

/** A connection over a plain socket. */
async function linked(handler: Handler, settings: http2.Settings = {}) {
  const server = http2.createServer({ settings }).listen(0, '127.0.0.1')
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    stream.on('error', () => {})
    handler(stream, headers)
  })
  await once(server, 'listening')
  const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  afterwards(() => {
    socket.destroy()
    server.close()
  })
  return { link: new Http2Link(socket, 'api.example', () => {}), socket }
}

const bodyOf = (incoming: Incoming) => readBody(incoming, { headers: true, bytes: 0 })

test('authorization is never indexed, so no compression table holds a token', async () => {
  const { promise, resolve } = Promise.withResolvers<readonly string[]>()
  const { link } = await linked((stream, headers) => {
    resolve((headers as { [http2.sensitiveHeaders]?: string[] })[http2.sensitiveHeaders] ?? [])
    stream.respond({ ':status': 200 }, { endStream: true })
  })
  await link.exchange({ ...GET, headers: { authorization: 'Bearer not-a-token' } }, never)
  expect(await promise).toEqual(['authorization'])
})

test('a request body larger than every window arrives, and so does a response of the same size', async () => {
  const { link } = await linked(
    (stream) => {
      stream.respond({ ':status': 201 })
      stream.pipe(stream)
    },
    { initialWindowSize: 1000 },
  )
  const body = 'x'.repeat(3_000_000)
  const sent = [1, 2, 3].map(async () => {
    const answer = await link.exchange({ ...GET, method: 'POST', body }, never)
    // Node discards a complete response that is not read at once.
    return { status: answer.status, isSame: (await bodyOf(answer)).equals(Buffer.from(body)) }
  })
  const expected = { status: 201, isSame: true }
  expect(await Promise.all(sent)).toEqual([expected, expected, expected])
})

test('a response that is not read stops at its window, and the others continue', async () => {
  let sent = 0
  const { link } = await linked((stream, headers) => {
    stream.respond({ ':status': 200 })
    if (headers[':path'] === '/short') return void stream.end('short')
    const chunk = Buffer.alloc(1_048_576)
    const more = () => {
      while (!stream.destroyed && sent < 64) {
        sent++
        if (!stream.write(chunk)) return void stream.once('drain', more)
      }
      stream.end()
    }
    more()
  })
  const long = await link.exchange({ ...GET, path: '/long' }, never)
  const { body } = long
  for (let i = 0; i < 40; i++)
    expect((await bodyOf(await link.exchange({ ...GET, path: '/short' }, never))).toString()).toBe('short')
  expect(sent).toBeLessThan(20)
  let size = 0
  for await (const chunk of body) size += (chunk as Buffer).length
  expect(size).toBe(64 * 1_048_576)
  expect(long.complete()).toBe(true)
})

test('trailers and informational headers are not part of the response headers', async () => {
  const { link } = await linked((stream) => {
    stream.additionalHeaders({ ':status': 103, link: '</style.css>' })
    stream.respond({ ':status': 200, 'x-head': 'yes' }, { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-trailer': 'late' }))
    stream.end('body')
  })
  const answer = await link.exchange(GET, never)
  expect((await bodyOf(answer)).toString()).toBe('body')
  expect(answer.headers).toMatchObject({ 'x-head': 'yes' })
  expect(answer.headers).not.toHaveProperty('x-trailer')
  expect(answer.complete()).toBe(true)
})

test('a response that is abandoned half-way does not affect its connection', async () => {
  const { link } = await linked((stream, headers) => {
    stream.respond({ ':status': 200, 'x-nth': headers[':path'] })
    if (headers[':path'] === '/end') return void stream.end('end')
    stream.write(Buffer.alloc(100_000))
  })
  for (let i = 0; i < 30; i++) {
    const stop = new AbortController()
    const answer = await link.exchange({ ...GET, path: `/${i}` }, stop.signal)
    if (i % 3 === 0) answer.body.destroy()
    else stop.abort()
    if (i % 3 === 1) await expect(bodyOf(answer)).rejects.toMatchObject({ fault: 'cancelled' })
  }
  expect((await bodyOf(await link.exchange({ ...GET, path: '/end' }, never))).toString()).toBe('end')
})

test('a closed connection fails the requests under way and accepts no others', async () => {
  const { link, socket } = await linked(() => {})
  const pending = link.exchange(GET, never)
  socket.destroy()
  await expect(pending).rejects.toMatchObject({ fault: 'unreachable' })
  await expect(link.exchange(GET, never)).rejects.toMatchObject({ code: 'ERR_HTTP2_INVALID_SESSION' })
  expect(link.usable).toBe(false)
})

test('a write that GOAWAY excludes was not processed, so it is sent again on another connection', async () => {
  const server = await startRawHttp2Server((peer, stream) => {
    // GOAWAY with last stream id 0: the server processed no stream.
    if (server.requests === 1) peer.send(frame(7, 0, 0, Buffer.alloc(8)))
    else peer.send(frame(1, 5, stream, STATUS_200))
  })
  afterwards(() => server.close())
  const transport = open(server.config(), { clock: fakeClock() })
  expect(await transport.send({ ...WRITE, body: '{}' })).toMatchObject({ status: 200, attempts: 2 })
  expect(transport.stats().connections).toBe(2)
})
