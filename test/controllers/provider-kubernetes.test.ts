// SPDX-License-Identifier: Apache-2.0
// ceph-secrets sync with a real provider-kubernetes, whose Object creates the Secret without data.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Json } from '../contract/api.ts'
import { type Lab, startLab } from '../lab/cluster.ts'
import { base64, definitionOf, KINDS, kubeconfig, type Tenant, World } from '../writes/world.ts'
import { type Controller, define, make } from './controller.ts'
import { providerConfig, startProvider } from './provider.ts'

const OURS = 'kubectl-c5c3'
const OBJECTS = '/apis/kubernetes.crossplane.io/v1alpha2/objects'
const OWN_KINDS = KINDS.filter(([group]) => group !== 'kubernetes.crossplane.io').map(definitionOf)
/** The control-plane cluster is also the management cluster: its Objects target itself. */
const profile = { control: { roles: ['management', 'control-plane=eu'] } }

let lab: Lab
let world: World
let provider: Controller

beforeAll(async () => {
  lab = await startLab(['storage', 'control'])
  const [storage, control] = lab.servers.map(({ url, ca, tokens }) => ({ url, ca, token: tokens.admin }))
  world = new World({ storage: storage!, control: control! })
  await define(world.storage, OWN_KINDS)
  await define(world.control, OWN_KINDS)
  provider = await startProvider(lab.servers[1]!)
  await world.prepare()
  await providerConfig(world.control, 'eu', kubeconfig(control!))
})
afterAll(async () => {
  await provider?.stop()
  await lab?.stop()
})

const objectName = ({ name }: Tenant) => `${name}-secret-sync`

async function objectFor(tenant: Tenant, manifest: object = {}): Promise<void> {
  await make(world.control, OBJECTS, {
    apiVersion: 'kubernetes.crossplane.io/v1alpha2',
    kind: 'Object',
    metadata: { name: objectName(tenant) },
    spec: {
      providerConfigRef: { name: 'eu' },
      forProvider: {
        manifest: {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: tenant.target, namespace: tenant.namespace, labels: { tenant: 'a' } },
          type: 'Opaque',
          ...manifest,
        },
      },
    },
  })
  await vi.waitFor(
    async () => {
      const { body } = await world.control.get(`${OBJECTS}/${objectName(tenant)}`)
      const ready = (body.status?.conditions ?? []).filter(({ status }: Json) => status === 'True')
      expect(ready.map(({ type }: Json) => type).toSorted(), JSON.stringify(body.status)).toEqual(['Ready', 'Synced'])
    },
    { timeout: 120_000, interval: 300 },
  )
}

const seen = (what: () => Promise<unknown>, wanted: unknown) =>
  vi.waitFor(async () => expect(await what()).toEqual(wanted), { timeout: 120_000, interval: 300 })

const ownedBy = (object: Json, manager: string) =>
  object.metadata.managedFields.filter((each: Json) => each.manager === manager).map(({ fieldsV1 }: Json) => fieldsV1)

describe('a Secret that an Object creates without data', () => {
  test('is written only with --allow-observed; the key survives polls and updates, and the Object exposes it', async () => {
    const tenant = await world.tenant()
    await objectFor(tenant)
    const no = await world.sync([tenant], [], { profile })
    expect([no.code, no.report.results[0].reasons[0].text]).toEqual([
      4,
      `Object ${objectName(tenant)} would show the key in its status, in the management cluster`,
    ])
    const yes = await world.sync([tenant], ['--allow-observed'], { profile })
    expect([yes.code, yes.outcomes]).toEqual([0, ['written']])
    const after = await world.target(tenant)
    expect(Object.keys(ownedBy(after, OURS)[0]).toSorted()).toEqual(['f:data', 'f:metadata'])
    expect(ownedBy(after, `provider-kubernetes/${objectName(tenant)}`)).toHaveLength(1)
    // The warning is true: the next poll exposes the key.
    const shown = async () =>
      (await world.control.get(`${OBJECTS}/${objectName(tenant)}`)).body.status.atProvider.manifest.data?.userKey
    await seen(shown, base64(tenant.key))
    // A poll that reverts a change, and an update of the manifest.
    const label = async () => (await world.target(tenant)).metadata.labels['tenant']
    await world.control.patch('merge', `${world.path(tenant)}?fieldManager=somebody`, {
      metadata: { labels: { tenant: 'drifted' } },
    })
    await seen(label, 'a')
    expect(await world.copied(tenant)).toBe(tenant.key)
    const manifest = { metadata: { labels: { tenant: 'b' } } }
    await world.control.patch('merge', `${OBJECTS}/${objectName(tenant)}`, { spec: { forProvider: { manifest } } })
    await seen(label, 'b')
    expect(await world.copied(tenant)).toBe(tenant.key)
    const again = await world.sync([tenant], ['--allow-observed'], { profile })
    expect([again.code, again.outcomes]).toEqual([0, ['unchanged']])
    const key = await world.rotate(tenant)
    const rotated = await world.sync([tenant], ['--allow-observed'], { profile })
    expect([rotated.code, rotated.outcomes]).toEqual([0, ['written']])
    await seen(shown, base64(key))
    expect(await world.copied(tenant)).toBe(key)
  })

  test('a Secret whose data an Object manages is not written', async () => {
    const tenant = await world.tenant()
    await objectFor(tenant, { data: { userKey: base64('theirs') } })
    const { code, report } = await world.sync([tenant], ['--allow-observed'], { profile })
    expect([code, report.results[0].reasons[0].text]).toEqual([
      4,
      expect.stringContaining(`its data is written by Object ${objectName(tenant)}`),
    ])
    expect(await world.copied(tenant)).toBe('theirs')
  })
})
