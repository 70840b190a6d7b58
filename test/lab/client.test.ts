// SPDX-License-Identifier: Apache-2.0
// Our own client on real API servers, compared with kubectl where possible.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { mayI } from '../../src/lib/cluster/access/access.ts'
import { rulesEverywhere } from '../../src/lib/cluster/access/rules.ts'
import { clientOf } from '../../src/lib/cluster/client.ts'
import { credentialsFor } from '../../src/lib/cluster/credentials/credentials-for.ts'
import { loadKubeconfigFile } from '../../src/lib/cluster/kubeconfig/load.ts'
import { resolveContext } from '../../src/lib/cluster/kubeconfig/resolve.ts'
import { openTransport } from '../../src/lib/cluster/transport/open.ts'
import type { ApiRequest } from '../../src/lib/cluster/transport/types.ts'
import type { ClusterClient, WatchEvent } from '../../src/lib/cluster/types.ts'
import { namespace as namespaceKind } from '../../src/lib/kinds/kubernetes/namespace.ts'
import { secret as secretKind } from '../../src/lib/kinds/kubernetes/secret.ts'
import { type KindSpec, resourceName } from '../../src/lib/model/graph/kind.ts'
import { LIMITS } from '../../src/lib/model/landscape/limits.ts'
import { type Api, connect, type Json } from '../contract/api.ts'
import { configMap, create, namespace, type Place, secret } from '../contract/objects.ts'
import { type Lab, type LabServer, startLab, type User } from './cluster.ts'

const configMapKind: KindSpec = {
  group: '',
  kind: 'ConfigMap',
  plural: 'configmaps',
  versions: ['v1'],
  namespaced: true,
  roles: ['management'],
  keep: ['data'],
}
const gadgetKind: KindSpec = { ...configMapKind, group: 'example.test', kind: 'Gadget', plural: 'gadgets' }
const MANY = 1100

let lab: Lab
let server: LabServer
let other: LabServer
let admin: Api
let many: Place

beforeAll(async () => {
  lab = await startLab(['client', 'other'])
  ;[server, other] = [lab.servers[0]!, lab.servers[1]!]
  admin = connect({ url: server.url, ca: server.ca, token: server.tokens.admin })
  many = await namespace(admin, 'many')
  await Promise.all(
    Array.from({ length: MANY }, (_, i) => create(admin, many.configMaps, configMap(`map-${i}`, { i: `${i}` }))),
  )
})
afterAll(() => lab?.stop())

async function clientFor(user: User, at: LabServer = server): Promise<ClusterClient> {
  const config = resolveContext(await loadKubeconfigFile(at.kubeconfig), `${user}@${at.name}`)
  const client = clientOf(config, openTransport(config, credentialsFor(config), LIMITS, { env: {} }))
  onTestFinished(() => client.close())
  return client
}

