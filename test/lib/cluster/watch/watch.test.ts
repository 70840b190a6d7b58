// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, test } from 'vitest'
import type { Clock } from '../../../../src/lib/cluster/transport/types.ts'
import type { ListOptions, WatchEvent } from '../../../../src/lib/cluster/types.ts'
import { type OpenWatch, watch } from '../../../../src/lib/cluster/watch/watch.ts'
import { LIMITS } from '../../../../src/lib/model/landscape/limits.ts'
import { CEPH, ceph, cephKind, cephs } from '../sample-kinds.ts'
import { event, refused, type Script, type ScriptedApi, startApi, type Told } from '../scripted-api.ts'

/** Time passes only during sleep; the pause that decides whether a stream is healthy never ends by itself. */
class FakeClock implements Clock {
  readonly slept: number[] = []
  settles = false
  #now = 1_000_000
  now = () => this.#now
  random = () => 0.5
  sleep = (ms: number, signal: AbortSignal): Promise<void> => {
    if (ms === SETTLE && !this.settles)
      return new Promise((resolve) => {
        if (signal.aborted) resolve()
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    this.#now += ms
    if (ms !== SETTLE) this.slept.push(ms)
    return new Promise((resolve) => setImmediate(resolve))
  }
}
const SETTLE = 1000

let api: ScriptedApi | undefined
const stops: AbortController[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) stop.abort()
  await api?.close()
  api = undefined
})

/** Answers lists with the first function and watches with the second; both get the number of the request. */
async function start(listed: (nth: number) => Told, watched: (nth: number) => Told, clock = new FakeClock()) {
  const script: Script = ({ path, nth, watch: watching }) =>
    path === CEPH ? (watching ? watched(nth) : listed(nth)) : undefined
  api = await startApi([cephKind], script)
  const client = api.client({ clock })
  const stop = new AbortController()
  stops.push(stop)
  const begin = (options: ListOptions = {}) =>
    client.watch(cephKind, { signal: stop.signal, ...options })[Symbol.asyncIterator]()
  return { begin, stop, clock, client }
}

type Events = AsyncIterator<WatchEvent>

/** The next events in short form: listed a,b · put a@7 · deleted a@8 · stale server 1 · live. */
async function take(events: Events, count: number): Promise<string[]> {
  const seen: string[] = []
  while (seen.length < count) {
    const { value, done } = await events.next()
    seen.push(done ? 'end' : short(value))
    if (done) break
  }
  return seen
}

function short(event: WatchEvent): string {
  switch (event.type) {
    case 'listed':
      return `listed ${event.listing.items.map(({ metadata }) => metadata.name).join()}`
    case 'stale':
      return `stale ${event.failure.fault} ${event.failedTries}`
    case 'live':
      return 'live'
    case 'polled':
      return event.failure ? `polled ${event.failure.fault}` : 'polled'
    default:
      return `${event.type} ${event.object.metadata.name}@${event.object.metadata.resourceVersion}`
  }
}

const hang = (...chunks: (string | Uint8Array)[]): Told => ({ chunks, ending: 'hang' })
const end = (...chunks: string[]): Told => ({ chunks, ending: 'end' })
const cut = (...chunks: string[]): Told => ({ chunks, ending: 'cut' })
const bookmark = (resourceVersion: string) => event('BOOKMARK', { kind: 'CephCluster', metadata: { resourceVersion } })
const error = (code: number, reason: string) =>
  event('ERROR', { kind: 'Status', status: 'Failure', code, reason, message: 'm' })
const watches = () =>
  api?.asked.filter(({ watch: watching }) => watching).map(({ query }) => query.get('resourceVersion'))

