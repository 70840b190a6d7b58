// SPDX-License-Identifier: Apache-2.0
// gitops with a real Flux that applies a real Git repository: healthy, one failure with blocked objects, fixed.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Api, Json } from '../contract/api.ts'
import { runCli } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { type Lab, startLab } from '../lab/cluster.ts'
import { namespace } from '../writes/world.ts'
import { adminOf, type Controller, make } from './controller.ts'
import { startFlux } from './flux.ts'
import { type Repository, serveRepository } from './git.ts'

const SPACE = 'namespaces/flux-system'
const KUSTOMIZATIONS = `/apis/kustomize.toolkit.fluxcd.io/v1/${SPACE}/kustomizations`
const RELEASES = `/apis/helm.toolkit.fluxcd.io/v2/${SPACE}/helmreleases`
const SOURCE = { kind: 'GitRepository', name: 'fleet' }

let lab: Lab
let api: Api
let home: string
let repository: Repository
let controllers: readonly Controller[] = []

beforeAll(async () => {
  repository = await serveRepository()
  lab = await startLab(['all'])
  const server = lab.servers[0]!
  api = adminOf(server)
  controllers = await startFlux(server)
  await make(api, '/api/v1/namespaces', namespace('flux-system'))
  const clusters = [{ roles: ['management'], kubeconfig: server.kubeconfig, context: 'admin@all' }]
  home = tempFolder({ 'config.yaml': JSON.stringify({ current: 'x', profiles: { x: { clusters } } }) })
})
afterAll(async () => {
  for (const controller of controllers) await controller.stop()
  await lab?.stop()
  await repository?.stop()
})

const configMap = (name: string, data: object) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data })

/** The repository; optionally with a step that cannot be built and a chart that cannot be rendered. */
const files = (version: string, { infrastructure = 'settings.yaml', chart = '' } = {}) => ({
  'infrastructure/settings.yaml': configMap('settings', { version }),
  'infrastructure/kustomization.yaml': `resources: [${infrastructure}]`,
  'tenants/tenant.yaml': configMap('tenant', { version }),
  'apps/kept/kept.yaml': configMap('kept', { version }),
  'charts/console/Chart.yaml': `{apiVersion: v2, name: console, version: ${version}}`,
  'charts/console/templates/console.yaml': `${chart}${configMap('console', { version })}`,
})

const kustomization = (name: string, path: string, more: object = {}) =>
  make(api, KUSTOMIZATIONS, {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name },
    spec: { interval: '10m', path, prune: true, sourceRef: SOURCE, ...more },
  })

const suspend = async (suspend: boolean) =>
  expect((await api.patch('merge', `${KUSTOMIZATIONS}/kept`, { spec: { suspend } })).status).toBe(200)

/** Waits until an object has this Ready status for this revision of its source. */
const ready = (path: string, wanted: string, revision?: string) =>
  vi.waitFor(
    async () => {
      const { status } = (await api.get(path)).body
      const { reason, message } = status?.conditions?.find(({ type }: Json) => type === 'Ready') ?? {}
      expect(reason, `${message} ${controllers.map((one) => one.log().slice(-800)).join('\n')}`).toBe(wanted)
      if (revision) expect(status.lastAttemptedRevision ?? status.artifact?.revision).toBe(revision)
    },
    { timeout: 240_000, interval: 300 },
  )

const cli = async (...argv: string[]) => {
  const { code, stdout } = await runCli(argv, { home, columns: 400, env: { C5C3_CONFIG: join(home, 'config.yaml') } })
  return { code, stdout }
}

const addressOf = (kind: string, name: string) => `${kind}/flux-system/${name}@management`

/** Waits until everything is applied from this commit. */
async function applied(revision: string, version: string, release: string): Promise<void> {
  for (const name of ['infrastructure', 'tenants', 'kept'])
    await ready(`${KUSTOMIZATIONS}/${name}`, 'ReconciliationSucceeded', revision)
  await ready(`${RELEASES}/console`, release, version)
}

let first: string

test('applied objects are healthy, and an object links to its folder in the repository', async () => {
  first = repository.commit(files('0.1.0'))
  await make(api, `/apis/source.toolkit.fluxcd.io/v1/${SPACE}/gitrepositories`, {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'GitRepository',
    metadata: { name: 'fleet' },
    spec: { interval: '2s', url: repository.url, ref: { branch: 'main' } },
  })
  await kustomization('infrastructure', './infrastructure')
  await kustomization('tenants', './tenants', { dependsOn: [{ name: 'infrastructure' }] })
  await kustomization('kept', './apps/kept')
  const chart = { spec: { chart: './charts/console', sourceRef: SOURCE } }
  await make(api, RELEASES, {
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name: 'console' },
    spec: { interval: '10m', targetNamespace: 'default', chart },
  })
  await applied(first, '0.1.0', 'InstallSucceeded')
  const all = await cli('gitops')
  expect(all.code, all.stdout).toBe(0)
  for (const [name, path, revision] of [
    ['kept', './apps/kept', first],
    ['console', './charts/console', '0.1.0'],
  ]) {
    const { code, stdout } = await cli('gitops', 'owner', `ConfigMap/${name}`, '-o', 'json')
    expect([code, JSON.parse(stdout).repository]).toEqual([0, { url: repository.url, path, revision }])
  }
})

test('a folder that cannot be built comes first; blocked, suspended and outdated objects are shown', async () => {
  await suspend(true)
  const second = repository.commit(files('0.2.0', { infrastructure: 'gone.yaml', chart: '{{ fail "no such theme" }}' }))
  await ready(`${KUSTOMIZATIONS}/infrastructure`, 'BuildFailed', second)
  await ready(`${KUSTOMIZATIONS}/tenants`, 'DependencyNotReady')
  await ready(`${RELEASES}/console`, 'UpgradeFailed', '0.2.0')
  const { code, stdout } = await cli('gitops', '-o', 'json')
  const report = JSON.parse(stdout)
  expect([code, report.first]).toEqual([1, addressOf('Kustomization', 'infrastructure')])
  const row = (name: string) => report.objects.find((each: Json) => each.name === name)
  const behind = { revision: first, offered: second }
  expect(row('infrastructure')).toMatchObject({ state: 'failed', reason: 'BuildFailed', ...behind })
  expect(row('tenants')).toMatchObject({ waitsFor: report.first, reason: 'DependencyNotReady', ...behind })
  expect(row('kept')).toMatchObject({ state: 'suspended', suspended: { since: expect.any(String) }, ...behind })
  expect(row('console')).toMatchObject({ state: 'failed', revision: '0.1.0', offered: '0.2.0' })
  expect((await cli('gitops')).stdout).toContain('· Kustomization infrastructure blocks 1')
})

test('after a fix in the repository and a resume, everything is healthy again', async () => {
  const third = repository.commit(files('0.3.0'))
  await suspend(false)
  await applied(third, '0.3.0', 'UpgradeSucceeded')
  const all = await cli('gitops')
  expect(all.code, all.stdout).toBe(0)
  expect(all.stdout).not.toContain('→')
})