async function kubectl(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(lab.kubectl, ['--kubeconfig', server.kubeconfig, ...args], {
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}

const key = ({ metadata }: Json) => `${metadata.namespace}/${metadata.name} ${metadata.uid} ${metadata.resourceVersion}`
const fault = (failure: object) => ({ name: 'ClusterError', failure: expect.objectContaining(failure) })

describe('our client on a real kube-apiserver', () => {
  test('the version and the served resources equal those of kubectl', async () => {
    const client = await clientFor('admin')
    expect(await client.serverVersion()).toBe(
      JSON.parse(await kubectl('version', '-o', 'json')).serverVersion.gitVersion,
    )
    const served = await client.served()
    const ours = new Set(served.resources.map((resource) => resourceName(resource)))
    const theirs = (await kubectl('api-resources', '-o', 'name')).trim().split('\n')
    expect([...ours].toSorted()).toEqual([...new Set(theirs)].toSorted())
    expect(served.failedGroups.size).toBe(0)
    expect(served.versionsOf('', 'pods')[0]).toMatchObject({ version: 'v1', kind: 'Pod', namespaced: true })
  })

  test('a list of several pages equals the output of kubectl', async () => {
    const client = await clientFor('admin')
    await client.served()
    const before = client.stats().requests
    const listing = await client.list(configMapKind, { namespace: 'many' })
    expect(client.stats().requests - before).toBe(Math.ceil(MANY / 500))
    expect(listing.failures).toEqual([])
    expect(listing.items.length).toBe(MANY)
    const theirs = JSON.parse(await kubectl('get', 'configmaps', '-n', 'many', '-o', 'json'))
    expect(listing.items.map(key)).toEqual(theirs.items.map(key))
    expect(listing.items[0]?.data).toEqual(theirs.items[0].data)
    expect(listing.items[0]).not.toHaveProperty('metadata.managedFields')
    expect(client.stats().connections).toBeLessThanOrEqual(2)
  })

  test('selectors select the same objects as kubectl', async () => {
    const client = await clientFor('admin')
    await kubectl('label', 'configmap', '-n', 'many', 'map-1', 'map-7', 'chosen=yes')
    const options = { namespace: 'many', labelSelector: 'chosen in (yes),other!=x' }
    const listing = await client.list(configMapKind, options)
    expect(listing.items.map(({ metadata }) => metadata.name)).toEqual(['map-1', 'map-7'])
  })

  test('an object, a missing object and a missing kind have three different results', async () => {
    const client = await clientFor('admin')
    expect(await client.get(configMapKind, 'map-3', 'many')).toMatchObject({ kind: 'ConfigMap', data: { i: '3' } })
    await expect(client.get(configMapKind, 'absent', 'many')).rejects.toMatchObject(
      fault({ fault: 'notfound', httpStatus: 404 }),
    )
    await expect(client.list(gadgetKind)).rejects.toMatchObject(fault({ fault: 'notinstalled' }))
  })

  test('Secret values are sealed, and equal values have equal fingerprints', async () => {
    const place = await namespace(admin, 'sealed')
    await create(admin, place.secrets, secret('one', { key: 'canary-value' }))
    await create(admin, place.secrets, secret('two', { key: 'canary-value' }))
    const { items } = await (await clientFor('admin')).list(secretKind, { namespace: 'sealed' })
    expect(items).toHaveLength(2)
    const text = JSON.stringify(items)
    for (const encoding of ['utf8', 'base64'] as const)
      expect(text).not.toContain(Buffer.from('canary-value').toString(encoding).replace(/=+$/, ''))
    expect(String(items[0]?.data?.['key'])).toMatch(/^sealed:/)
    expect(String(items[0]?.data?.['key'])).toBe(String(items[1]?.data?.['key']))
  })

  test('401 and 403 are told apart, and an absent object is 403 too', async () => {
    const nobody = await clientFor('nobody')
    await expect(nobody.list(secretKind)).rejects.toMatchObject(fault({ fault: 'forbidden', httpStatus: 403 }))
    await expect(nobody.get(secretKind, 'absent', 'nowhere')).rejects.toMatchObject(fault({ fault: 'forbidden' }))
    // The other server does not know the tokens of this server.
    const loaded = await loadKubeconfigFile(server.kubeconfig)
    const strange = { ...resolveContext(loaded, `admin@${server.name}`), server: other.url }
    const { ca } = resolveContext(await loadKubeconfigFile(other.kubeconfig))
    const config = { ...strange, ...(ca && { ca }) }
    const stranger = clientOf(config, openTransport(config, credentialsFor(config), LIMITS, { env: {} }))
    onTestFinished(() => stranger.close())
    await expect(stranger.list(namespaceKind)).rejects.toMatchObject(fault({ fault: 'unauthorized', httpStatus: 401 }))
  })

  test('a user with access to one namespace gets it completely, and a note that it is not everything', async () => {
    const api = '/apis/rbac.authorization.k8s.io/v1/namespaces/many'
    const group = 'rbac.authorization.k8s.io'
    const metadata = { name: 'reader' }
    const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }]
    await create(admin, `${api}/roles`, { apiVersion: `${group}/v1`, kind: 'Role', metadata, rules })
    await create(admin, `${api}/rolebindings`, {
      apiVersion: `${group}/v1`,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: group, kind: 'Role', name: 'reader' },
      subjects: [{ apiGroup: group, kind: 'User', name: 'alice' }],
    })
    const alice = await clientFor('alice')
    await expect
      .poll(() => alice.list(configMapKind, { namespace: 'many' }).then(({ items }) => items.length, String), {
        timeout: 30_000,
      })
      .toBe(MANY)
    await expect(alice.list(configMapKind)).rejects.toMatchObject(fault({ fault: 'forbidden' }))
    const listing = await alice.list(configMapKind, { fallbackNamespaces: ['many', 'default'] })
    expect([listing.items.length, listing.onlyNamespaces]).toEqual([MANY, ['many']])
    expect(listing.failures.map((failure) => failure.fault)).toEqual(['forbidden', 'forbidden'])
  })

  test('two clusters are distinguished by the UID of kube-system', async () => {
    const clients = await Promise.all([clientFor('admin'), clientFor('admin', other)])
    const spaces = await Promise.all(clients.map((client) => client.get(namespaceKind, 'kube-system')))
    expect(new Set(spaces.map(({ metadata }) => metadata.uid)).size).toBe(2)
  })
})