describe('a watch', () => {
  test('lists, then follows from the resourceVersion of the list, with bookmarks and a timeout', async () => {
    const { begin } = await start(
      () => cephs(['a']),
      () =>
        hang(event('ADDED', ceph('b', '101')), event('MODIFIED', ceph('b', '102')), event('DELETED', ceph('a', '103'))),
    )
    const events = begin({ labelSelector: 'x=y' })
    expect(await take(events, 4)).toEqual(['listed a', 'put b@101', 'put b@102', 'deleted a@103'])
    const request = api?.asked.find(({ watch: watching }) => watching)
    expect(Object.fromEntries(request?.query ?? [])).toEqual({
      watch: 'true',
      allowWatchBookmarks: 'true',
      resourceVersion: '100',
      labelSelector: 'x=y',
      timeoutSeconds: '450',
    })
  })

  test('a kind with a selector sends it with the list and the watch', async () => {
    api = await startApi([cephKind], ({ path, watch: watching }) =>
      path === CEPH ? (watching ? hang() : cephs([])) : undefined,
    )
    const client = api.client({ clock: new FakeClock() })
    const stop = new AbortController()
    stops.push(stop)
    const kind = { ...cephKind, fieldSelector: 'type=Warning' }
    const options = { signal: stop.signal, fieldSelector: 'metadata.name!=x' }
    const events = client.watch(kind, options)[Symbol.asyncIterator]()
    await events.next()
    const ended = events.next()
    await expect.poll(() => watches()?.length).toBe(1)
    const selectors = api.asked.filter(({ path }) => path === CEPH).map(({ query }) => query.get('fieldSelector'))
    expect(selectors).toEqual(Array(2).fill('type=Warning,metadata.name!=x'))
    stop.abort()
    expect(await ended).toMatchObject({ done: true })
  })

  test('requests a long watch if bookmarks arrive before the idle limit', async () => {
    api = await startApi([cephKind], ({ path, watch: watching }) =>
      path === CEPH ? (watching ? hang() : cephs([])) : undefined,
    )
    const client = api.client({ clock: new FakeClock(), limits: { ...LIMITS, watchIdle: 90_000 } })
    const stop = new AbortController()
    stops.push(stop)
    const events = client.watch(cephKind, { signal: stop.signal })[Symbol.asyncIterator]()
    await events.next()
    const ended = events.next()
    await expect.poll(() => watches()?.length).toBe(1)
    expect(api.asked.at(-1)?.query.get('timeoutSeconds')).toBe('450')
    stop.abort()
    expect(await ended).toMatchObject({ done: true })
  })

  test('is resumed from the last event or bookmark when the server ends it, without a stale event', async () => {
    const { begin, clock } = await start(
      () => cephs(['a']),
      (nth) =>
        [end(event('ADDED', ceph('b', '101'))), end(bookmark('150')), hang(event('ADDED', ceph('c', '151')))][
          nth - 1
        ] ?? hang(),
    )
    expect(await take(begin(), 3)).toEqual(['listed a', 'put b@101', 'put c@151'])
    expect(watches()).toEqual(['100', '101', '150'])
    expect(clock.slept).toEqual([])
  })

  test('a dropped connection makes facts stale, a resumed one makes them live again', async () => {
    const { begin, clock } = await start(
      () => cephs(['a']),
      (nth) => (nth === 1 ? cut(event('ADDED', ceph('b', '101'))) : hang(event('MODIFIED', ceph('b', '102')))),
    )
    expect(await take(begin(), 5)).toEqual([
      'listed a',
      'put b@101',
      expect.stringMatching(/^stale \w+ 1$/),
      'live',
      'put b@102',
    ])
    expect(watches()).toEqual(['100', '101'])
    expect(clock.slept).toHaveLength(1)
  })

  test('a stream that stays open without an event is live too', async () => {
    const clock = new FakeClock()
    const { begin } = await start(
      () => cephs([]),
      (nth) => (nth === 1 ? cut(bookmark('101')) : hang()),
      clock,
    )
    const events = begin()
    expect(await take(events, 2)).toEqual(['listed ', expect.stringMatching(/^stale/)])
    clock.settles = true
    expect(await take(events, 1)).toEqual(['live'])
  })

  test.each([
    ['inside HTTP 200', end(error(410, 'Expired'))],
    ['as HTTP 410', refused(410, 'Expired')],
  ])('410 %s lists again at once', async (_, gone) => {
    const { begin, clock } = await start(
      (nth) => cephs([`list${nth}`], { resourceVersion: String(nth * 100) }),
      (nth) => (nth === 1 ? gone : hang(event('ADDED', ceph('b', '201')))),
    )
    expect(await take(begin(), 3)).toEqual(['listed list1', 'listed list2', 'put b@201'])
    expect(watches()).toEqual(['100', '200'])
    expect(clock.slept).toEqual([])
  })

  test('repeated 410 does not loop without a pause', async () => {
    const { begin, clock } = await start(
      () => cephs([]),
      () => end(error(410, 'Expired')),
    )
    expect(await take(begin(), 6)).toEqual([
      'listed ',
      'listed ',
      'stale expired 2',
      'listed ',
      'stale expired 3',
      'listed ',
    ])
    expect(clock.slept).toEqual([expect.any(Number), expect.any(Number)])
  })

  test('another ERROR event is a failure and is resumed, not ignored', async () => {
    const { begin } = await start(
      () => cephs([]),
      (nth) => (nth === 1 ? end(bookmark('120'), error(500, 'InternalError')) : hang(bookmark('121'))),
    )
    expect(await take(begin(), 3)).toEqual(['listed ', 'stale server 1', 'live'])
    expect(watches()).toEqual(['100', '120'])
  })

  test.each([
    ['a line that is no JSON', 'garbage\n', 'malformed'],
    ['an event without metadata', event('ADDED', { kind: 'CephCluster' }), 'malformed'],
    ['an event without an object', event('ADDED', undefined), 'malformed'],
    [
      'an event of another kind',
      event('ADDED', { kind: 'Pod', metadata: { name: 'p', resourceVersion: '1' } }),
      'malformed',
    ],
    ['an event without a version', event('ADDED', { metadata: { name: 'p' } }), 'malformed'],
    ['an event of an unknown type', event('RENAMED', ceph('b', '1')), 'malformed'],
    ['a bookmark without a version', event('BOOKMARK', {}), 'malformed'],
    ['a number', '7\n', 'malformed'],
    ['half a line', '{"type":"ADDED","obj', 'truncated'],
    ['a line that is too long', `"${'x'.repeat(8 * 1024 * 1024)}"\n`, 'toolarge'],
  ])('%s is reported, and the objects that it may have hidden are listed again', async (_, line, fault) => {
    const { begin } = await start(
      (nth) => cephs([`list${nth}`]),
      (nth) => (nth === 1 ? end(line) : hang(event('ADDED', ceph('b', '201')))),
    )
    const relisted = fault === 'truncated' ? ['live'] : ['listed list2']
    expect(await take(begin(), 4)).toEqual(['listed list1', `stale ${fault} 1`, ...relisted, 'put b@201'])
  })

  test('U+2028 in an event is text, made visible', async () => {
    const { begin } = await start(
      () => cephs([]),
      () =>
        hang(`{"type":"ADDED","object":{"metadata":{"name":"b","resourceVersion":"9","labels":{"l":"x\u2028y"}}}}\n`),
    )
    const events = begin()
    await take(events, 1)
    const { value } = await events.next()
    expect(value).toMatchObject({ type: 'put', object: { metadata: { labels: { l: 'x\\u{2028}y' } } } })
  })

  test('a login page instead of a stream is malformed', async () => {
    const { begin } = await start(
      () => cephs([]),
      () => ({ type: 'text/html', body: '<html>' }),
    )
    expect(await take(begin(), 2)).toEqual(['listed ', 'stale malformed 1'])
  })

  test('consecutive failures are counted and the pauses grow', async () => {
    const { begin, clock } = await start(
      (nth) => (nth === 1 ? cephs(['a']) : cephs(['never'])),
      (nth) => (nth <= 6 ? cut() : hang(bookmark('150'))),
    )
    expect((await take(begin(), 8)).map((text) => text.replace(/ [a-z]+ /, ' '))).toEqual([
      'listed a',
      ...[1, 2, 3, 4, 5, 6].map((n) => `stale ${n}`),
      'live',
    ])
    const backoffs = clock.slept.slice(-6)
    expect(backoffs).toEqual([...backoffs].sort((a, b) => a - b))
    expect(backoffs.at(-1)).toBeLessThanOrEqual(30_000)
  })

  test('a server that ends every watch at once does not cause a request loop', async () => {
    const { begin } = await start(
      () => cephs([]),
      () => end(),
    )
    expect(await take(begin(), 4)).toEqual(['listed ', 'stale server 1', 'stale server 2', 'stale server 3'])
  })

  test('a forbidden watch is reported once, and the kind is listed at an interval', async () => {
    const { begin, clock } = await start(
      (nth) => cephs([`list${nth}`]),
      () => refused(403, 'Forbidden'),
    )
    expect(await take(begin(), 4)).toEqual(['listed list1', 'polled forbidden', 'listed list2', 'listed list3'])
    expect(watches()).toEqual(['100'])
    expect(clock.slept).toEqual([10_000, 10_000])
  })

  test('a kind without the verb watch is listed at an interval too', async () => {
    const { begin } = await start(
      (nth) => cephs([`list${nth}`]),
      () => refused(405, 'MethodNotAllowed'),
    )
    expect(await take(begin(), 3)).toEqual(['listed list1', 'polled server', 'listed list2'])
  })

  test('a forbidden list is stale from the start and retried', async () => {
    const { begin } = await start(
      (nth) => (nth < 3 ? refused(403, 'Forbidden') : cephs(['a'])),
      () => hang(bookmark('101')),
    )
    expect(await take(begin(), 3)).toEqual(['stale forbidden 1', 'stale forbidden 2', 'listed a'])
  })

  test('namespaces read instead of the cluster are listed at an interval', async () => {
    const inA = CEPH.replace('v1/', 'v1/namespaces/a/')
    api = await startApi([cephKind], ({ path, nth }) =>
      path === CEPH ? refused(403, 'Forbidden') : path === inA ? cephs([`list${nth}`]) : undefined,
    )
    const stop = new AbortController()
    stops.push(stop)
    const options = { signal: stop.signal, fallbackNamespaces: ['a'] }
    const events = api.client({ clock: new FakeClock() }).watch(cephKind, options)[Symbol.asyncIterator]()
    expect(await take(events, 3)).toEqual(['listed list1', 'polled', 'listed list2'])
    expect(watches()).toEqual([])
  })

  test('a kind that is not installed is stale, and is found once it is installed', async () => {
    const clock = new FakeClock()
    api = await startApi([cephKind], ({ path, nth, watch: watching }) => {
      if (path === '/apis' && nth === 1) return { body: '{"kind":"APIGroupDiscoveryList","items":[]}' }
      return path === CEPH ? (watching ? hang() : cephs(['a'])) : undefined
    })
    const stop = new AbortController()
    stops.push(stop)
    const events = api.client({ clock }).watch(cephKind, { signal: stop.signal })[Symbol.asyncIterator]()
    const seen: string[] = []
    while (!seen.at(-1)?.startsWith('listed')) seen.push(...(await take(events, 1)))
    expect(seen[0]).toBe('stale notinstalled 1')
    expect(seen.at(-1)).toBe('listed a')
    expect(api.asked.filter(({ path }) => path === '/apis')).toHaveLength(2)
  })

  const gone: Told = { status: 404, type: 'text/plain', body: '404 page not found' }

  test('a watch that answers 404 is stale, not absent, and lists again', async () => {
    const { begin } = await start(
      (nth) => cephs([`list${nth}`]),
      (nth) => (nth === 1 ? gone : hang()),
    )
    expect(await take(begin(), 3)).toEqual(['listed list1', 'stale server 1', 'listed list2'])
  })

  test('a kind that is removed while it is watched is not installed once discovery confirms it', async () => {
    let isRemoved = false
    api = await startApi([cephKind], ({ path, watch: watching }) => {
      if (path === '/apis' && isRemoved) return { body: '{"kind":"APIGroupDiscoveryList","items":[]}' }
      if (path !== CEPH) return undefined
      if (watching) isRemoved = true
      return isRemoved ? gone : cephs(['a'])
    })
    const stop = new AbortController()
    stops.push(stop)
    const events = api.client({ clock: new FakeClock() }).watch(cephKind, { signal: stop.signal })
    const seen = await take(events[Symbol.asyncIterator](), 3)
    expect(seen).toEqual(['listed a', 'stale server 1', 'stale notinstalled 2'])
  })

  test('an object that is recreated under its name has its new UID', async () => {
    const anew = { ...ceph('a', '103'), metadata: { name: 'a', uid: 'uid-new', resourceVersion: '103' } }
    const { begin } = await start(
      () => cephs(['a']),
      () => hang(event('DELETED', ceph('a', '102')), event('ADDED', anew)),
    )
    const events = begin()
    await take(events, 2)
    expect((await events.next()).value).toMatchObject({ type: 'put', object: { metadata: { uid: 'uid-new' } } })
  })
})

