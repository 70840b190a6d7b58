// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, test } from 'vitest'
import { chooseVersion } from '../../../../src/lib/cluster/read/choose-version.ts'
import { servedOf } from '../../../../src/lib/cluster/read/discovery.ts'
import type { ServedResource } from '../../../../src/lib/cluster/types.ts'
import type { KindSpec } from '../../../../src/lib/model/graph/kind.ts'
import { CEPH, cephKind, cephs, nodeKind, objectKind, secretKind } from '../sample-kinds.ts'
import { groupsOf, notFoundPage, refused, type Script, type ScriptedApi, startApi, told } from '../scripted-api.ts'

let api: ScriptedApi
const start = async (script?: Script, kinds = [nodeKind, cephKind]) => {
  api = await startApi(kinds, script)
  return api.client()
}
afterEach(() => api?.close())

const plainRoots: Script = ({ path }) => {
  if (path === '/api') return told({ kind: 'APIVersions', versions: ['v1'] })
  if (path === '/api/v1')
    return told({
      kind: 'APIResourceList',
      groupVersion: 'v1',
      resources: [
        { name: 'nodes', kind: 'Node', namespaced: false, verbs: ['list'] },
        { name: 'nodes/status', kind: 'Node', namespaced: false, verbs: ['get'] },
      ],
    })
  if (path === '/apis')
    return told({
      kind: 'APIGroupList',
      groups: [
        {
          name: 'ceph.rook.io',
          versions: [{ groupVersion: 'ceph.rook.io/v1beta1', version: 'v1beta1' }, { version: 'v1' }],
          preferredVersion: { version: 'v1' },
        },
        { name: 'metrics.k8s.io', versions: [{ version: 'v1beta1' }], preferredVersion: { version: 'v1beta1' } },
      ],
    })
  if (path.startsWith('/apis/ceph.rook.io/v1'))
    return path.includes('cephclusters')
      ? undefined
      : told({
          kind: 'APIResourceList',
          resources: [{ name: 'cephclusters', kind: 'CephCluster', namespaced: true, verbs: ['list'] }],
        })
  if (path === '/apis/metrics.k8s.io/v1beta1') return refused(503, 'ServiceUnavailable', 'the server is down')
  return undefined
}

/** The transport retries a 503; tests do not wait for it. */
const hasty = { clock: { now: () => Date.now(), random: () => 0, sleep: async () => {} } }