describe('our watch on a real kube-apiserver', () => {
  /** Follows a watch and maintains the current objects, as a live view does. */
  async function follow(place: Place) {
    const client = await clientFor('admin')
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const events = client.watch(configMapKind, { namespace: place.name, signal: stop.signal })[Symbol.asyncIterator]()
    const picture = new Map<string, string | undefined>()
    const seen: WatchEvent['type'][] = []
    const step = async () => {
      const { value: event, done } = await events.next()
      if (done) throw new Error('the watch ended')
      seen.push(event.type)
      if (event.type === 'listed') picture.clear()
      if (event.type === 'listed')
        for (const { metadata } of event.listing.items) picture.set(metadata.name, metadata.resourceVersion)
      if (event.type === 'put') picture.set(event.object.metadata.name, event.object.metadata.resourceVersion)
      if (event.type === 'deleted') picture.delete(event.object.metadata.name)
    }
    const until = async (true_: () => boolean) => {
      while (!true_()) await step()
    }
    const truth = async () => {
      const { body } = await admin.get(place.configMaps)
      return new Map(body.items.map(({ metadata }: Json) => [metadata.name, metadata.resourceVersion]))
    }
    return { picture, seen, until, truth, count: (type: WatchEvent['type']) => seen.filter((t) => t === type).length }
  }

  test('follows creation, change and deletion', async () => {
    const place = await namespace(admin, 'followed')
    await create(admin, place.configMaps, configMap('first'))
    const view = await follow(place)
    await view.until(() => view.picture.has('first'))
    const created = await create(admin, place.configMaps, configMap('second'))
    await admin.patch('merge', `${place.configMaps}/second`, { data: { a: '1' } })
    await admin.delete(`${place.configMaps}/first`)
    await view.until(() => !view.picture.has('first'))
    expect(view.picture).toEqual(await view.truth())
    expect(view.picture.get('second')).not.toBe(created.metadata.resourceVersion)
    expect(view.seen).toEqual(['listed', 'put', 'put', 'deleted'])
  })

  test('is stale while the server is down, and correct again when it is back', async () => {
    const place = await namespace(admin, 'restarted')
    await create(admin, place.configMaps, configMap('before'))
    const view = await follow(place)
    await view.until(() => view.picture.has('before'))
    await server.kill()
    await view.until(() => view.count('stale') > 0)
    await server.start()
    await create(admin, place.configMaps, configMap('after'))
    await view.until(() => view.picture.has('after'))
    expect(view.picture).toEqual(await view.truth())
  })

  test('lists again when its version expired (410), and misses nothing', async () => {
    const place = await namespace(admin, 'compacted')
    for (const name of ['stays', 'goes']) await create(admin, place.configMaps, configMap(name))
    const view = await follow(place)
    await view.until(() => view.picture.size === 2)
    // Writes to another kind, so that the version of the watch becomes older than the compacted history.
    await create(admin, many.configMaps, configMap('elsewhere'))
    await lab.compact()
    await server.kill()
    await server.start()
    await admin.delete(`${place.configMaps}/goes`)
    await view.until(() => view.count('listed') > 1 && !view.picture.has('goes'))
    expect(view.picture).toEqual(await view.truth())
  })
})

describe('permissions', () => {
  const LISTS = ['pods', 'secrets', 'nodes', 'configmaps'].map((resource) => ({ verb: 'list', group: '', resource }))

  test('of an admin take one review', async () => {
    const client = await clientFor('admin')
    expect((await rulesEverywhere(client)).length).toBeGreaterThan(0)
    const asked: string[] = []
    const json = (request: ApiRequest) => {
      asked.push(request.path)
      return client.json(request)
    }
    expect((await mayI({ json }, LISTS)).map(({ allowed }) => allowed)).toEqual([true, true, true, true])
    expect(asked).toEqual(['/apis/authorization.k8s.io/v1/selfsubjectrulesreviews'])
  })

  test('in one namespace do not apply to all', async () => {
    const { name } = await namespace(admin, 'rules')
    const rbac = '/apis/rbac.authorization.k8s.io/v1'
    await create(admin, `${rbac}/namespaces/${name}/roles`, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'reader' },
      rules: [{ apiGroups: [''], resources: ['*'], verbs: ['list'] }],
    })
    await create(admin, `${rbac}/namespaces/${name}/rolebindings`, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'reader' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'nobody' }],
    })
    const client = await clientFor('nobody')
    const inside = LISTS.map((ask) => ({ ...ask, namespace: name }))
    await expect.poll(async () => (await mayI(client, inside)).every(({ allowed }) => allowed)).toBe(true)
    expect((await mayI(client, LISTS)).map(({ allowed }) => allowed)).toEqual([false, false, false, false])
  })
})
