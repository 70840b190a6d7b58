// SPDX-License-Identifier: Apache-2.0
// ceph-secrets sync with a target managed by a real External Secrets, whose kubernetes provider replaces OpenBao.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Api, Json } from '../contract/api.ts'
import { type Lab, type LabServer, startLab } from '../lab/cluster.ts'
import { base64, definitionOf, KINDS, namespace, type Tenant, World } from '../writes/world.ts'
import { type Controller, define, definitionsOf, listening, make, startController } from './controller.ts'

const OURS = 'kubectl-c5c3'
const OWN_KINDS = KINDS.filter(([group]) => group !== 'external-secrets.io').map(definitionOf)
const CORE = ['externalsecrets', 'pushsecrets', 'secretstores', 'clustersecretstores', 'generatorstates']
const ALL = ['clusterexternalsecrets', 'clusterpushsecrets', ...CORE]

let lab: Lab
let world: World
const controllers: Controller[] = []

beforeAll(async () => {
  lab = await startLab(['storage', 'control'])
  const [storage, control] = lab.servers.map(({ url, ca, tokens }) => ({ url, ca, token: tokens.admin }))
  world = new World({ storage: storage!, control: control! })
  const definitions = definitionsOf('external-secrets').filter(({ spec }) => ALL.includes(spec.names.plural))
  await Promise.all([world.storage, world.control].map((api) => define(api, [...definitions, ...OWN_KINDS])))
  await world.prepare()
  await make(world.control, '/api/v1/namespaces', namespace('vault'))
  await store(world.storage, 'rook-ceph')
  for (const server of lab.servers) controllers.push(await externalSecrets(server))
})
afterAll(async () => {
  for (const controller of controllers) await controller.stop()
  await lab?.stop()
})

const externalSecrets = async (server: LabServer) =>
  startController('external-secrets', server, [
    await listening('--metrics-addr'),
    await listening('--live-addr'),
    '--concurrent=4',
    '--loglevel=info',
  ])

/** A SecretStore with its secrets in namespace vault of the control-plane cluster. */
async function store(api: Api, place: string): Promise<void> {
  const { url, ca, token } = world.clusters.control
  await make(api, `/api/v1/namespaces/${place}/secrets`, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'vault-token' },
    stringData: { token },
  })
  await make(api, `/apis/external-secrets.io/v1/namespaces/${place}/secretstores`, {
    apiVersion: 'external-secrets.io/v1',
    kind: 'SecretStore',
    metadata: { name: 'vault' },
    spec: {
      provider: {
        kubernetes: {
          remoteNamespace: 'vault',
          server: { url, caBundle: base64(ca) },
          auth: { token: { bearerToken: { name: 'vault-token', key: 'token' } } },
        },
      },
    },
  })
}

const push = ({ name }: Tenant) => `/apis/external-secrets.io/v1alpha1/namespaces/rook-ceph/pushsecrets/${name}`
const pull = ({ name, namespace }: Tenant) =>
  `/apis/external-secrets.io/v1/namespaces/${namespace}/externalsecrets/${name}`
const parent = (path: string) => path.slice(0, path.lastIndexOf('/'))

/** The push and pull objects for the key of a tenant; none of them syncs by itself during the tests. */
async function chain(tenant: Tenant, target: object, spec: object = {}): Promise<void> {
  await store(world.control, tenant.namespace)
  await make(world.storage, parent(push(tenant)), {
    apiVersion: 'external-secrets.io/v1alpha1',
    kind: 'PushSecret',
    metadata: { name: tenant.name },
    spec: {
      refreshInterval: '24h0m0s',
      secretStoreRefs: [{ name: 'vault', kind: 'SecretStore' }],
      selector: { secret: { name: tenant.source } },
      data: ['userID', 'userKey'].map((key) => ({
        match: { secretKey: key, remoteRef: { remoteKey: `ceph-${tenant.name}`, property: key } },
      })),
    },
  })
  await synced(world.storage, push(tenant))
  await make(world.control, parent(pull(tenant)), {
    apiVersion: 'external-secrets.io/v1',
    kind: 'ExternalSecret',
    metadata: { name: tenant.name },
    spec: {
      refreshInterval: '24h0m0s',
      secretStoreRef: { name: 'vault', kind: 'SecretStore' },
      target: { name: tenant.target, ...target },
      data: ['userID', 'userKey'].map((key) => ({
        secretKey: key,
        remoteRef: { key: `ceph-${tenant.name}`, property: key },
      })),
      ...spec,
    },
  })
  await synced(world.control, pull(tenant))
}