describe('discovery', () => {
  test('takes two requests, shared by concurrent callers', async () => {
    const client = await start()
    const [served] = await Promise.all(Array.from({ length: 10 }, () => client.served()))
    expect(served?.resources.map(({ plural }) => plural)).toEqual(['nodes', 'cephclusters'])
    expect(served?.versionsOf('ceph.rook.io', 'cephclusters')).toMatchObject([{ version: 'v1', namespaced: true }])
    expect(api.asked.map(({ path }) => path).sort()).toEqual(['/api', '/apis'])
    expect(api.asked[0]?.headers.accept).toMatch(
      /^application\/json;g=apidiscovery\.k8s\.io;v=v2;as=APIGroupDiscoveryList,/,
    )
    client.close()
  })

  test('supports servers without aggregated discovery, preferred version first, and isolates a failed group', async () => {
    api = await startApi([], plainRoots)
    const client = api.client(hasty)
    const served = await client.served()
    expect(served.versionsOf('ceph.rook.io', 'cephclusters').map(({ version }) => version)).toEqual(['v1', 'v1beta1'])
    expect(served.resources.map(({ plural }) => plural)).not.toContain('nodes/status')
    expect([...served.failedGroups.keys()]).toEqual(['metrics.k8s.io'])
    expect(served.failedGroups.get('metrics.k8s.io')?.fault).toBe('server')
    client.close()
  })

  test('a stale group is a failed group: its kinds are unknown, not "not installed"', async () => {
    const stale = groupsOf([cephKind], false) as {
      items: { versions: { freshness: string; resources: unknown[] }[] }[]
    }
    const version = stale.items[0]?.versions[0]
    if (version) Object.assign(version, { freshness: 'Stale', resources: [] })
    const client = await start(({ path }) => (path === '/apis' ? told(stale) : undefined))
    expect((await client.served()).failedGroups.get('ceph.rook.io')).toMatchObject({ fault: 'server' })
    await expect(client.list(cephKind)).rejects.toMatchObject({
      failure: { fault: 'server', resource: 'cephclusters.ceph.rook.io' },
    })
    await expect(client.list(objectKind)).rejects.toMatchObject({ failure: { fault: 'notinstalled' } })
    client.close()
  })

  test('a malformed group fails alone, a malformed group list fails discovery', async () => {
    const broken = groupsOf([cephKind], false) as { items: { versions: { resources: unknown[] }[] }[] }
    broken.items[0]?.versions[0]?.resources.push({
      resource: '../../api/v1/secrets',
      responseKind: { kind: 'X' },
      verbs: [],
    })
    const client = await start(({ path }) => (path === '/apis' ? told(broken) : undefined))
    const served = await client.served()
    expect(served.failedGroups.get('ceph.rook.io')?.fault).toBe('malformed')
    expect(served.resources.map(({ plural }) => plural)).toEqual(['nodes', 'cephclusters'])
    client.close()
    api.script = ({ path }) => (path === '/apis' ? told({ kind: 'APIGroupDiscoveryList', items: 'oops' }) : undefined)
    const other = api.client()
    await expect(other.served()).rejects.toMatchObject({ failure: { fault: 'malformed' } })
    other.close()
  })

  test('a failed discovery is not cached', async () => {
    const client = await start(({ path, nth }) =>
      path === '/apis' && nth === 1 ? refused(403, 'Forbidden') : undefined,
    )
    await expect(client.served()).rejects.toMatchObject({ failure: { fault: 'forbidden' } })
    expect((await client.served()).resources).toHaveLength(2)
    client.close()
  })

  test('a kind whose resource is not served is not installed, and no list is sent for it', async () => {
    const client = await start(undefined, [nodeKind])
    await expect(client.list(cephKind)).rejects.toMatchObject({
      failure: { fault: 'notinstalled', message: 'ceph.rook.io is not served' },
    })
    expect(api.asked.map(({ path }) => path)).not.toContain(CEPH)
    client.close()
  })

  const discoveries = () => api.asked.filter(({ path }) => path === '/apis').length
  const refusals = { 'a page': notFoundPage, 'a Status': refused(404, 'NotFound', 'no such resource') }

  test.each(Object.entries(refusals))(
    'a 404 (%s) on a kind that discovery lists is a server failure',
    async (_, refusal) => {
      const client = await start(({ path }) => (path.includes('cephclusters') ? refusal : undefined))
      const failure = { fault: 'server', httpStatus: 404, message: expect.stringContaining('listed, but not served') }
      await expect(client.list(cephKind)).rejects.toMatchObject({ failure })
      await expect(client.list(cephKind, { namespace: 'rook-ceph' })).rejects.toMatchObject({ failure })
      expect(discoveries()).toBe(2)
      client.close()
    },
  )

  test('concurrent 404s repeat discovery once', async () => {
    const client = await start(({ path }) => (path === CEPH || path === '/api/v1/nodes' ? notFoundPage : undefined))
    const kinds = [cephKind, nodeKind, cephKind, nodeKind]
    const results = await Promise.allSettled(kinds.map((kind) => client.list(kind)))
    expect(results.map((result) => result.status === 'rejected' && result.reason.failure.fault)).toEqual(
      kinds.map(() => 'server'),
    )
    expect(discoveries()).toBe(2)
    client.close()
  })

  test('a CRD that was removed after discovery is not installed', async () => {
    const client = await start(({ path, nth }) => {
      if (path === '/apis' && nth > 1) return told(groupsOf([], false))
      return path === CEPH ? notFoundPage : undefined
    })
    await expect(client.list(cephKind)).rejects.toMatchObject({ failure: { fault: 'notinstalled' } })
    client.close()
  })

  test('a repeated discovery that fails leaves the 404 a server failure', async () => {
    const client = await start(({ path, nth }) =>
      (path === '/apis' && nth > 1) || path === CEPH ? notFoundPage : undefined,
    )
    await expect(client.list(cephKind)).rejects.toMatchObject({ failure: { fault: 'server' } })
    client.close()
  })

  test('a kind whose version was removed after discovery is read in the remaining version', async () => {
    const kind = { ...cephKind, versions: ['v1', 'v2'] }
    const client = await start(
      ({ path, nth }) => {
        if (path === '/apis' && nth > 1) return told(groupsOf([{ ...cephKind, versions: ['v2'] }], false))
        const items = { kind: 'CephClusterList', apiVersion: 'ceph.rook.io/v2', metadata: {}, items: [] }
        return path === CEPH ? notFoundPage : path === CEPH.replace('/v1/', '/v2/') ? told(items) : undefined
      },
      [kind],
    )
    expect(await client.list(kind)).toMatchObject({ apiVersion: 'ceph.rook.io/v2', items: [] })
    client.close()
  })

  test.each(['/api', '/apis'])('a 404 on discovery itself (%s) proves nothing about any kind', async (root) => {
    const client = await start(({ path }) => (path === root ? notFoundPage : undefined))
    await expect(client.served()).rejects.toMatchObject({ failure: { fault: 'server' } })
    await expect(client.list(cephKind)).rejects.toMatchObject({ failure: { fault: 'server' } })
    client.close()
  })
})

