// SPDX-License-Identifier: Apache-2.0
// korc import-bootstrap, korc, korc verify and status with a real K-ORC and a real Keystone.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Api, Json } from '../contract/api.ts'
import { type Ran, runCli } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { type Lab, startLab } from '../lab/cluster.ts'
import { definitionOf, KINDS } from '../writes/world.ts'
import { adminOf, type Controller, define, definitionsOf, listening, make, startController } from './controller.ts'
import { type Keystone, startKeystone } from './keystone.ts'

const KORC = '/apis/openstack.k-orc.cloud/v1alpha1'
const PLURALS = ['domains', 'projects', 'roles', 'users', 'services', 'endpoints']

let lab: Lab
let keystone: Keystone
let korc: Controller
let api: Api
let home: string

beforeAll(async () => {
  ;[lab, keystone] = await Promise.all([startLab(['cp']), startKeystone()])
  const server = lab.servers[0]!
  api = adminOf(server)
  await define(api, [...definitionsOf('manager'), definitionOf(KINDS[1])])
  korc = startController('manager', server, [
    await listening('--health-probe-bind-address'),
    '--metrics-bind-address=0',
    '--zap-log-level=info',
  ])
  const clusters = [{ roles: ['management', 'control-plane=eu'], kubeconfig: server.kubeconfig, context: 'admin@cp' }]
  home = tempFolder({ 'config.yaml': JSON.stringify({ current: 'x', profiles: { x: { clusters } } }) })
})
afterAll(async () => {
  await korc?.stop()
  await keystone?.stop()
  await lab?.stop()
})

const condition = (type: string, status: string, reason: string, message: string) => ({
  type,
  status,
  reason,
  message,
  observedGeneration: 1,
  lastTransitionTime: new Date().toISOString(),
})

/** A namespace with a control plane and this clouds.yaml. */
async function plane(name: string, login: { url?: string; password?: string } = {}): Promise<void> {
  await make(api, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  await make(api, `/apis/c5c3.io/v1alpha1/namespaces/${name}/controlplanes`, {
    apiVersion: 'c5c3.io/v1alpha1',
    kind: 'ControlPlane',
    metadata: { name, namespace: name },
    spec: { korc: { enabled: true } },
  })
  await api.patch('merge', `/apis/c5c3.io/v1alpha1/namespaces/${name}/controlplanes/${name}/status`, {
    status: { phase: 'Ready', conditions: [condition('Ready', 'True', 'AllReady', 'all sub-resources are ready')] },
  })
  const auth = {
    auth_url: login.url ?? keystone.url,
    username: 'admin',
    password: login.password ?? keystone.password,
    project_name: 'admin',
    user_domain_name: 'Default',
    project_domain_name: 'Default',
  }
  await make(api, `/api/v1/namespaces/${name}/secrets`, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'k-orc-clouds-yaml' },
    stringData: {
      'clouds.yaml': JSON.stringify({ clouds: { openstack: { auth, region_name: keystone.region } } }),
    },
  })
}

const cli = (...argv: string[]): Promise<Ran> => runCli(argv, { home, env: { C5C3_CONFIG: join(home, 'config.yaml') } })

async function importInto(name: string, ...more: string[]): Promise<Ran & { report: Json }> {
  const ran = await cli('korc', 'import-bootstrap', name, '--yes', ...more, '-o', 'json')
  return { ...ran, report: JSON.parse(ran.stdout) }
}

/** The IDs of the objects. */
const imported = async (namespace: string) =>
  Object.fromEntries((await imports(namespace)).map(({ metadata, status }) => [metadata.name, status?.id]))

/** The expected IDs, from Keystone itself. */
async function real(): Promise<Record<string, string>> {
  const list = async (what: string) => (await keystone.call('GET', `/${what}`))[what] as Json[]
  const [services, projects, users] = [await list('services'), await list('projects'), await list('users')]
  const endpoints = (await list('endpoints')).filter(({ service_id }) => service_id === services[0].id)
  const named = (kind: string, items: Json[]) =>
    items.map(({ name, id }) => [`bootstrap-${kind}-${name.toLowerCase()}`, id])
  return Object.fromEntries([
    ...named('domain', await list('domains')),
    ...named('project', projects),
    ...named('role', await list('roles')),
    ...named('user', users),
    ...named('service', services),
    ...endpoints.map((each) => [`bootstrap-endpoint-keystone-${each.interface}`, each.id]),
  ])
}