describe('a watch that is stopped', () => {
  test('ends at once while it waits for events, and closes the stream', async () => {
    const { begin, stop } = await start(
      () => cephs([]),
      () => hang(),
    )
    const events = begin()
    await take(events, 1)
    const next = events.next()
    await expect.poll(() => watches()?.length).toBe(1)
    stop.abort()
    expect(await next).toMatchObject({ done: true })
    await expect.poll(() => api?.open).toBe(0)
  })

  test('opens nothing after a stop during the pause', async () => {
    const clock = new FakeClock()
    const { begin, stop } = await start(
      () => cephs([]),
      () => cut(),
      clock,
    )
    const events = begin()
    clock.sleep = (_ms, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    await take(events, 2)
    const next = events.next()
    const before = api?.asked.length
    stop.abort()
    expect(await next).toMatchObject({ done: true })
    await new Promise((resolve) => setImmediate(resolve))
    expect(api?.asked.length).toBe(before)
    expect(await events.next()).toMatchObject({ done: true })
  })

  test('ends at once while the list is in flight', async () => {
    const { begin, stop } = await start(
      () => hang('{"kind":'),
      () => hang(),
    )
    const next = begin().next()
    await expect.poll(() => api?.asked.length).toBe(3)
    stop.abort()
    expect(await next).toMatchObject({ done: true })
  })

  test('ends when the reader stops, and closes the stream', async () => {
    const { begin } = await start(
      () => cephs([]),
      () => hang(event('ADDED', ceph('b', '101'))),
    )
    for await (const seen of { [Symbol.asyncIterator]: () => begin() }) if (seen.type === 'put') break
    await expect.poll(() => api?.open).toBe(0)
  })

  test('does not start if it was stopped before', async () => {
    const { begin, stop } = await start(
      () => cephs([]),
      () => hang(),
    )
    stop.abort()
    expect(await begin().next()).toMatchObject({ done: true })
    expect(api?.asked).toEqual([])
  })

  test('ends when its client is closed', async () => {
    const { begin, client } = await start(
      () => cephs([]),
      () => hang(),
    )
    const events = begin()
    await take(events, 1)
    const next = events.next()
    await expect.poll(() => watches()?.length).toBe(1)
    client.close()
    expect(await next).toMatchObject({ done: true })
  })
})

describe('a stream that becomes silent', () => {
  test('is stale, and opening the next one does not make it live again', async () => {
    const clock = new FakeClock()
    clock.settles = true
    api = await startApi([cephKind], ({ path, watch: watching, nth }) =>
      path === CEPH ? (watching ? (nth < 4 ? hang() : hang(bookmark('101'))) : cephs([])) : undefined,
    )
    const stop = new AbortController()
    stops.push(stop)
    const client = api.client({ clock, limits: { ...LIMITS, watchIdle: 300 } })
    const events = client.watch(cephKind, { signal: stop.signal })[Symbol.asyncIterator]()
    expect(await take(events, 5)).toEqual(['listed ', 'stale timeout 1', 'stale timeout 2', 'stale timeout 3', 'live'])
  })

  test('a bug below is reported as such and does not end the watch', async () => {
    const stop = new AbortController()
    const open = async (): Promise<OpenWatch> => {
      throw new TypeError('cannot read properties of undefined')
    }
    const listing = { items: [], apiVersion: 'v1', verified: true, resourceVersion: '1', failures: [] }
    const events = watch({ list: async () => listing, open }, stop.signal, new FakeClock())
    expect(await take(events, 3)).toEqual(['listed ', 'stale internal 1', 'stale internal 2'])
    stop.abort()
    expect(await take(events, 1)).toEqual(['end'])
  })
})
