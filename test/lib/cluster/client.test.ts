// SPDX-License-Identifier: Apache-2.0
import { inspect } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { clusterUid } from '../../../src/lib/cluster/access/identity.ts'
import { CEPH, ceph, cephKind, secretKind } from './sample-kinds.ts'
import { notFoundPage, refused, type Script, type ScriptedApi, startApi, told } from './scripted-api.ts'

let api: ScriptedApi
const start = async (script: Script) => {
  api = await startApi([cephKind, secretKind], script)
  return api.client({
    clock: { now: () => Date.now(), random: () => 0, sleep: async () => {} },
    userAgent: 'kubectl-c5c3/test',
  })
}
afterEach(() => api.close())

const ONE = CEPH.replace('v1/', 'v1/namespaces/rook-ceph/').concat('/one')

describe('a client', () => {
  test('gets one object, projected', async () => {
    const client = await start(({ path }) => (path === ONE ? told({ ...ceph('one'), junk: 1 }) : undefined))
    expect(await client.get(cephKind, 'one', 'rook-ceph')).toEqual(ceph('one'))
    client.close()
  })

  test('tells a missing object from a kind that discovery lists but the server does not serve', async () => {
    const client = await start(({ path }) =>
      path === ONE ? refused(404, 'NotFound', '"one" not found', { name: 'one' }) : undefined,
    )
    await expect(client.get(cephKind, 'one', 'rook-ceph')).rejects.toMatchObject({
      failure: { fault: 'notfound', name: 'one', namespace: 'rook-ceph' },
    })
    api.script = ({ path }) => (path === ONE ? notFoundPage : undefined)
    await expect(client.get(cephKind, 'one', 'rook-ceph')).rejects.toMatchObject({
      failure: { fault: 'server', message: expect.stringContaining('listed, but not served') },
    })
    client.close()
  })

  test('an object of another kind is malformed', async () => {
    const client = await start(({ path }) =>
      path === ONE ? told({ kind: 'Pod', metadata: { name: 'one' } }) : undefined,
    )
    await expect(client.get(cephKind, 'one', 'rook-ceph')).rejects.toMatchObject({ failure: { fault: 'malformed' } })
    client.close()
  })

  test('retries a truncated JSON response of a read, never of a write', async () => {
    const cut = { body: JSON.stringify(ceph('one')).slice(0, -9) }
    const client = await start(({ path, nth }) => (path === ONE ? (nth === 1 ? cut : told(ceph('one'))) : undefined))
    expect((await client.json({ method: 'GET', path: ONE })).body).toMatchObject({ metadata: { name: 'one' } })
    const requestCount = () => api.asked.filter(({ path }) => path === ONE).length
    expect(requestCount()).toBe(2)
    api.script = ({ path }) => (path === ONE ? cut : undefined)
    await expect(client.json({ method: 'PUT', path: ONE, body: '{}' })).rejects.toMatchObject({
      failure: { fault: 'truncated' },
    })
    expect(requestCount()).toBe(3)
    await expect(client.json({ method: 'GET', path: ONE })).rejects.toMatchObject({ failure: { fault: 'truncated' } })
    expect(requestCount()).toBe(5)
    client.close()
  })

  test.each(['..', '.', ''])('a name like %j never changes the path', async (name) => {
    const client = await start(() => undefined)
    await expect(client.get(cephKind, name, 'rook-ceph')).rejects.toMatchObject({ failure: { fault: 'malformed' } })
    client.close()
  })

  test('names are escaped in paths', async () => {
    const client = await start(() => undefined)
    await expect(client.get(cephKind, 'a/../b?c', 'x')).rejects.toMatchObject({ failure: { fault: 'server' } })
    expect(api.asked.map(({ path }) => path)).toContain(
      '/apis/ceph.rook.io/v1/namespaces/x/cephclusters/a%2F..%2Fb%3Fc',
    )
    client.close()
  })

  test('returns the version of the server, sanitized', async () => {
    const client = await start(({ path }) => (path === '/version' ? told({ gitVersion: 'v1.36.3\u001b' }) : undefined))
    expect(await client.serverVersion()).toBe('v1.36.3\\u{1b}')
    api.script = ({ path }) => (path === '/version' ? told({ gitVersion: 7 }) : undefined)
    await expect(client.serverVersion()).rejects.toMatchObject({ failure: { fault: 'malformed' } })
    client.close()
  })

  test('returns no clear text of a Secret, not even from a raw request', async () => {
    const secret = { kind: 'Secret', metadata: { name: 's' }, data: { key: 'Q0FOQVJZ' } }
    const client = await start(({ path }) => (path.endsWith('/secrets/s') ? told(secret) : undefined))
    const raw = await client.json({ method: 'GET', path: '/api/v1/namespaces/x/secrets/s' })
    const got = await client.get(secretKind, 's', 'x')
    expect(`${JSON.stringify([raw, got])}${inspect([raw, got], { depth: 9, showHidden: true })}`).not.toContain(
      'Q0FOQVJZ',
    )
    expect(JSON.stringify(raw.body)).toContain('sealed:')
    client.close()
  })

  test('sends its user agent and accepts JSON', async () => {
    const client = await start(() => undefined)
    await client.served()
    expect(api.asked[0]?.headers['user-agent']).toBe('kubectl-c5c3/test')
    client.close()
  })

  test('identifies a cluster by the UID of kube-system', async () => {
    const namespace = { kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'kube-system', uid: 'u-1' } }
    const client = await start(({ path }) => (path === '/api/v1/namespaces/kube-system' ? told(namespace) : undefined))
    expect(await clusterUid(client)).toBe('u-1')
    api.script = ({ path }) => (path.includes('kube-system') ? told({ ...namespace, metadata: { uid: 7 } }) : undefined)
    await expect(clusterUid(client)).rejects.toMatchObject({ failure: { fault: 'malformed' } })
    api.script = ({ path }) => (path.includes('kube-system') ? refused(403, 'Forbidden') : undefined)
    await expect(clusterUid(client)).rejects.toMatchObject({ failure: { fault: 'forbidden', name: 'kube-system' } })
    client.close()
  })
})
