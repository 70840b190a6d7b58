// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, test } from 'vitest'
import type { VersionChoice } from '../../../../src/lib/cluster/read/choose-version.ts'
import { listKind } from '../../../../src/lib/cluster/read/list.ts'
import { freeBytes } from '../../../../src/lib/cluster/transport/decode.ts'
import type { ApiAnswer, ApiRequest } from '../../../../src/lib/cluster/transport/types.ts'
import { CEPH, ceph, cephKind, cephs, nodeKind, secretKind } from '../sample-kinds.ts'
import { refused, type Script, type ScriptedApi, startApi, type Told, told } from '../scripted-api.ts'

let api: ScriptedApi | undefined
const start = async (script: Script) => {
  api = await startApi([nodeKind, cephKind, secretKind], script)
  return api.client({ clock: { now: () => Date.now(), random: () => 0, sleep: async () => {} } })
}
afterEach(async () => {
  await api?.close()
  api = undefined
})

/** Answers the n-th request for CephClusters with the n-th element. */
const pages = (...answers: Told[]): Script => {
  return ({ path, nth }) => (path === CEPH ? (answers[nth - 1] ?? refused(500, 'Unscripted')) : undefined)
}
const more = (token: string) => ({ resourceVersion: '100', continue: token })
const expired = refused(410, 'Expired', 'The provided continue parameter is too old')

const bytesOf = (text: string) => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

