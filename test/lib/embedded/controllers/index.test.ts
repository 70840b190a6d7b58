// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../contract/api.ts'
import { type Running, running, secretYaml } from '../fleet.ts'

const KORC = '/apis/openstack.k-orc.cloud/v1alpha1/namespaces/default'
const served = ['domains', 'projects', 'roles'].map((plural) => `${plural}.openstack.k-orc.cloud/v1alpha1`)
const WORLD = {
  'management.yaml': secretYaml('clouds'),
  'fleet.yaml': `clusters: { management: { served: [${served}] } }\n`,
}

const imported = (kind: string, name: string, filter: object, secretName = 'clouds') => ({
  apiVersion: 'openstack.k-orc.cloud/v1alpha1',
  kind,
  metadata: { name },
  spec: {
    cloudCredentialsRef: { cloudName: 'openstack', secretName },
    managementPolicy: 'unmanaged',
    import: { filter },
  },
})

/** Watches the object at a path until it has the expected state; does not depend on a clock. */
async function eventually(fleet: Running, key: string, path: string, wanted: (object: Json) => boolean): Promise<Json> {
  const [, collection = '', name = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? []
  const watch = await fleet.api(key).watch(`${collection}?watch=1&fieldSelector=metadata.name%3D${name}`)
  const events = await watch.until(({ object }) => wanted(object))
  watch.close()
  return events.at(-1)?.object
}

const progressing = (object: Json) => object.status?.conditions?.find((each: Json) => each.type === 'Progressing')
const available = (object: Json) => object.status?.conditions?.find((each: Json) => each.type === 'Available')?.status

describe('K-ORC on the demo', () => {
  test('imports what Keystone bootstraps, with the messages of the real controller', async () => {
    const fleet = await running(WORLD, { controllers: true })
    const api = fleet.api('management')
    await api.post(`${KORC}/domains`, imported('Domain', 'default', { name: 'Default' }))
    const domain = await eventually(fleet, 'management', `${KORC}/domains/default`, (object) => object.status?.id)
    expect(domain.status).toMatchObject({
      id: 'default',
      conditions: [
        {
          type: 'Available',
          status: 'True',
          reason: 'Success',
          message: 'OpenStack resource is available',
          observedGeneration: 1,
        },
        { type: 'Progressing', status: 'False', reason: 'Success', message: 'OpenStack resource is up to date' },
      ],
    })
    expect(domain.metadata.finalizers).toEqual(['openstack.k-orc.cloud/domain'])
    await api.post(`${KORC}/roles`, imported('Role', 'reader', { name: 'reader' }))
    const role = await eventually(fleet, 'management', `${KORC}/roles/reader`, (object) => object.status?.id)
    expect(role.status.id).toMatch(/^[0-9a-f]{32}$/)
  })

  test('waits for a missing resource, a Secret and dependencies, then continues', async () => {
    const fleet = await running(WORLD, { controllers: true })
    const api = fleet.api('management')
    const waits = async (path: string, message: string) =>
      expect(progressing(await eventually(fleet, 'management', path, progressing))).toMatchObject({
        status: 'True',
        reason: 'Progressing',
        message,
      })
    await api.post(`${KORC}/projects`, imported('Project', 'service', { name: 'service' }))
    await waits(`${KORC}/projects/service`, 'Waiting for OpenStack resource to be created externally')
    await api.post(`${KORC}/roles`, imported('Role', 'admin', { name: 'admin' }, 'late'))
    await waits(`${KORC}/roles/admin`, 'Waiting for Secret/late to be created')
    await api.post(`${KORC}/projects`, imported('Project', 'admin', { name: 'admin', domainRef: 'default' }))
    await waits(`${KORC}/projects/admin`, 'Waiting for Domain/default to be created')

    await api.post(`${KORC}/domains`, imported('Domain', 'default', { name: 'Default' }))
    await api.post('/api/v1/namespaces/default/secrets', {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'late' },
    })
    for (const path of [`${KORC}/projects/admin`, `${KORC}/roles/admin`])
      await eventually(fleet, 'management', path, (object) => available(object) === 'True')
    expect(available((await api.get(`${KORC}/projects/service`)).body)).toBe('False')
  })

  test('removes its finalizer from deleted objects', async () => {
    const fleet = await running(WORLD, { controllers: true })
    const api = fleet.api('management')
    await api.post(`${KORC}/roles`, imported('Role', 'reader', { name: 'reader' }))
    const path = `${KORC}/roles/reader`
    await eventually(fleet, 'management', path, (object) => object.status?.id)
    const watch = await api.watch(`${KORC}/roles?watch=1`)
    await api.delete(path)
    await watch.until(({ type }) => type === 'DELETED')
    watch.close()
    expect((await api.get(path)).status).toBe(404)
  })

  test('does nothing unless it is enabled', async () => {
    const api = (await running(WORLD)).api('management')
    const watch = await api.watch(`${KORC}/roles?watch=1&timeoutSeconds=1`)
    await api.post(`${KORC}/roles`, imported('Role', 'reader', { name: 'reader' }))
    expect((await watch.next())?.type).toBe('ADDED')
    expect(await watch.next()).toBeUndefined()
  })
})

