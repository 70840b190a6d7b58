// SPDX-License-Identifier: Apache-2.0
// The link against nghttp2 (Node's own server), which knows nothing of our frames and headers.
import { once } from 'node:events'
import http2, { type ServerHttp2Stream, type SessionOptions } from 'node:http2'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readBody } from '../../../../../src/lib/cluster/transport/decode.ts'
import type { Incoming, Outgoing } from '../../../../../src/lib/cluster/transport/exchange.ts'
import { Http2Link } from '../../../../../src/lib/cluster/transport/http2/link.ts'
import { afterwards } from '../setting.ts'

const never = new AbortController().signal
const GET: Outgoing = { method: 'GET', path: '/', headers: {}, body: undefined }

type Handler = (stream: ServerHttp2Stream, headers: http2.IncomingHttpHeaders) => void

/** A link to nghttp2 over a plain socket. */
async function linked(handler: Handler, settings: http2.Settings = {}, options: SessionOptions = {}) {
  const server = http2.createServer({ settings, ...options }).listen(0, '127.0.0.1')
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

test.each([0, 100, 4096])(
  '1,000 requests are understood with a table of %i bytes, and their answers by us',
  async (headerTableSize) => {
    const { link } = await linked(
      (stream, headers) => {
        const said = Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-')))
        stream.respond({ ':status': 200, ...said, 'x-path': headers[':path'] })
        stream.end(String(headers.authorization))
      },
      { headerTableSize },
    )
    const letters = Array.from({ length: 224 }, (_, i) => String.fromCharCode(i + 32)).filter((char) => char !== '\x7f')
    const value = (n: number) => `v${letters.slice(n % 90, (n % 90) + 130).join('')}v`
    for (let n = 0; n < 1000; n += 50) {
      const asked = Array.from({ length: 50 }, async (_, i) => {
        const headers = { authorization: `Bearer ${'t'.repeat(900)}`, [`x-${i % 7}`]: value(n + i), 'x-both': value(3) }
        const answer = await link.exchange({ ...GET, path: `/${n + i}?limit=500`, headers }, never)
        expect(answer.headers).toMatchObject({
          [`x-${i % 7}`]: value(n + i),
          'x-both': value(3),
          'x-path': `/${n + i}?limit=500`,
        })
        expect((await bodyOf(answer)).toString()).toBe(headers.authorization)
      })
      await Promise.all(asked)
    }
  },
)

test('a body larger than every window arrives, and so does the answer of the same size', async () => {
  const { link } = await linked(
    (stream) => {
      stream.respond({ ':status': 201 })
      stream.pipe(stream)
    },
    { initialWindowSize: 1000 },
  )
  const body = 'x'.repeat(3_000_000)
  const answers = await Promise.all([1, 2, 3].map(() => link.exchange({ ...GET, method: 'POST', body }, never)))
  for (const answer of answers) {
    expect(answer.status).toBe(201)
    expect((await bodyOf(answer)).equals(Buffer.from(body))).toBe(true)
  }
})

test('an empty body and one that is exactly a frame long are sent whole', async () => {
  const { link } = await linked((stream) => {
    stream.respond({ ':status': 200 })
    stream.pipe(stream)
  })
  for (const length of [0, 1, 16_383, 16_384, 16_385, 65_535, 65_536]) {
    const answer = await link.exchange({ ...GET, method: 'POST', body: 'y'.repeat(length) }, never)
    expect((await bodyOf(answer)).length).toBe(length)
  }
})

test('an answer that nobody reads stops at its window, and the others go on', async () => {
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

test('trailers and heads that come before the head are no part of the answer', async () => {
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

test('frames with padding are read and counted', async () => {
  const options = { paddingStrategy: http2.constants.PADDING_STRATEGY_MAX }
  const { link } = await linked(
    (stream) => {
      stream.respond({ ':status': 200 })
      stream.end(Buffer.alloc(20 * 1_048_576, 'p'))
    },
    {},
    options,
  )
  for (let i = 0; i < 3; i++) expect((await bodyOf(await link.exchange(GET, never))).length).toBe(20 * 1_048_576)
})

test('what is given up in the middle leaves the connection as it was', async () => {
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

test('a connection that is closed fails what is under way and takes nothing more', async () => {
  const { link, socket } = await linked(() => {})
  const pending = link.exchange(GET, never)
  socket.destroy()
  await expect(pending).rejects.toMatchObject({ fault: 'unreachable' })
  await expect(link.exchange(GET, never)).rejects.toMatchObject({ fault: 'unreachable' })
  expect(link.usable).toBe(false)
})