const outcomes = ({ report }: { report: Json }) =>
  Object.fromEntries(report.results.map(({ name, outcome }: Json) => [name, outcome]))

const LONG = ['--wait', '--wait-timeout', '300s']
const SHORT = ['--wait', '--wait-timeout', '3s']

const eventually = (what: () => Promise<void>) => vi.waitFor(what, { timeout: 240_000, interval: 300 })

async function imports(namespace: string): Promise<Json[]> {
  const all = await Promise.all(PLURALS.map((plural) => api.get(`${KORC}/namespaces/${namespace}/${plural}`)))
  return all.flatMap(({ body }) => body.items)
}

/** Waits until K-ORC has a status for every import of a namespace, and this one for those that are not available. */
const waitForStatus = (namespace: string, about: RegExp) =>
  eventually(async () => {
    const items = await imports(namespace)
    expect(items).toHaveLength(13)
    for (const { metadata, status } of items) {
      const [available, progressing] = status?.conditions ?? []
      expect(available?.status === 'True' ? 'available' : progressing?.message, metadata.name).toMatch(about)
    }
  })

const json = async (...argv: string[]) => {
  const { code, stdout } = await cli(...argv, '-o', 'json')
  return { code, report: JSON.parse(stdout) }
}

/** The items of korc verify that do not pass. */
const wrong = ({ report }: { report: Json }) =>
  report.items.filter(({ outcome }: Json) => outcome !== 'ok').map(({ id }: Json) => id)

const states = ({ report }: { report: Json }) =>
  Object.fromEntries(report.objects.map(({ name, state }: Json) => [name, state]))

const reasonOf = ({ report }: { report: Json }, name: string): string =>
  report.results.find((each: Json) => each.name === name).reasons[0]?.text

describe('a fresh Keystone', () => {
  test('imports what its bootstrap created with its ID, and waits for a project that it does not create', async () => {
    await plane('fresh')
    expect((await importInto('fresh', '--no-wait')).code).toBe(0)
    await waitForStatus('fresh', /^available$|to be created externally/)
    const pending = await importInto('fresh', '--wait-timeout', '3s')
    expect([pending.code, reasonOf(pending, 'bootstrap-project-service')]).toEqual([
      0,
      expect.stringContaining('nothing in OpenStack matches it yet'),
    ])
    const waiting = await importInto('fresh', ...SHORT)
    expect(waiting.code).toBe(6)
    const { 'bootstrap-project-service': service, ...others } = outcomes(waiting)
    expect([service, new Set(Object.values(others))]).toEqual(['waiting', new Set(['unchanged'])])
    expect(reasonOf(waiting, 'bootstrap-project-service')).toBe(
      'the time to wait is over: nothing in OpenStack matches it yet (Progressing: Waiting for OpenStack resource to be created externally)',
    )
    const listed = await json('korc', '-n', 'fresh')
    const { 'bootstrap-project-service': state, ...rest } = states(listed)
    expect([listed.code, state, new Set(Object.values(rest))]).toEqual([1, 'progressing', new Set(['healthy'])])
    const verified = await json('korc', 'verify', '-n', 'fresh')
    expect([verified.code, wrong(verified)]).toEqual([1, ['imports-resolved']])
    await keystone.call('POST', '/projects', { project: { name: 'service', domain_id: 'default' } })
    expect((await importInto('fresh', ...LONG)).code).toBe(0)
    expect(await imported('fresh')).toEqual(await real())
  })

  test('a second run has nothing to do and writes nothing, and every command succeeds', async () => {
    const versions = async () => (await imports('fresh')).map(({ metadata }) => metadata.resourceVersion)
    const before = await versions()
    const { code, stdout } = await cli('korc', 'import-bootstrap', 'fresh', '--yes')
    expect([code, stdout]).toEqual([0, expect.stringContaining('nothing to do: 13 unchanged')])
    expect(await versions()).toEqual(before)
    for (const argv of [['korc'], ['korc', 'verify'], ['status', 'fresh']])
      expect([argv, (await cli(...argv, '-n', 'fresh')).code]).toEqual([argv, 0])
  })

  test('a second control plane of the same Keystone gets the same IDs at once', async () => {
    await plane('second')
    const first = await importInto('second', ...LONG)
    expect([first.code, new Set(Object.values(outcomes(first)))]).toEqual([0, new Set(['written'])])
    expect(await imported('second')).toEqual(await real())
  })
})

