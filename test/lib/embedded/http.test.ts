// SPDX-License-Identifier: Apache-2.0
import { connect as dialHttp2 } from 'node:http2'
import { request } from 'node:https'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { running, secretYaml } from './fleet.ts'

const many = (count: number) =>
  Array.from(
    { length: count },
    (_, i) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: c-${i}, namespace: default }\ndata: { text: ${'x'.repeat(100)} }\n`,
  ).join('---\n')

describe('the server', () => {
  test('supports HTTP/2 and HTTP/1.1, and its Date header is the clock of the fleet', async () => {
    const fleet = await running({ 'management.yaml': secretYaml('s'), 'fleet.yaml': 'now: 2026-11-16T12:00:00Z\n' })
    const { url, ca, token } = fleet.cluster('management')
    const first = await fleet.api('management').get('/version')
    expect(first.headers['date']).toBe('Mon, 16 Nov 2026 12:00:00 GMT')
    const session = dialHttp2(url, { ca })
    const head = await new Promise<Record<string, unknown>>((resolve) => {
      const stream = session.request({ ':path': '/version', authorization: `Bearer ${token}` })
      stream.on('response', resolve)
      stream.resume()
    })
    session.close()
    expect([head[':status'], head['date']]).toEqual([200, 'Mon, 16 Nov 2026 12:00:00 GMT'])
    expect(fleet.now.toISOString()).toBe('2026-11-16T12:00:00.000Z')
  })

  test('a running clock advances, a stopped one does not', async () => {
    const files = { 'management.yaml': secretYaml('s'), 'fleet.yaml': 'now: 2026-11-16T12:00:00Z\n' }
    const ticking = (await running(files, { clock: 'running' })).api('management')
    const date = async () => Date.parse(String((await ticking.get('/version')).headers['date']))
    const began = await date()
    await expect.poll(date, { timeout: 10_000 }).toBeGreaterThan(began)
    expect(began).toBeGreaterThanOrEqual(Date.parse('2026-11-16T12:00:00Z'))
    const still = (await running(files)).api('management')
    const created = await still.post('/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'x' },
    })
    expect(created.body.metadata.creationTimestamp).toBe('2026-11-16T12:00:00Z')
  })

  test('compresses large responses on request, and lists ten thousand objects', async () => {
    const fleet = await running({ 'management.yaml': many(10_000) })
    const { url, ca, token } = fleet.cluster('management')
    const raw = await new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
      request(new URL('/api/v1/configmaps', url), {
        ca,
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' },
      })
        .once('error', reject)
        .once('response', async (incoming) => {
          const bytes = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>))
          resolve({ encoding: incoming.headers['content-encoding'], bytes })
        })
        .end()
    })
    expect(raw.encoding).toBe('gzip')
    expect(JSON.parse(gunzipSync(raw.bytes).toString()).items).toHaveLength(10_000)
    let token2 = ''
    let seen = 0
    do {
      const { body } = await fleet.api('management').get(`/api/v1/configmaps?limit=3000&continue=${token2}`)
      seen += body.items.length
      token2 = body.metadata.continue ?? ''
    } while (token2 !== '')
    expect(seen).toBe(10_000)
  })

  test('closes at once, even with an open watch', async () => {
    const fleet = await running({ 'management.yaml': secretYaml('s') })
    const watch = await fleet.api('management').watch('/api/v1/secrets?watch=1')
    await watch.next()
    await fleet.close()
    await expect(watch.next()).rejects.toThrow()
  })

  test('a body beyond the limit is 413, an invalid URL escape 400', async () => {
    const api = (await running({ 'management.yaml': secretYaml('s') })).api('management')
    const data = { text: 'x'.repeat(3 * 1024 * 1024) }
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'big' }, data }
    expect((await api.post('/api/v1/namespaces/default/configmaps', body)).status).toBe(413)
    expect((await api.get('/api/v1/namespaces/%zz/configmaps')).status).toBe(400)
  })

  test('a key named __proto__ is an ordinary key', async () => {
    const api = (await running({ 'management.yaml': secretYaml('s') })).api('management')
    const path = '/api/v1/namespaces/default/configmaps'
    const body =
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"odd"},"data":{"__proto__":"a","constructor":"b"}}'
    expect((await api.call('POST', path, { body })).status).toBe(201)
    const patch = '{"data":{"__proto__":"c"}}'
    await api.call('PATCH', `${path}/odd`, { body: patch, type: 'application/merge-patch+json' })
    expect((await api.get(`${path}/odd`)).text).toContain('"data":{"__proto__":"c","constructor":"b"}')
    const applied = body.replace('"a"', '"d"')
    const type = 'application/apply-patch+yaml'
    const forced = await api.call('PATCH', `${path}/odd?fieldManager=one&force=true`, { body: applied, type })
    expect(forced.text).toContain('"data":{"__proto__":"d","constructor":"b"}')
  })
})
