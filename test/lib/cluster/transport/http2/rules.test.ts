// SPDX-License-Identifier: Apache-2.0
// A peer that says exactly these bytes: what no server says that keeps the rules.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { readBody } from '../../../../../src/lib/cluster/transport/decode.ts'
import {
  CODE,
  FLAG,
  type Frame,
  FrameReader,
  frameOf,
  numberFrame,
  PREFACE,
  SETTING,
  settingsFrame,
  TYPE,
} from '../../../../../src/lib/cluster/transport/http2/frames.ts'
import { HeaderWriter } from '../../../../../src/lib/cluster/transport/http2/headers.ts'
import { Http2Link } from '../../../../../src/lib/cluster/transport/http2/link.ts'
import { Dice } from '../../../graph/random.ts'
import { afterwards } from '../setting.ts'

const never = new AbortController().signal
const GET = { method: 'GET', path: '/', headers: {}, body: undefined }
const EMPTY = Buffer.alloc(0)
const BROKEN = { fault: 'malformed', message: expect.stringContaining('breaks the rules of HTTP/2') }

interface Peer {
  readonly link: Http2Link
  readonly socket: Socket
  /** What the link said so far. */
  readonly heard: Frame[]
  say(...frames: readonly Uint8Array[]): void
  hangUp(): void
}

async function peer(): Promise<Peer> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const [socket, [other]] = await Promise.all([dialled(server), once(server, 'connection') as Promise<[Socket]>])
  const heard: Frame[] = []
  const frames = new FrameReader((frame) => heard.push(frame))
  let before = 0
  other.on('error', () => {})
  other.on('data', (chunk: Buffer) => {
    const skipped = Math.min(chunk.length, PREFACE.length - before)
    before += skipped
    frames.read(chunk.subarray(skipped))
  })
  afterwards(() => {
    socket.destroy()
    other.destroy()
    server.close()
  })
  return {
    link: new Http2Link(socket, 'api.example', () => {}),
    socket,
    heard,
    say: (...said) => void other.write(Buffer.concat(said)),
    hangUp: () => other.end(),
  }
}

async function dialled(server: ReturnType<typeof createServer>): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const head = (flags: number, stream = 1, status = '200') =>
  frameOf(TYPE.headers, FLAG.endHeaders | flags, stream, new HeaderWriter().pack([[':status', status]]))
const data = (text: string, flags = 0, stream = 1) => frameOf(TYPE.data, flags, stream, Buffer.from(text))

/** What comes of one request when the peer says this. */
async function outcome(...said: readonly Uint8Array[]): Promise<string> {
  const { link, say } = await peer()
  const asked = link.exchange(GET, never)
  say(settingsFrame([]), ...said)
  return (await readBody(await asked, { headers: true, bytes: 0 })).toString()
}

describe('what breaks the rules ends the connection, in words', () => {
  test.each<[string, Uint8Array[]]>([
    ['HTTP/1.1', [Buffer.from('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')]],
    ['a body before its head', [data('x', FLAG.endStream)]],
    ['a head without a status', [frameOf(TYPE.headers, 5, 1, new HeaderWriter().pack([['x', 'y']]))]],
    ['headers that are none', [frameOf(TYPE.headers, 5, 1, Buffer.from([0xff, 0xff, 0xff]))]],
    ['a frame that is too long', [frameOf(TYPE.data, 0, 1, Buffer.alloc(16_385))]],
    ['a frame that is all padding', [frameOf(TYPE.headers, 5 | FLAG.padded, 1, Buffer.from([9, 1]))]],
    ['headers that are interrupted', [frameOf(TYPE.headers, 0, 1, EMPTY), data('x')]],
    ['headers that go on and never began', [frameOf(TYPE.continuation, FLAG.endHeaders, 1, EMPTY)]],
    ['headers without an end', Array.from({ length: 40 }, (_, i) => frameOf(i ? 9 : 1, 0, 1, Buffer.alloc(16_000)))],
    [
      '300,000 empty parts of headers',
      [frameOf(1, 0, 1, EMPTY), Buffer.concat(Array.from({ length: 300_000 }, () => frameOf(9, 0, 1, EMPTY)))],
    ],
    ['a promise nobody asked for', [frameOf(TYPE.pushPromise, FLAG.endHeaders, 1, Buffer.alloc(4))]],
    ['a window that grows by nothing', [numberFrame(TYPE.windowUpdate, 0, 0)]],
    ['a window that is too large', [numberFrame(TYPE.windowUpdate, 0, 2 ** 31 - 1)]],
    ['a window of streams that is too large', [settingsFrame([[SETTING.initialWindow, 2 ** 31]])]],
    ['a reset without a code', [frameOf(TYPE.reset, 0, 1, EMPTY)]],
  ])('%s', async (_what, said) => {
    await expect(outcome(...said)).rejects.toMatchObject(BROKEN)
  })

  test('more of an answer than was allowed is not kept', async () => {
    const { link, say, heard } = await peer()
    const asked = link.exchange(GET, never)
    say(settingsFrame([]), head(0))
    const { body } = await asked
    const full = Buffer.concat(Array.from({ length: 64 }, () => frameOf(TYPE.data, 0, 1, Buffer.alloc(16_384))))
    for (let i = 0; i < 17; i++) say(full)
    await once(body, 'error')
    await vi.waitFor(() => expect(heard).toContainEqual(expect.objectContaining({ type: TYPE.reset, stream: 1 })))
    expect(heard.find(({ type }) => type === TYPE.reset)?.payload.readUInt32BE()).toBe(CODE.flowControl)
  })
})

