// SPDX-License-Identifier: Apache-2.0
// How the transport handles HTTP status codes, malformed, truncated and oversized responses.
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { clientOf } from '../../../../src/lib/cluster/client.ts'
import { readBody } from '../../../../src/lib/cluster/transport/decode.ts'
import type { ApiRequest, TransportEvent } from '../../../../src/lib/cluster/transport/types.ts'
import type { KindSpec } from '../../../../src/lib/model/graph/kind.ts'
import { Sealed } from '../../../../src/lib/model/secret/sealed.ts'
import { failureOf, fakeClock, stubCredentials } from '../../../faults/clients.ts'
import { startProxy } from '../../../faults/proxy.ts'
import { faults, json, type Match, type Misdeed } from '../../../faults/server.ts'
import { afterwards, BOTH, GET, open, serve } from './setting.ts'

const WRITE: ApiRequest = { method: 'PATCH', path: '/api/v1/things/a', body: '{"a":1}' }

/** The misbehaviour for this many requests, regular responses afterwards. */
const first =
  (count: number, misdeed: Misdeed): Match =>
  (_method, _path, nth) =>
    nth <= count ? misdeed : undefined

describe.each(BOTH)('%s', (_name, http2) => {
  const transportFor = async (match: Match, clock = fakeClock()) => {
    const events: TransportEvent[] = []
    const target = await serve({ http2, match })
    const transport = open(target.config(), { clock, onEvent: (event) => events.push(event) })
    return { target, transport, events, clock }
  }

  test('429 waits as long as the server requests, then continues', async () => {
    const { transport, clock, events } = await transportFor(first(2, faults.status(429, { retryAfter: 7 })))
    expect(await transport.send(GET)).toMatchObject({ status: 200, attempts: 3 })
    expect(clock.waits).toEqual([7000, 7000])
    expect(events[0]).toEqual({
      type: 'waiting',
      ms: 7000,
      reason: 'server busy (429, asks to wait 7s)',
      httpStatus: 429,
    })
  })

  test('permanent 429 is throttled after four attempts', async () => {
    const { transport, target } = await transportFor(() => faults.status(429))
    const failure = await failureOf(transport.send(GET))
    expect(failure).toMatchObject({ fault: 'throttled', httpStatus: 429, attempts: 4, retryable: true })
    expect(failure.message).toBe('server busy (429), 4 tries')
    expect(target.seen).toHaveLength(4)
  })

  test('a Retry-After of more than 30 s is not waited for', async () => {
    const { transport, clock } = await transportFor(() => faults.status(429, { retryAfter: 31 }))
    const failure = await failureOf(transport.send(GET))
    expect(failure).toMatchObject({ fault: 'throttled', attempts: 1, message: 'server busy (429, asks to wait 31s)' })
    expect(clock.waits).toEqual([])
  })

  test('a write is retried after 429 and after 503 with Retry-After', async () => {
    const { transport } = await transportFor((_method, _path, nth) =>
      nth === 1 ? faults.status(429) : nth === 2 ? faults.status(503, { retryAfter: 1 }) : undefined,
    )
    expect(await transport.send(WRITE)).toMatchObject({ status: 200, attempts: 3 })
  })

  test.each([500, 502, 503, 504])('a read is retried after %i, with full jitter', async (code) => {
    const { transport, clock } = await transportFor(first(3, faults.status(code)))
    expect(await transport.send(GET)).toMatchObject({ status: 200, attempts: 4 })
    expect(clock.waits).toEqual([100, 200, 400])
  })

  test('permanent 503 is a server failure after four attempts', async () => {
    const { transport } = await transportFor(() => faults.status(503))
    const failure = await failureOf(transport.send(GET))
    expect(failure).toMatchObject({ fault: 'server', httpStatus: 503, attempts: 4 })
    expect(failure.message).toBe('server error (503), 4 tries')
  })

  test.each([500, 502, 503, 504])(
    'a write is never retried after a bare %i; the caller gets the response',
    async (code) => {
      const { transport, target } = await transportFor(() => faults.status(code))
      expect(await transport.send(WRITE)).toMatchObject({ status: code, attempts: 1 })
      expect(target.seen).toHaveLength(1)
    },
  )

  test.each([400, 403, 404, 409, 410, 422])('a %i is final and returned', async (code) => {
    const { transport, target } = await transportFor(() => faults.status(code))
    expect(await transport.send(GET)).toMatchObject({ status: code, attempts: 1 })
    expect(target.seen).toHaveLength(1)
  })

  test('a login page instead of JSON is malformed', async () => {
    const { transport, target } = await transportFor(() => faults.html())
    const failure = await failureOf(clientOf(target.config(), transport).json(GET))
    expect(failure.fault).toBe('malformed')
  })

  test('another kind, or invalid items, is malformed', async () => {
    const target = await serve({ http2 })
    const client = clientOf(target.config(), open(target.config(), { clock: fakeClock() }))
    const bodies = [
      '{"kind":"PodList","apiVersion":"v1","items":[]}',
      '{"kind":"NamespaceList","apiVersion":"v1","items":"oops"}',
    ]
    for (const body of bodies) {
      target.match = (_method, path) => (path.endsWith('/namespaces') ? faults.body(body) : undefined)
      target.handler = ({ path }) => discovery(path)
      const outcome = await client.list(NAMESPACES).then(
        (listing) => listing.failures,
        (error) => [error.failure],
      )
      expect(outcome).toMatchObject([{ fault: 'malformed' }])
    }
  })

  const CUTS: readonly [string, Misdeed][] = [
    ['a content-length that promises more', { type: 'truncate', how: 'length' }],
    ['a cut between chunks', { type: 'truncate', how: 'chunk' }],
    ['a reset in the body', { type: 'reset', bytes: 100 }],
    ['a connection closed in the body', { type: 'close', bytes: 100 }],
  ]

  test.each(CUTS)('%s is truncated; a read is retried', async (_what, misdeed) => {
    const once = await transportFor(first(1, misdeed))
    expect(await once.transport.send(GET)).toMatchObject({ status: 200, attempts: 2 })
    const always = await transportFor(() => misdeed)
    const failure = await failureOf(always.transport.send(GET))
    expect(failure).toMatchObject({ fault: 'truncated', attempts: 4, retryable: true })
    expect(failure.message).toMatch(/^the answer broke off after \d+ bytes, 4 tries$/)
  })

  test('a complete response with half a document is detected by the reader, not by the transport', async () => {
    const { transport, target } = await transportFor(() => ({ type: 'truncate', how: 'text' }))
    expect((await failureOf(clientOf(target.config(), transport).json(GET))).fault).toBe('truncated')
  })

  test.each(CUTS)('%s is not retried for a write, which may have taken effect', async (_what, misdeed) => {
    const { transport, target } = await transportFor(() => misdeed)
    const failure = await failureOf(transport.send(WRITE))
    expect(failure).toMatchObject({ fault: 'truncated', attempts: 1 })
    expect(failure.hint).toBe('it may have taken effect: look before you repeat it')
    expect(target.seen).toHaveLength(1)
  })

  test.each([{ type: 'reset' }, { type: 'close' }] as const)(
    'a $type before the headers is retried for a read only',
    async (misdeed) => {
      const { transport, target } = await transportFor((_method, _path, nth) => (nth === 1 ? misdeed : undefined))
      expect(await transport.send(GET)).toMatchObject({ status: 200, attempts: 2 })
      expect(await failureOf(transport.send(WRITE))).toMatchObject({ fault: 'unreachable', attempts: 1 })
      expect(target.seen.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
    },
  )

  test('invalid UTF-8 is an encoding failure', async () => {
    const { transport } = await transportFor(() => faults.invalidUtf8())
    const failure = await failureOf(transport.send(GET))
    expect(failure).toMatchObject({ fault: 'encoding', message: 'the answer is not valid UTF-8', attempts: 1 })
  })

  test('a gzip bomb is stopped at 64 MB', async () => {
    const { transport } = await transportFor(() => faults.gzipBomb(80))
    const failure = await failureOf(transport.send(GET))
    expect(failure).toMatchObject({ fault: 'toolarge', message: 'the answer is larger than 64 MB', attempts: 1 })
  })

  test('headers of more than 64 KB are refused', async () => {
    const { transport } = await transportFor(() => faults.hugeHeader(70_000))
    const failure = await failureOf(transport.send(GET))
    expect(failure).toMatchObject({ fault: 'toolarge', message: 'the headers of the answer are too large' })
  })

  test('absurd headers cause no hang or crash', async () => {
    const { transport, target } = await transportFor(() => faults.hugeHeader(500_000))
    expect(['toolarge', 'malformed']).toContain((await failureOf(transport.send(GET))).fault)
    target.match = () => undefined
    expect((await transport.send(GET)).status).toBe(200)
  })

  test('gzip is decoded, and invalid or truncated gzip is detected', async () => {
    const packed = gzipSync(JSON.stringify({ kind: 'Packed', filler: 'ü'.repeat(5000) }))
    const gzip = { 'content-encoding': 'gzip' }
    const { transport, target } = await transportFor(() => faults.body(packed, gzip))
    expect(JSON.parse((await transport.send(GET)).text)).toMatchObject({ kind: 'Packed' })
    target.match = () => faults.body(packed.subarray(0, packed.length - 12), gzip)
    expect((await failureOf(transport.send(GET))).fault).toBe('truncated')
    target.match = () => faults.body('plain text', gzip)
    expect((await failureOf(transport.send(GET))).fault).toBe('malformed')
    target.match = () => faults.body('{}', { 'content-encoding': 'br' })
    expect((await failureOf(transport.send(GET))).message).toBe('the answer has an encoding nobody asked for (br)')
  })

  test('the Date header gives the clock difference', async () => {
    const target = await serve({ http2, date: new Date(Date.now() + 600_000) })
    const transport = open(target.config())
    expect(transport.clockSkew()).toBeUndefined()
    const { clockSkew } = await transport.send(GET)
    expect(clockSkew).toBeGreaterThan(500_000)
    expect(clockSkew).toBeLessThan(610_000)
    expect(transport.clockSkew()).toBe(clockSkew)
  })
})

test('no retry wait goes beyond the deadline of the command', async () => {
  const clock = fakeClock()
  const target = await serve({ match: () => faults.status(429, { retryAfter: 20 }) })
  const transport = open(target.config(), { clock, deadline: clock.now() + 30_000 })
  expect(await failureOf(transport.send(GET))).toMatchObject({ fault: 'throttled', attempts: 2 })
  expect(clock.waits).toEqual([20_000])
})

test('the command can be cancelled while it waits for a throttling server', async () => {
  const target = await serve({ match: () => faults.status(429, { retryAfter: 25 }) })
  const stop = new AbortController()
  const transport = open(target.config(), { signal: stop.signal, onEvent: () => stop.abort() })
  expect(await failureOf(transport.send(GET))).toMatchObject({ fault: 'cancelled', message: 'cancelled' })
})

test('Retry-After may be a date', async () => {
  const clock = fakeClock(Date.parse('2026-11-16T12:00:00Z'))
  const target = await serve({
    match: (_method, _path, nth) =>
      nth === 1 ? faults.status(503, { retryAfter: 'Mon, 16 Nov 2026 12:00:09 GMT' }) : undefined,
  })
  await open(target.config(), { clock }).send(GET)
  expect(clock.waits).toEqual([9000])
})

test('a burst of 200 requests is sent at once, then 20 per second', async () => {
  const clock = fakeClock()
  const target = await serve()
  const transport = open(target.config(), { clock })
  for (let sent = 0; sent < 200; sent++) await transport.send(GET)
  expect(clock.waits).toEqual([])
  await transport.send(GET)
  await transport.send(GET)
  expect(clock.waits).toEqual([50, 50])
})

test('64 MB are accepted, one byte more is not', async () => {
  const megabyte = Buffer.alloc(1_048_576, ' ')
  const incoming = (extra: string) => ({
    status: 200,
    headers: {},
    body: Readable.from([...Array<Buffer>(64).fill(megabyte), Buffer.from(extra)]),
    complete: () => true,
  })
  const progress = () => ({ headers: true, bytes: 0 })
  expect(await readBody(incoming(''), progress())).toHaveLength(64 * 1_048_576)
  await expect(readBody(incoming('x'), progress())).rejects.toMatchObject({ fault: 'toolarge' })
})

test('compression is requested from remote servers and not on loopback', async () => {
  const target = await serve({ certificate: { dns: ['api.far.invalid'] } })
  const proxy = await startProxy({ route: { host: '127.0.0.1', port: target.port } })
  afterwards(() => proxy.close())
  const proxyUrl = new Sealed(`http://127.0.0.1:${proxy.port}`, 'proxy')
  await open(target.config()).send(GET)
  await open(target.config({ server: 'https://api.far.invalid', proxyUrl })).send(GET)
  expect(target.seen.map(({ headers }) => headers['accept-encoding'])).toEqual(['identity', 'gzip'])
})

test('the server path, the query and the user agent are sent correctly', async () => {
  const target = await serve()
  const config = target.config({ server: `${target.url}/k8s/clusters/c-1/` })
  await open(config, { userAgent: 'kubectl-c5c3/1.2.3' }).send({
    ...GET,
    query: { limit: 500, watch: undefined, x: 'a b&c' },
  })
  expect(target.seen[0]).toMatchObject({
    path: '/k8s/clusters/c-1/api',
    headers: { 'user-agent': 'kubectl-c5c3/1.2.3' },
  })
  expect([...target.seen[0]!.query]).toEqual([
    ['limit', '500'],
    ['x', 'a b&c'],
  ])
})

test.each(BOTH)('repeated headers of a credential are sent one by one over %s', async (_name, http2) => {
  const target = await serve({ http2 })
  const headers = { 'Impersonate-User': 'a', 'Impersonate-Group': ['one', 'two, three'] }
  await open(target.config(), { credentials: stubCredentials(() => ({ headers, generation: '' })) }).send(GET)
  expect(target.seen[0]?.headers).toMatchObject({ 'impersonate-user': 'a', 'impersonate-group': 'one, two, three' })
})

test('a token that is no valid header is refused without being shown', async () => {
  const target = await serve()
  const transport = open(target.config(), { credentials: stubCredentials('abc\ndef-canary') })
  const failure = await failureOf(transport.send(GET))
  expect(failure.fault).toBe('internal')
  expect(JSON.stringify(failure)).not.toContain('canary')
  expect(target.seen).toEqual([])
})

const NAMESPACES: KindSpec = {
  group: '',
  kind: 'Namespace',
  plural: 'namespaces',
  versions: ['v1'],
  namespaced: false,
  roles: [],
  keep: [],
}

function discovery(path: string) {
  const resources = [
    {
      name: 'namespaces',
      singularName: 'namespace',
      kind: 'Namespace',
      namespaced: false,
      verbs: ['list', 'get', 'watch'],
    },
  ]
  if (path === '/api') return json({ kind: 'APIVersions', versions: ['v1'] })
  if (path === '/apis') return json({ kind: 'APIGroupList', apiVersion: 'v1', groups: [] })
  return json({ kind: 'APIResourceList', apiVersion: 'v1', groupVersion: 'v1', resources })
}