describe('a list', () => {
  test('is read page by page in pages of 500', async () => {
    const client = await start(pages(cephs(['a', 'b'], more('t1')), cephs(['c'], more('t2')), cephs(['d'])))
    const listing = await client.list(cephKind, { labelSelector: 'a=b', fieldSelector: 'metadata.name!=x' })
    expect(listing.items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b', 'c', 'd'])
    expect(listing).toMatchObject({
      apiVersion: 'ceph.rook.io/v1',
      verified: true,
      resourceVersion: '100',
      failures: [],
    })
    const queries = api?.asked.filter(({ path }) => path === CEPH).map(({ query }) => Object.fromEntries(query))
    const selectors = { limit: '500', labelSelector: 'a=b', fieldSelector: 'metadata.name!=x' }
    expect(queries).toEqual([selectors, { ...selectors, continue: 't1' }, { ...selectors, continue: 't2' }])
    client.close()
  })

  test.each([
    ['a later page', [cephs(['a'], more('t1')), refused(404, 'NotFound')], {}],
    ['a namespace', [refused(403, 'Forbidden')], { fallbackNamespaces: ['a', 'b'] }],
  ] as const)('a 404 on %s is a failure of the list, never "not installed"', async (_, answers, options) => {
    const inNamespaces: Script = ({ path }) => {
      if (path === '/apis/ceph.rook.io/v1/namespaces/a/cephclusters') return cephs(['one'])
      return path.includes('/namespaces/b/') ? refused(404, 'NotFound') : undefined
    }
    const client = await start((apiRequest) => pages(...answers)(apiRequest) ?? inNamespaces(apiRequest))
    const listed = await client.list(cephKind, options).then(
      ({ failures }) => failures,
      ({ failure }) => [failure],
    )
    expect(listed.at(-1)).toMatchObject({ fault: 'server', httpStatus: 404 })
    client.close()
  })

  test('requests the next page before it parses the current one', async () => {
    const choice: VersionChoice = { resource: { ...cephKind, version: 'v1', verbs: ['list'] }, verified: true }
    const [first, second] = [cephs(['a'], more('t1')), cephs(['b'])].map(({ body }) => bytesOf(String(body)))
    const left: (number | undefined)[] = []
    const send = async ({ query }: ApiRequest): Promise<ApiAnswer> => {
      // The buffer of a parsed page is released at once.
      left.push(first?.length)
      const bytes = (query?.['continue'] === 't1' ? second : first) ?? Buffer.of()
      const headers = { 'content-type': 'application/json' }
      return { status: 200, headers, text: '', bytes, attempts: 1, release: () => freeBytes(bytes) }
    }
    const size = first?.length
    const { items } = await listKind(send, cephKind, choice)
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b'])
    expect([...left, first?.length]).toEqual([size, size, 0])
  })

  test('a 410 on a later page starts again and discards the first attempt', async () => {
    const client = await start(pages(cephs(['old'], more('t1')), expired, cephs(['a'], more('t2')), cephs(['b'])))
    const listing = await client.list(cephKind)
    expect(listing.items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b'])
    expect(listing.failures).toEqual([])
    client.close()
  })

  test('a second 410 is a failure, and the token it offers is not used', async () => {
    const offer = told({ ...JSON.parse(String(expired.body)), metadata: { continue: 'inconsistent' } }, 410)
    const client = await start(
      pages(cephs(['a'], more('t1')), offer, cephs(['a'], more('t2')), offer, cephs(['never'])),
    )
    await expect(client.list(cephKind)).rejects.toMatchObject({ failure: { fault: 'expired' } })
    expect(api?.asked.filter(({ path }) => path === CEPH)).toHaveLength(4)
    client.close()
  })

  test.each([
    ['a token that repeats', (nth: number) => cephs([`n${nth}`], more(nth % 2 === 0 ? 'even' : 'odd'))],
    ['the same page under ever new tokens', (nth: number) => cephs(['a', 'b'], more(`t${nth}`))],
    ['empty pages without end', (nth: number) => cephs([], more(`t${nth}`))],
  ])('%s is malformed', async (_, page) => {
    const client = await start(({ path, nth }) => (path === CEPH ? page(nth) : undefined))
    await expect(client.list(cephKind)).rejects.toMatchObject({ failure: { fault: 'malformed', verb: 'list' } })
    expect(api?.asked.length).toBeLessThan(20)
    client.close()
  })

  test('a transient server failure does not change the result', async () => {
    const client = await start(pages(refused(503, 'ServiceUnavailable'), refused(500, 'InternalError'), cephs(['a'])))
    expect((await client.list(cephKind)).items).toHaveLength(1)
    client.close()
  })

  test('a login page is not an empty list', async () => {
    const client = await start(pages({ type: 'text/html', body: '<html>log in</html>' }))
    await expect(client.list(cephKind)).rejects.toMatchObject({ failure: { fault: 'malformed' } })
    client.close()
  })

  test.each([
    ['another kind of list', { kind: 'PodList', metadata: {}, items: [] }],
    ['a Table', { kind: 'Table', metadata: {}, rows: [] }],
    ['an object', ceph('a')],
    ['items that are null', { kind: 'CephClusterList', metadata: {}, items: null }],
    ['items that are text', { kind: 'CephClusterList', metadata: {}, items: 'oops' }],
    ['items that are a map', { kind: 'CephClusterList', metadata: {}, items: { 0: ceph('a') } }],
    ['no items', { kind: 'CephClusterList', metadata: {} }],
  ])('%s is malformed', async (_, body) => {
    const client = await start(pages(told(body)))
    await expect(client.list(cephKind)).rejects.toMatchObject({
      failure: { fault: 'malformed', resource: 'cephclusters.ceph.rook.io' },
    })
    client.close()
  })

  test.each([
    ['null', null],
    ['text', 'oops'],
    ['a list', []],
    ['nameless', { metadata: { namespace: 'x' } }],
    ['without metadata', { kind: 'CephCluster' }],
    ['of another kind', { kind: 'Pod', metadata: { name: 'p' } }],
    ['nested without end', { metadata: { name: 'deep' }, spec: JSON.parse('['.repeat(3000) + ']'.repeat(3000)) }],
  ])('an item that is %s is left out and reported', async (_, item) => {
    const body = { kind: 'CephClusterList', metadata: { resourceVersion: '1' }, items: [ceph('a'), item, ceph('b')] }
    const client = await start(pages(told(body)))
    const listing = await client.list(cephKind)
    expect(listing.items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b'])
    expect(listing.failures).toMatchObject([{ fault: 'malformed', message: expect.stringContaining('item 1') }])
    client.close()
  })

  test('metadata of the wrong type is left out and reported', async () => {
    const invalid = {
      ...ceph('a'),
      metadata: { name: 'a', labels: { n: 3 }, generation: '4', finalizers: 'x', uid: 'u' },
    }
    const client = await start(pages(told({ kind: 'List', metadata: {}, items: [invalid] })))
    const { items, failures } = await client.list(cephKind)
    expect(items[0]?.metadata).toEqual({ name: 'a', uid: 'u' })
    expect(failures[0]?.message).toMatch(/generation of a.*labels of a.*finalizers of a/)
    client.close()
  })

  test('a truncated document is requested once more', async () => {
    const whole = cephs(['a'])
    const client = await start(pages({ body: String(whole.body).slice(0, 60) }, whole))
    expect((await client.list(cephKind)).items).toHaveLength(1)
    client.close()
  })

  test('a page with invalid JSON is requested once more, and the following page once', async () => {
    const choice: VersionChoice = { resource: { ...cephKind, version: 'v1', verbs: ['list'] }, verified: true }
    const [first, second] = [cephs(['a'], more('t1')), cephs(['b'])].map(({ body }) => String(body))
    const tokens: unknown[] = []
    const send = async ({ query }: ApiRequest): Promise<ApiAnswer> => {
      const token = query?.['continue']
      const broken = tokens.length === 0 ? first?.replace('"a"', '"a') : first
      tokens.push(token)
      const text = (token === 't1' ? second : broken) ?? ''
      return { status: 200, headers: { 'content-type': 'application/json' }, text, attempts: 1 }
    }
    const { items } = await listKind(send, cephKind, choice)
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b'])
    expect(tokens).toEqual([undefined, 't1', undefined])
  })

  test('invalid UTF-8 is reported, not replaced', async () => {
    const [before, after] = String(cephs(['a']).body).split('Ready')
    const body = Buffer.concat([Buffer.from(`${before}`), Buffer.from([0xff, 0xc0]), Buffer.from(`${after}`)])
    const client = await start(pages({ body }, { body }, { body }, { body }, { body }))
    await expect(client.list(cephKind)).rejects.toMatchObject({ failure: { fault: 'encoding', verb: 'list' } })
    client.close()
  })

  test('an object that owns itself is kept unchanged', async () => {
    const owner = { apiVersion: 'ceph.rook.io/v1', kind: 'CephCluster', name: 'a', uid: 'uid-a' }
    const own = { ...ceph('a'), metadata: { ...ceph('a').metadata, ownerReferences: [owner] } }
    const client = await start(pages(told({ kind: 'List', metadata: {}, items: [own] })))
    expect((await client.list(cephKind)).items[0]?.metadata.ownerReferences).toEqual([owner])
    client.close()
  })

  test('the same name in two namespaces is two objects', async () => {
    const twin = { ...ceph('a'), metadata: { name: 'a', namespace: 'other', uid: 'uid-2' } }
    const client = await start(pages(told({ kind: 'List', metadata: {}, items: [ceph('a'), twin] })))
    expect((await client.list(cephKind)).items.map(({ metadata }) => metadata.uid)).toEqual(['uid-a', 'uid-2'])
    client.close()
  })

  test('the clock of the server is known after the first response', async () => {
    const client = await start(pages(cephs([])))
    expect(client.clockSkew()).toBeUndefined()
    await client.list(cephKind)
    expect(Math.abs(client.clockSkew() ?? 1e9)).toBeLessThan(60_000)
    client.close()
  })

  test('stops when it is cancelled', async () => {
    const stop = new AbortController()
    const client = await start(({ path }) => {
      if (path !== CEPH) return undefined
      stop.abort()
      return { chunks: [], ending: 'hang' }
    })
    await expect(client.list(cephKind, { signal: stop.signal })).rejects.toMatchObject({
      failure: { fault: 'cancelled' },
    })
    client.close()
  })
})

describe('a forbidden list', () => {
  const denied = refused(403, 'Forbidden', 'User "ann" cannot list')
  const inNamespace = (namespace: string) => `/apis/ceph.rook.io/v1/namespaces/${namespace}/cephclusters`

  test('is a failure, never an empty list', async () => {
    const client = await start(pages(denied))
    await expect(client.list(cephKind)).rejects.toMatchObject({ failure: { fault: 'forbidden' } })
    client.close()
  })

  test('is read in the readable namespaces, and reports what was not read', async () => {
    const client = await start(({ path }) => {
      if (path === CEPH || path === inNamespace('b')) return denied
      return path === inNamespace('a') ? cephs(['one']) : undefined
    })
    const listing = await client.list(cephKind, { fallbackNamespaces: ['a', 'b', 'a'] })
    expect(listing.items).toHaveLength(1)
    expect(listing.onlyNamespaces).toEqual(['a'])
    expect(listing.failures).toMatchObject([
      { fault: 'forbidden', message: expect.stringContaining('read only in a') },
      { fault: 'forbidden', namespace: 'b' },
    ])
    client.close()
  })

  test('stays forbidden if no namespace is readable', async () => {
    const client = await start(() => undefined)
    if (api) api.script = ({ path }) => (path.includes('cephclusters') ? denied : undefined)
    await expect(client.list(cephKind, { fallbackNamespaces: ['a', 'b'] })).rejects.toMatchObject({
      failure: { fault: 'forbidden' },
    })
    client.close()
  })

  test('has no fallback if a single namespace was requested', async () => {
    const client = await start(({ path }) => (path === inNamespace('a') ? cephs(['one']) : denied))
    if (api)
      api.script = ({ path }) => (path === inNamespace('a') ? cephs(['one']) : path === CEPH ? denied : undefined)
    const listing = await client.list(cephKind, { namespace: 'a' })
    expect(listing).toMatchObject({ failures: [], items: [{ metadata: { name: 'one' } }] })
    expect(listing.onlyNamespaces).toBeUndefined()
    client.close()
  })

  test('has no fallback for a cluster-scoped kind', async () => {
    const client = await start(({ path }) => (path === '/api/v1/nodes' ? denied : undefined))
    await expect(client.list(nodeKind, { fallbackNamespaces: ['a'] })).rejects.toMatchObject({
      failure: { fault: 'forbidden', resource: 'nodes' },
    })
    client.close()
  })
})

describe('very many objects', () => {
  const choice: VersionChoice = {
    resource: { group: '', version: 'v1', kind: 'Node', plural: 'nodes', namespaced: false, verbs: [] },
    verified: true,
  }
  const filler = 'x'.repeat(200)
  /** Pages are generated on demand, so that only projected fields can stay in memory. */
  const serving =
    (total: number) =>
    async (request: ApiRequest): Promise<ApiAnswer> => {
      const from = Number(request.query?.['continue'] ?? 0)
      const to = Math.min(total, from + Number(request.query?.['limit']))
      const items = Array.from({ length: to - from }, (_, i) => ({
        metadata: { name: `n${from + i}`, uid: `u${from + i}`, managedFields: [{ fieldsV1: { 'f:spec': {} } }] },
        spec: { unschedulable: false, podCIDR: filler, taints: [] },
        status: { conditions: [{ type: 'Ready', status: 'True' }], images: [filler] },
      }))
      const metadata = { resourceVersion: '1', ...(to < total ? { continue: String(to) } : {}) }
      const text = JSON.stringify({ kind: 'NodeList', apiVersion: 'v1', metadata, items })
      return { status: 200, headers: { 'content-type': 'application/json' }, text, attempts: 1 }
    }

  test('25,000 are reduced to the projected fields of their kind', async () => {
    const { items, failures } = await listKind(serving(25_000), nodeKind, choice)
    expect(failures).toEqual([])
    expect(items).toHaveLength(25_000)
    const fields = new Set(items.flatMap((item) => leaves(item)))
    expect([...fields].sort()).toEqual([
      'apiVersion',
      'kind',
      'metadata.name',
      'metadata.uid',
      'spec.unschedulable',
      'status.conditions.status',
      'status.conditions.type',
    ])
    expect(JSON.stringify(items)).not.toContain(filler)
  })

  test('beyond 200,000 the list ends with a failure', async () => {
    let generated = 0
    const endless = async (request: ApiRequest): Promise<ApiAnswer> => {
      const items = Array.from({ length: 5000 }, () => `{"metadata":{"name":"n${generated++}"}}`)
      const text = `{"kind":"NodeList","metadata":{"continue":"t${generated}"},"items":[${items.join()}]}`
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        text,
        attempts: Number(request.query?.['limit']),
      }
    }
    const { items, failures } = await listKind(endless, nodeKind, choice)
    expect(items).toHaveLength(200_000)
    expect(failures).toMatchObject([
      { fault: 'toolarge', message: expect.stringContaining('200,000'), resource: 'nodes' },
    ])
  })
})

function leaves(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((element) => leaves(element, path))
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`))
}