describe('what is unusual and right', () => {
  test('an answer in frames of one byte, with priority, padding and kinds nobody knows', async () => {
    const priority = Buffer.concat([
      Buffer.from([1]),
      Buffer.alloc(5),
      new HeaderWriter().pack([[':status', '200']]),
      EMPTY,
    ])
    const padded = Buffer.concat([priority, Buffer.alloc(1)])
    const text = [...'{"a":1}'].map((char) => data(char))
    const said = [
      frameOf(77, 255, 1, Buffer.from('?')),
      frameOf(TYPE.headers, FLAG.endHeaders | FLAG.padded | FLAG.priority, 1, padded),
      ...text,
      frameOf(2, 0, 1, Buffer.alloc(5)),
      data('', FLAG.endStream),
    ]
    expect(await outcome(...said)).toBe('{"a":1}')
    const bytes = Buffer.concat(said)
    expect(await outcome(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toBe('{"a":1}')
  })

  test('a head in many parts', async () => {
    const block = new HeaderWriter().pack([
      [':status', '200'],
      ['x-long', 'y'.repeat(40_000)],
    ])
    const parts = [
      block.subarray(0, 1),
      EMPTY,
      block.subarray(1, 16_000),
      block.subarray(16_000, 32_000),
      block.subarray(32_000),
    ]
    const said = parts.map((part, i) => frameOf(i ? 9 : 1, i === parts.length - 1 ? FLAG.endHeaders : 0, 1, part))
    expect(await outcome(...said, data('ok', FLAG.endStream))).toBe('ok')
  })

  test('settings and pings are answered, frames of streams that are over are not missed', async () => {
    const { link, say, heard } = await peer()
    const asked = link.exchange(GET, never)
    const ping = Buffer.from('12345678')
    say(settingsFrame([[SETTING.maxStreams, 3]]), frameOf(TYPE.ping, 0, 0, ping), head(FLAG.endStream))
    say(data('late', FLAG.endStream), head(FLAG.endStream, 99), numberFrame(TYPE.reset, 99, 2))
    expect((await asked).status).toBe(200)
    await vi.waitFor(() =>
      expect(heard).toContainEqual(expect.objectContaining({ type: TYPE.ping, flags: FLAG.ack, payload: ping })),
    )
    expect(heard).toContainEqual(expect.objectContaining({ type: TYPE.settings, flags: FLAG.ack }))
    const letGo = [1, 2, 3].map(() => link.hold())
    expect(link.full).toBe(true)
    letGo[0]?.()
    expect(link.full).toBe(false)
  })

  test('what came after the last request a peer took was not looked at', async () => {
    const { link, say } = await peer()
    const asked = [1, 2, 3].map(() =>
      link.exchange(GET, never).then(
        ({ status }) => status,
        (error: unknown) => error,
      ),
    )
    say(
      settingsFrame([]),
      frameOf(TYPE.goaway, 0, 0, Buffer.from([0, 0, 0, 3, 0, 0, 0, 0])),
      head(FLAG.endStream, 1),
      head(FLAG.endStream, 3),
    )
    const refused = { again: 'always', message: expect.stringContaining('REFUSED_STREAM') }
    expect(await Promise.all(asked)).toEqual([200, 200, expect.objectContaining(refused)])
  })

  test('a peer that hangs up in good order in the middle has cut the answer', async () => {
    const { link, say, hangUp } = await peer()
    const asked = link.exchange(GET, never)
    say(settingsFrame([]), head(0), data('half'))
    const answer = await asked
    hangUp()
    await expect(readBody(answer, { headers: true, bytes: 0 })).rejects.toMatchObject({ fault: 'truncated' })
    expect(answer.complete()).toBe(false)
  })
})

test('whatever a peer says, a request comes to an end', async () => {
  const random = new Dice(5)
  const whole = Buffer.concat([
    settingsFrame([
      [SETTING.headerTableSize, 100],
      [SETTING.maxStreams, 10],
    ]),
    head(0),
    data('{"kind":"List"', 0),
    numberFrame(TYPE.windowUpdate, 1, 100),
    frameOf(TYPE.ping, 0, 0, Buffer.alloc(8)),
    data(',"items":[]}', FLAG.endStream),
  ])
  for (let round = 0; round < 400; round++) {
    const bytes = Buffer.from(whole)
    for (let i = random.below(4); i >= 0; i--) bytes[random.below(bytes.length)] = random.below(256)
    const { link, say, hangUp, socket } = await peer()
    const asked = link.exchange(GET, never).then((incoming) => readBody(incoming, { headers: true, bytes: 0 }))
    say(bytes.subarray(0, random.below(bytes.length) + 1))
    hangUp()
    const fault = await asked.then(
      // a flag that was changed may end an answer early, and in good order
      () => undefined,
      (error: { fault?: string }) => error.fault ?? error,
    )
    expect([undefined, 'malformed', 'unreachable', 'truncated', 'toolarge']).toContain(fault)
    socket.destroy()
  }
})