const synced = (api: Api, path: string) =>
  vi.waitFor(
    async () => {
      const { body } = await api.get(path)
      expect(body.status?.conditions?.[0], JSON.stringify(body.status)).toMatchObject({ type: 'Ready', status: 'True' })
    },
    { timeout: 90_000, interval: 200 },
  )

const managers = (object: Json): string[] => object.metadata.managedFields.map(({ manager }: Json) => manager)

describe('a Secret managed by External Secrets', () => {
  test.each(['Owner', 'Orphan', 'Merge'])(
    'creationPolicy %s: its sync is triggered, and only External Secrets writes',
    async (policy) => {
      const tenant = await world.tenant()
      if (policy === 'Merge') await world.secret(tenant, { data: { monitors: base64('10.0.0.1') } })
      await chain(tenant, { creationPolicy: policy })
      expect(await world.copied(tenant)).toBe(tenant.key)
      const key = await world.rotate(tenant)
      const { code, report } = await world.sync([tenant], ['--wait-timeout', '90s'])
      expect(code, JSON.stringify(report)).toBe(0)
      expect(report.results.map(({ kind, outcome }: Json) => [kind, outcome])).toEqual([
        ['PushSecret', 'refreshed'],
        ['ExternalSecret', 'refreshed'],
      ])
      const after = await world.target(tenant)
      expect(Buffer.from(after.data.userKey, 'base64').toString()).toBe(key)
      // By name: entries of the same second have no fixed order.
      expect(managers(after).toSorted()).toEqual([
        `externalsecrets.external-secrets.io/${tenant.name}`,
        ...(policy === 'Merge' ? ['kubectl-create'] : []),
      ])
      expect(after.metadata.ownerReferences ?? []).toHaveLength(policy === 'Owner' ? 1 : 0)
      const again = await world.sync([tenant])
      expect([again.code, again.outcomes]).toEqual([0, ['unchanged']])
      expect((await world.target(tenant)).metadata.resourceVersion).toBe(after.metadata.resourceVersion)
      // Our only change to its objects is one annotation.
      for (const [api, path] of [
        [world.storage, push(tenant)],
        [world.control, pull(tenant)],
      ] as const) {
        const { managedFields } = (await api.get(path)).body.metadata
        const ours = managedFields.filter(({ manager }: Json) => manager === OURS)
        expect(ours.map(({ fieldsV1 }: Json) => fieldsV1)).toEqual([
          { 'f:metadata': { 'f:annotations': { 'f:force-sync': {} } } },
        ])
      }
    },
  )

  test('creationPolicy None: neither External Secrets nor we write', async () => {
    const tenant = await world.tenant()
    await world.secret(tenant, { data: { userKey: base64('old') } })
    await chain(tenant, { creationPolicy: 'None' })
    const { code, report } = await world.sync([tenant])
    expect(code).toBe(4)
    expect(JSON.stringify(report)).toContain('writes nothing (creationPolicy None)')
    expect(await world.copied(tenant)).toBe('old')
  })

  test('creationPolicy Merge without a target: it creates no Secret and reports Ready, which we report as a failure', async () => {
    const tenant = await world.tenant()
    await chain(tenant, { creationPolicy: 'Merge' })
    const { code, report } = await world.sync([tenant], ['--wait-timeout', '90s'])
    expect([code, report.results.map(({ outcome }: Json) => outcome)]).toEqual([5, ['refreshed', 'failed']])
    expect(report.results[1].reasons[0].text).toBe('its controller says its target Secret does not exist (Merge)')
    expect(await world.target(tenant)).toBeUndefined()
  })

  test('its failures are reported with its own messages', async () => {
    const tenant = await world.tenant()
    await chain(tenant, { creationPolicy: 'Owner' })
    await world.rotate(tenant)
    // Revoke all access to the vault.
    const path = `/api/v1/namespaces/${tenant.namespace}/secrets/vault-token`
    await world.control.patch('merge', path, { stringData: { token: 'wrong' } })
    const { code, report } = await world.sync([tenant], ['--wait-timeout', '90s'])
    expect(code).toBe(5)
    expect(report.results.map(({ outcome }: Json) => outcome)).toEqual(['refreshed', 'failed'])
    expect(report.results[1].reasons[0]).toEqual({
      text: 'its controller says SecretSyncedError: could not get secret data from provider',
      hint: `kubectl describe externalsecrets.external-secrets.io ${tenant.name} -n ${tenant.namespace} shows its events`,
    })
    expect(await world.copied(tenant)).toBe(tenant.key)
  })
})
