// SPDX-License-Identifier: Apache-2.0
// status and wait on a claim that becomes Ready with a real Crossplane and a real provider-kubernetes.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Api, Json } from '../contract/api.ts'
import { runCli } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { type Lab, startLab } from '../lab/cluster.ts'
import { freePort } from '../lab/process.ts'
import { definitionOf, KINDS, kubeconfig, namespace } from '../writes/world.ts'
import { adminOf, type Controller, define, definitionsOf, make, startController } from './controller.ts'
import { certificatesOf, providerConfig, startProvider } from './provider.ts'

const CLAIM = 'openstackcluster/tenant-a/customer-a'
const CLAIMS = '/apis/c5c3.io/v1alpha1/namespaces/tenant-a/openstackclusters'
const APIEXTENSIONS = '/apis/apiextensions.crossplane.io/v1'

let lab: Lab
let api: Api
let home: string
const controllers: Controller[] = []

beforeAll(async () => {
  lab = await startLab(['all'])
  const server = lab.servers[0]!
  api = adminOf(server)
  await define(api, [...definitionsOf('crossplane'), definitionOf(KINDS[1])])
  controllers.push(await startProvider(server))
  await providerConfig(api, 'eu', kubeconfig({ url: server.url, ca: server.ca, token: server.tokens.admin }))
  controllers.push(await startCrossplane())
  await make(api, `${APIEXTENSIONS}/compositeresourcedefinitions`, DEFINITION)
  await make(api, `${APIEXTENSIONS}/compositions`, COMPOSITION)
  const served = async () => expect((await api.get(CLAIMS)).status, controllers[1]?.log().slice(-2000)).toBe(200)
  await vi.waitFor(served, { timeout: 240_000, interval: 500 })
  await make(api, '/api/v1/namespaces', namespace('tenant-a'))
  const roles = ['management', 'control-plane=eu']
  const clusters = [{ roles, kubeconfig: server.kubeconfig, context: 'admin@all' }]
  home = tempFolder({ 'config.yaml': JSON.stringify({ current: 'x', profiles: { x: { clusters } } }) })
})
afterAll(async () => {
  for (const controller of controllers) await controller.stop()
  await lab?.stop()
})

async function startCrossplane(): Promise<Controller> {
  const folder = certificatesOf(lab.servers[0]!)
  return startController('crossplane', lab.servers[0]!, [
    'core',
    'start',
    '--enable-webhooks=false',
    `--metrics-port=${await freePort()}`,
    `--health-probe-port=${await freePort()}`,
    `--tls-client-certs-dir=${folder}`,
    `--tls-server-certs-dir=${folder}`,
    `--xpkg-cache-dir=${folder}`,
    '--poll-interval=5s',
  ])
}

const DEFINITION = {
  apiVersion: 'apiextensions.crossplane.io/v1',
  kind: 'CompositeResourceDefinition',
  metadata: { name: 'xopenstackclusters.c5c3.io' },
  spec: {
    group: 'c5c3.io',
    names: { kind: 'XOpenStackCluster', plural: 'xopenstackclusters' },
    claimNames: { kind: 'OpenStackCluster', plural: 'openstackclusters' },
    versions: [
      {
        name: 'v1alpha1',
        served: true,
        referenceable: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { region: { type: 'string' } } } },
          },
        },
      },
    ],
  },
}

const named = (field: string) => ({
  type: 'FromCompositeFieldPath',
  fromFieldPath: 'metadata.name',
  toFieldPath: `spec.forProvider.manifest.metadata.${field}`,
  transforms: [{ type: 'string', string: { type: 'Format', fmt: 'openstack-%s' } }],
})

const object = (name: string, spec: object, patches: readonly object[]) => ({
  name,
  base: {
    apiVersion: 'kubernetes.crossplane.io/v1alpha2',
    kind: 'Object',
    spec: { providerConfigRef: { name: 'eu' }, ...spec },
  },
  patches,
})