test('a list from a file in any order: a name in two domains is found in each', async () => {
  const { domain } = await keystone.call('POST', '/domains', { domain: { name: 'heat' } })
  const project = async (domain_id: string) =>
    (await keystone.call('POST', '/projects', { project: { name: 'stacks', domain_id } })).project.id
  const [theirs, usual] = [await project(domain.id), await project('default')]
  await plane('listed')
  const list = [
    { kind: 'Endpoint', name: 'public' },
    { kind: 'Project', name: 'stacks', domain: 'heat' },
    { kind: 'Project', name: 'stacks' },
    { kind: 'Domain', name: 'heat' },
  ]
  const file = join(tempFolder({ 'list.json': JSON.stringify(list) }), 'list.json')
  const ran = await importInto('listed', '--from', file, ...LONG)
  expect([ran.code, new Set(Object.values(outcomes(ran)))]).toEqual([0, new Set(['written'])])
  expect(await imported('listed')).toMatchObject({
    'bootstrap-domain-heat': domain.id,
    'bootstrap-project-heat-stacks': theirs,
    'bootstrap-project-stacks': usual,
    'bootstrap-endpoint-keystone-public': expect.stringMatching(/^[0-9a-f]{32}$/),
  })
})

test('several matches are reported with their impact', async () => {
  const { service } = await keystone.call('POST', '/services', { service: { name: 'keystone', type: 'identity' } })
  try {
    await plane('several')
    await importInto('several', '--no-wait')
    await waitForStatus('several', /^available$|more than one matching|Waiting for Service/)
    const ran = await importInto('several', ...SHORT)
    expect(ran.code).toBe(6)
    expect(outcomes(ran)['bootstrap-service-keystone']).toBe('failed')
    expect(reasonOf(ran, 'bootstrap-service-keystone')).toBe(
      'its controller says InvalidConfiguration: found more than one matching OpenStack resource during import',
    )
    expect(reasonOf(ran, 'bootstrap-endpoint-keystone-public')).toContain(
      'Waiting for Service/bootstrap-service-keystone to be ready',
    )
    expect(ran.stdout).toContain('kubectl describe services.openstack.k-orc.cloud bootstrap-service-keystone')
    const listed = await json('korc', '-n', 'several')
    expect([listed.code, states(listed)['bootstrap-service-keystone']]).toEqual([1, 'failed'])
    const verified = await json('korc', 'verify', '-n', 'several')
    expect([verified.code, wrong(verified)]).toEqual([1, expect.arrayContaining(['one-match', 'stuck-in-creating'])])
    const status = await cli('status', 'several')
    expect([status.code, status.stdout]).toEqual([1, expect.stringContaining('found more than one matching')])
  } finally {
    await keystone.call('DELETE', `/services/${service.id}`)
  }
})

test.each([
  ['password', { password: 'wrong' }, 'got 401', 'Keystone refuses the login in clouds.yaml'],
  ['unreachable', { url: 'http://127.0.0.1:9/v3' }, 'connection refused', 'Keystone does not answer'],
])(
  'a login that does not work (%s): nothing is imported, and everybody says why',
  async (name, login, message, expected) => {
    await plane(name, login)
    await importInto(name, '--no-wait')
    await waitForStatus(name, new RegExp(`${message}|Waiting for (Domain|Service)`))
    const ran = await importInto(name, ...SHORT)
    expect([ran.code, new Set(Object.values(outcomes(ran)))]).toEqual([6, new Set(['waiting'])])
    expect(reasonOf(ran, 'bootstrap-domain-default')).toContain(expected)
    const listed = await json('korc', '-n', name)
    expect([listed.code, Object.values(states(listed)).includes('healthy')]).toEqual([1, false])
    const verified = await json('korc', 'verify', '-n', name)
    expect([verified.code, wrong(verified)]).toEqual([1, expect.arrayContaining(['cannot-reach-keystone'])])
    expect((await cli('status', name)).code).toBe(1)
  },
)