describe('the version of a kind', () => {
  const kind: KindSpec = {
    ...secretKind,
    group: 'external-secrets.io',
    kind: 'ExternalSecret',
    plural: 'externalsecrets',
  }
  const at = (version: string, more: Partial<ServedResource> = {}): ServedResource => ({
    group: 'external-secrets.io',
    version,
    kind: 'ExternalSecret',
    plural: 'externalsecrets',
    namespaced: true,
    verbs: ['list'],
    ...more,
  })
  const choose = (versions: string[], resources: ServedResource[]) =>
    chooseVersion(servedOf([{ name: 'external-secrets.io', resources }]), { ...kind, versions })

  test('is the first known one that is served, whatever the server prefers', () => {
    expect(choose(['v1', 'v1beta1'], [at('v1beta1'), at('v1')])).toMatchObject({
      resource: { version: 'v1' },
      verified: true,
    })
    expect(choose(['v1', 'v1beta1'], [at('v2'), at('v1beta1')])).toMatchObject({ resource: { version: 'v1beta1' } })
  })

  test('is the preferred one, unverified, if none is known', () => {
    expect(choose(['v1beta1'], [at('v2'), at('v1')])).toEqual({ resource: at('v2'), verified: false })
  })

  test('is never that of another kind with the same plural', () => {
    expect(() => choose(['v1'], [at('v1', { kind: 'Impostor' })])).toThrow(
      'external-secrets.io has v1, externalsecrets not served',
    )
  })

  test('lists the versions that the group serves', () => {
    const others = [at('v1', { plural: 'secretstores', kind: 'SecretStore' })]
    expect(() => choose(['v1beta1'], others)).toThrow('external-secrets.io has v1, v1beta1 not served')
    expect(() => choose(['v1'], others)).toThrow('external-secrets.io has v1, externalsecrets not served')
    expect(() => choose(['v1'], [])).toThrow('external-secrets.io is not served')
  })

  test('is read as served and marked in the listing', async () => {
    const newer = { ...cephKind, versions: ['v2'] }
    const client = await start(
      ({ path }) => (path === '/apis/ceph.rook.io/v2/cephclusters' ? cephs(['a']) : undefined),
      [newer],
    )
    expect(await client.list(cephKind)).toMatchObject({
      apiVersion: 'ceph.rook.io/v2',
      verified: false,
      items: [{ apiVersion: 'ceph.rook.io/v2', metadata: { name: 'a' } }],
    })
    client.close()
  })
})