describe('External Secrets on the demo', () => {
  const FILES = {
    'storage.a.yaml': `${secretYaml('source', 'rook')}---
apiVersion: external-secrets.io/v1alpha1
kind: PushSecret
metadata: { name: push, namespace: rook }
spec: { selector: { secret: { name: source } }, data: [{ match: { secretKey: key, remoteRef: { remoteKey: ceph/a, property: userKey } } }] }
`,
    'control-plane.eu.yaml': `apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: pull, namespace: openstack }
spec: { target: { name: copy }, data: [{ secretKey: key, remoteRef: { key: ceph/a, property: userKey } }] }
---
${secretYaml('copy', 'openstack')}`,
  }
  const PUSH = '/apis/external-secrets.io/v1alpha1/namespaces/rook/pushsecrets/push'
  const PULL = '/apis/external-secrets.io/v1/namespaces/openstack/externalsecrets/pull'
  const change = async (fleet: Running, key: string, path: string, patch: object) =>
    expect((await fleet.api(key).patch('merge', path, patch)).status).toBe(200)
  const force = (fleet: Running, key: string, path: string) =>
    change(fleet, key, path, { metadata: { annotations: { 'force-sync': String(Math.random()) } } })
  const copy = async (fleet: Running) =>
    (await fleet.api('control-plane.eu').get('/api/v1/namespaces/openstack/secrets/copy')).body.data.key

  test('a forced push followed by a forced pull updates the key; a pull alone does not', async () => {
    const fleet = await running(FILES, { controllers: true })
    await change(fleet, 'storage.a', '/api/v1/namespaces/rook/secrets/source', { data: { key: 'bmV3' } })
    await force(fleet, 'control-plane.eu', PULL)
    await eventually(fleet, 'control-plane.eu', PULL, (object) => object.status?.refreshTime)
    expect(await copy(fleet)).toBe('dmFsdWU=')

    await force(fleet, 'storage.a', PUSH)
    const pushed = await eventually(fleet, 'storage.a', PUSH, (object) => object.status?.refreshTime)
    expect(pushed.status.conditions[0]).toMatchObject({ type: 'Ready', status: 'True', reason: 'Synced' })
    const before = (await fleet.api('control-plane.eu').get(PULL)).body.status.syncedResourceVersion
    await force(fleet, 'control-plane.eu', PULL)
    const pulled = await eventually(
      fleet,
      'control-plane.eu',
      PULL,
      (object) => object.status?.syncedResourceVersion !== before,
    )
    expect(pulled.status).toMatchObject({
      conditions: [{ reason: 'SecretSynced', status: 'True' }],
      binding: { name: 'copy' },
    })
    expect(await copy(fleet)).toBe('bmV3')
  })

  test('a push without a source fails with the real message', async () => {
    const fleet = await running(FILES, { controllers: true })
    await fleet.api('storage.a').delete('/api/v1/namespaces/rook/secrets/source')
    await force(fleet, 'storage.a', PUSH)
    const failed = await eventually(fleet, 'storage.a', PUSH, (object) => object.status?.conditions)
    expect(failed.status.conditions[0]).toMatchObject({
      status: 'False',
      reason: 'Errored',
      message: 'could not get source secret',
    })
  })

  test('a missing target Secret is created with the labels of External Secrets', async () => {
    const fleet = await running(FILES, { controllers: true })
    await fleet.api('control-plane.eu').delete('/api/v1/namespaces/openstack/secrets/copy')
    await force(fleet, 'control-plane.eu', PULL)
    await eventually(fleet, 'control-plane.eu', PULL, (object) => object.status?.refreshTime)
    const { metadata } = (await fleet.api('control-plane.eu').get('/api/v1/namespaces/openstack/secrets/copy')).body
    expect(metadata.ownerReferences).toMatchObject([{ kind: 'ExternalSecret', name: 'pull', controller: true }])
    expect(metadata.managedFields).toMatchObject([
      { manager: 'externalsecrets.external-secrets.io/pull', operation: 'Update' },
    ])
  })
})

test('a Job on the demo runs, writes the log of its owner and completes', async () => {
  const fleet = await running(
    { 'management.yaml': secretYaml('s'), 'management.logs/default/tempest.log': 'one\ntwo\nthree\n' },
    { controllers: true },
  )
  const api = fleet.api('management')
  const JOBS = '/apis/batch/v1/namespaces/default/jobs'
  const { body: job } = await api.post(JOBS, {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      generateName: 'tempest-manual-',
      ownerReferences: [{ apiVersion: 'batch/v1', kind: 'CronJob', name: 'tempest', uid: 'x' }],
    },
    spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'tempest', image: 'x' }] } } },
  })
  const name = job.metadata.name
  await eventually(fleet, 'management', `${JOBS}/${name}`, (object) => object.status?.active === 1)
  const pods = (await api.get(`/api/v1/namespaces/default/pods?labelSelector=job-name%3D${name}`)).body.items
  expect(pods).toHaveLength(1)
  const log = await api.get(`/api/v1/namespaces/default/pods/${pods[0].metadata.name}/log?follow=true`)
  expect(log.text).toBe('one\ntwo\nthree\n')
  const done = await eventually(fleet, 'management', `${JOBS}/${name}`, (object) => object.status?.succeeded === 1)
  expect(done.status.conditions.map((each: Json) => each.type)).toEqual(['SuccessCriteriaMet', 'Complete'])
})
