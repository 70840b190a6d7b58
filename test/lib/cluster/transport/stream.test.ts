// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test, vi } from 'vitest'
import type { ApiStream } from '../../../../src/lib/cluster/transport/types.ts'
import { bearer, failureOf, fakeClock, stubCredentials } from '../../../faults/clients.ts'
import { faults, type Match } from '../../../faults/server.ts'
import { BOTH, GET, open, PATIENT, serve } from './setting.ts'

const WATCH = { ...GET, path: '/watch', about: { verb: 'watch', resource: 'things.example.io' } }

async function textOf(stream: ApiStream): Promise<string> {
  let text = ''
  for await (const chunk of stream.chunks) text += Buffer.from(chunk).toString()
  return text
}

describe.each(BOTH)('%s', (_name, http2) => {
  const watching = async (match: Match, limits = PATIENT, deps = {}) => {
    const target = await serve({ http2, match })
    return { target, transport: open(target.config(), { limits, clock: fakeClock(), ...deps }) }
  }

  test('chunks arrive as they are sent, long after the request deadline', async () => {
    const chunks = ['{"type":"ADDED"}\n', '{"type":"BOOKMARK"}\n', '{"type":"DELETED"}\n']
    const limits = { connect: 1000, request: 1000, watchIdle: 20_000 }
    const { transport } = await watching(() => ({ type: 'stream', chunks, pauseMs: 600, last: 'end' }), limits)
    const stream = await transport.stream(WATCH)
    expect(stream).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } })
    expect(await textOf(stream)).toBe(chunks.join(''))
  })

  test.each(['close', 'reset'] as const)('a %s in the middle is truncated, not the end', async (last) => {
    const { transport } = await watching(() => ({ type: 'stream', chunks: ['{}\n'], last }))
    const failure = await failureOf(transport.stream(WATCH).then(textOf))
    expect(failure).toMatchObject({ fault: 'truncated', verb: 'watch', resource: 'things.example.io' })
  })

  test('a complete response that is read late is not lost', async () => {
    const target = await serve({ http2 })
    const stream = await open(target.config()).stream(GET)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const chunks: Uint8Array[] = []
    for await (const chunk of stream.chunks) chunks.push(chunk)
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ kind: 'Healthy' })
  })

  test('silence beyond the idle limit is a time-out that can be resumed', async () => {
    const { transport } = await watching(() => ({ type: 'stream', chunks: ['{}\n'], last: 'hang' }), {
      ...PATIENT,
      watchIdle: 300,
    })
    const failure = await failureOf(transport.stream(WATCH).then(textOf))
    expect(failure).toMatchObject({ fault: 'timeout', message: 'the stream was silent for 0.3s', retryable: true })
  })

  test('close() ends a waiting reader without an error, and frees the connection', async () => {
    const { transport, target } = await watching(() => ({ type: 'stream', chunks: ['{}\n'], last: 'hang' }))
    const stream = await transport.stream(WATCH)
    const text = textOf(stream)
    stream.close()
    stream.close()
    await text
    target.match = () => undefined
    expect((await transport.send(GET)).status).toBe(200)
  })

  test('a reader that stops early frees the connection', async () => {
    const { transport, target } = await watching(() => ({ type: 'stream', chunks: ['a', 'b'], last: 'hang' }))
    for (let round = 0; round < 10; round++) {
      const stream = await transport.stream(WATCH)
      for await (const chunk of stream.chunks) {
        expect(chunk.length).toBeGreaterThan(0)
        break
      }
    }
    expect(target.seen).toHaveLength(10)
  })

  test('cancelling the command ends the stream as cancelled', async () => {
    const stop = new AbortController()
    const { transport } = await watching(() => ({ type: 'stream', chunks: ['{}\n'], last: 'hang' }), PATIENT, {
      signal: stop.signal,
    })
    const stream = await transport.stream(WATCH)
    const failure = failureOf(textOf(stream))
    stop.abort()
    expect((await failure).fault).toBe('cancelled')
  })

  test('missing headers end at the request deadline', async () => {
    const { transport } = await watching(() => ({ type: 'hang' }), { ...PATIENT, request: 1000 })
    expect(await failureOf(transport.stream(WATCH))).toMatchObject({ fault: 'timeout', message: 'no answer within 1s' })
  })

  test('opening is retried like a read; a final refusal is returned with its body', async () => {
    const { transport, target } = await watching((_method, _path, nth) =>
      nth === 1 ? faults.status(503) : { type: 'stream', chunks: ['ok'], last: 'end' },
    )
    expect(await transport.stream(WATCH).then(textOf)).toBe('ok')
    target.match = () => faults.status(403, { reason: 'Forbidden' })
    const refused = await transport.stream(WATCH)
    expect(refused.status).toBe(403)
    expect(await textOf(refused)).toContain('Forbidden')
  })

  test('a 401 refreshes the credential once for a stream too', async () => {
    let token = 'old'
    const credentials = stubCredentials(
      () => bearer(token),
      () => {
        token = 'new'
        return true
      },
    )
    const { transport, target } = await watching(
      (_method, _path, nth) => (nth === 1 ? faults.status(401) : { type: 'stream', chunks: ['ok'], last: 'end' }),
      PATIENT,
      { credentials },
    )
    expect(await transport.stream(WATCH).then(textOf)).toBe('ok')
    expect(target.seen.map((seen) => seen.token)).toEqual(['old', 'new'])
  })

  test('a slow reader gets every byte of a response larger than a window', async () => {
    const chunks = Array<string>(20).fill('x'.repeat(1_048_576))
    const { transport } = await watching(() => ({ type: 'stream', chunks, last: 'end' }))
    const stream = await transport.stream(WATCH)
    let read = 0
    for await (const part of stream.chunks) {
      read += part.length
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(read).toBe(20 * 1_048_576)
  })
})

test('in HTTP/1.1 each stream has its own connection, and requests are not blocked by them', async () => {
  const target = await serve({
    http2: false,
    match: (_method, path) => (path === '/watch' ? { type: 'stream', chunks: ['{}'], last: 'hang' } : undefined),
  })
  const transport = open(target.config())
  const streams = await Promise.all(Array.from({ length: 40 }, () => transport.stream(WATCH)))
  expect(streams.every(({ status }) => status === 200)).toBe(true)
  const answers = await Promise.all(Array.from({ length: 20 }, () => transport.send(GET)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(target.openConnections).toBeLessThanOrEqual(48)
  for (const stream of streams) stream.close()
})

test('in HTTP/2 fifty streams and requests share few connections', async () => {
  const target = await serve({
    match: (_method, path) => (path === '/watch' ? { type: 'stream', chunks: ['{}'], last: 'hang' } : undefined),
  })
  const transport = open(target.config())
  await Promise.all(Array.from({ length: 50 }, () => transport.stream(WATCH)))
  await transport.send(GET)
  expect(target.connections).toBe(1)
  transport.close()
  await vi.waitFor(() => expect(target.openConnections).toBe(0), 10_000)
})