/** Composes a namespace and a ControlPlane whose own Ready condition decides. */
const COMPOSITION = {
  apiVersion: 'apiextensions.crossplane.io/v1',
  kind: 'Composition',
  metadata: { name: 'openstack-cluster' },
  spec: {
    compositeTypeRef: { apiVersion: 'c5c3.io/v1alpha1', kind: 'XOpenStackCluster' },
    mode: 'Resources',
    resources: [
      object('namespace', { forProvider: { manifest: { apiVersion: 'v1', kind: 'Namespace' } } }, [named('name')]),
      object(
        'control-plane',
        {
          readiness: { policy: 'DeriveFromObject' },
          forProvider: {
            manifest: {
              apiVersion: 'c5c3.io/v1alpha1',
              kind: 'ControlPlane',
              metadata: { name: 'controlplane' },
              spec: { korc: { enabled: false } },
            },
          },
        },
        [named('namespace')],
      ),
    ],
  },
}

const cli = async (...argv: string[]) => {
  const { code, stdout, stderr } = await runCli([...argv], { home, env: { C5C3_CONFIG: join(home, 'config.yaml') } })
  return { code, stdout, stderr }
}

async function controlPlane(): Promise<Json> {
  let found: Json
  const created = async () => {
    found = (await api.get('/apis/c5c3.io/v1alpha1/controlplanes')).body.items[0]
    expect(found).toBeDefined()
  }
  await vi.waitFor(created, { timeout: 240_000, interval: 500 })
  return found
}

const ready = (status: string, reason: string) => ({
  status: {
    phase: status === 'True' ? 'Ready' : 'Deploying',
    conditions: [
      {
        type: 'Ready',
        status,
        reason,
        message: `the operator says ${reason}`,
        observedGeneration: 1,
        lastTransitionTime: new Date().toISOString(),
      },
    ],
  },
})

test('a claim with an unready ControlPlane is not ready, and status and wait name the blocking object', async () => {
  await make(api, CLAIMS, {
    apiVersion: 'c5c3.io/v1alpha1',
    kind: 'OpenStackCluster',
    metadata: { name: 'customer-a' },
    spec: { region: 'eu' },
  })
  const { metadata } = await controlPlane()
  expect(metadata.namespace).toMatch(/^openstack-customer-a-/)
  const path = `/apis/c5c3.io/v1alpha1/namespaces/${metadata.namespace}/controlplanes/${metadata.name}/status`
  expect((await api.patch('merge', path, ready('False', 'DeploymentRollingOut'))).status).toBe(200)
  await vi.waitFor(
    async () => {
      const { body } = await api.get(`${CLAIMS}/customer-a`)
      expect(body.status?.conditions?.map(({ type, status }: Json) => `${type}=${status}`)).toEqual(
        expect.arrayContaining(['Synced=True', 'Ready=False']),
      )
    },
    { timeout: 240_000, interval: 500 },
  )
  const status = await cli('status', 'customer-a')
  expect(status.code).toBe(1)
  expect(status.stdout).toContain('DeploymentRollingOut')
  const waited = await cli('wait', CLAIM, '--for', 'healthy', '--timeout', '3s')
  expect([waited.code, waited.stdout]).toEqual([
    6,
    expect.stringContaining('waits for ControlPlane openstack-customer-a-'),
  ])
})

test('the claim becomes ready, and wait ends', async () => {
  const { metadata } = await controlPlane()
  const path = `/apis/c5c3.io/v1alpha1/namespaces/${metadata.namespace}/controlplanes/${metadata.name}/status`
  const waiting = cli('wait', CLAIM, '--for', 'healthy', '--timeout', '240s')
  expect((await api.patch('merge', path, ready('True', 'AllReady'))).status).toBe(200)
  expect((await waiting).code).toBe(0)
  expect((await cli('status', 'customer-a')).code).toBe(0)
})

test('a ControlPlane that fails later is reported at once, whatever the claim reports', async () => {
  const { metadata } = await controlPlane()
  const path = `/apis/c5c3.io/v1alpha1/namespaces/${metadata.namespace}/controlplanes/${metadata.name}/status`
  expect((await api.patch('merge', path, ready('False', 'DatabaseGone'))).status).toBe(200)
  const status = await cli('status', 'customer-a')
  expect([status.code, status.stdout]).toEqual([1, expect.stringContaining('DatabaseGone')])
})
