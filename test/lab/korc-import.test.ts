// SPDX-License-Identifier: Apache-2.0
// korc import-bootstrap on a real API server with the CRDs of K-ORC: their schemas and rules validate the imports.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { type Api, connect, type Json } from '../contract/api.ts'
import { ROOT, runCli } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { definitionOf, KINDS } from '../writes/world.ts'
import { type Lab, startLab } from './cluster.ts'
import { grant, granted, rolesFor, without } from './granting.ts'

const CRDS = join(ROOT, '..', 'shared', 'crds', 'k-orc')
const present = existsSync(CRDS)
if (!present) console.warn(`SKIPPED: no definitions of K-ORC in ${CRDS}`)

const NAMES = ['domains', 'projects', 'roles', 'users', 'services', 'endpoints']
const BASE = '/apis/openstack.k-orc.cloud/v1alpha1/namespaces/openstack'

describe.skipIf(!present)('korc import-bootstrap on a real API server', () => {
  let lab: Lab
  let api: Api
  let home: string
  beforeAll(async () => {
    lab = await startLab(['korc'])
    const server = lab.servers[0]!
    api = connect({ url: server.url, ca: server.ca, token: server.tokens.admin })
    const files = readdirSync(CRDS).filter((file) => NAMES.some((name) => file.endsWith(`_${name}.yaml`)))
    const definitions = [...files.map((file) => parse(readFileSync(join(CRDS, file), 'utf8'))), definitionOf(KINDS[1])]
    for (const definition of definitions) {
      const made = await api.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition)
      expect(made.status, made.text).toBe(201)
    }
    await vi.waitFor(async () => {
      for (const name of NAMES) expect((await api.get(`/apis/openstack.k-orc.cloud/v1alpha1/${name}`)).status).toBe(200)
      expect((await api.get('/apis/c5c3.io/v1alpha1/controlplanes')).status).toBe(200)
    }, 60_000)
    await makePlane('openstack')
    const clusters = [{ roles: ['control-plane=eu'], kubeconfig: server.kubeconfig, context: 'admin@korc' }]
    home = tempFolder({ 'config.yaml': JSON.stringify({ current: 'x', profiles: { x: { clusters } } }) })
  })
  afterAll(() => lab?.stop())

  const makePlane = async (namespace: string) => {
    await api.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    const made = await api.post(`/apis/c5c3.io/v1alpha1/namespaces/${namespace}/controlplanes`, {
      apiVersion: 'c5c3.io/v1alpha1',
      kind: 'ControlPlane',
      metadata: { name: 'plane', namespace },
      spec: { korc: { enabled: true } },
    })
    expect(made.status, made.text).toBe(201)
  }
  const makeClouds = (namespace: string) =>
    api.post(`/api/v1/namespaces/${namespace}/secrets`, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'k-orc-clouds-yaml' },
      stringData: { 'clouds.yaml': 'clouds: {}' },
    })

  const run = async (...more: string[]) => {
    const ran = await runCli(['korc', 'import-bootstrap', ...more, '-o', 'json'], {
      home,
      env: { C5C3_CONFIG: join(home, 'config.yaml') },
    })
    return { ...ran, report: JSON.parse(ran.stdout) }
  }
  const outcomes = ({ report }: { report: Json }) => report.results.map(({ outcome }: Json) => outcome)

  test('creates nothing without clouds.yaml in the namespace', async () => {
    const { code, report } = await run('--yes')
    expect(code).toBe(4)
    expect(report.results[0].reasons[0].text).toContain(
      'Secret openstack/k-orc-clouds-yaml with clouds.yaml is missing',
    )
    expect((await api.get(`${BASE}/domains`)).body.items).toEqual([])
  })

  test('the real schemas accept every import, twenty concurrent runs create each once, and the next run changes nothing', async () => {
    await api.post('/api/v1/namespaces/openstack/secrets', {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'k-orc-clouds-yaml' },
      stringData: { 'clouds.yaml': 'clouds: {}' },
    })
    const dry = await run('--dry-run=server')
    expect([dry.code, dry.report.steps.map(({ action }: Json) => action)]).toEqual([1, Array(13).fill('create')])
    const runs = await Promise.all(Array.from({ length: 20 }, () => run('--yes', '--no-wait')))
    const whole = runs.filter(({ report }) => report.completeness.complete)
    expect(whole.length).toBeGreaterThan(10)
    expect(whole.map(({ code }) => code)).toEqual(whole.map(() => 0))
    expect(runs.flatMap(outcomes).filter((outcome) => outcome === 'written')).toHaveLength(13)
    const { body } = await api.get(`${BASE}/projects/bootstrap-project-admin`)
    expect(body.spec).toEqual({
      cloudCredentialsRef: { cloudName: 'openstack', secretName: 'k-orc-clouds-yaml' },
      managementPolicy: 'unmanaged',
      import: { filter: { name: 'admin', domainRef: 'bootstrap-domain-default' } },
    })
    const again = await run('--yes', '--no-wait')
    expect([again.code, outcomes(again)]).toEqual([0, Array(13).fill('unchanged')])
  })

  test('the status of K-ORC decides: one match, no match, several matches', async () => {
    const say = (path: string, available: string, progressing: string, reason: string, message: string, id?: string) =>
      api.patch('merge', `${BASE}/${path}/status`, {
        status: {
          ...(id ? { id } : {}),
          conditions: [
            {
              type: 'Available',
              status: available,
              reason,
              message,
              observedGeneration: 1,
              lastTransitionTime: '2026-11-17T00:00:00Z',
            },
            {
              type: 'Progressing',
              status: progressing,
              reason,
              message,
              observedGeneration: 1,
              lastTransitionTime: '2026-11-17T00:00:00Z',
            },
          ],
        },
      })
    for (const name of NAMES)
      for (const { metadata } of (await api.get(`${BASE}/${name}`)).body.items)
        await say(`${name}/${metadata.name}`, 'True', 'False', 'Success', 'fine', 'x')
    expect((await run('--yes')).code).toBe(0)
    await say(
      'projects/bootstrap-project-service',
      'False',
      'True',
      'Progressing',
      'Waiting for OpenStack resource to be created externally',
    )
    const none = await run('--yes', '--wait', '--wait-timeout', '500ms')
    expect(none.code).toBe(6)
    await say(
      'projects/bootstrap-project-service',
      'False',
      'False',
      'InvalidConfiguration',
      'found more than one matching OpenStack resource during import',
    )
    const several = await run('--yes', '--wait-timeout', '5s')
    expect([several.code, several.report.results[2].reasons[0].text]).toEqual([
      1,
      expect.stringContaining('found more than one matching'),
    ])
  })

  test('an object with another import, or a managed object of the same resource, is refused with the risk', async () => {
    await api.delete(`${BASE}/roles/bootstrap-role-reader`)
    const managed = {
      apiVersion: 'openstack.k-orc.cloud/v1alpha1',
      kind: 'Role',
      metadata: { name: 'mine' },
      spec: {
        cloudCredentialsRef: { cloudName: 'openstack', secretName: 'k-orc-clouds-yaml' },
        managementPolicy: 'managed',
        resource: { name: 'reader' },
      },
    }
    expect((await api.post(`${BASE}/roles`, managed)).status).toBe(201)
    const { code, report } = await run('--yes', '--no-wait')
    expect(code).toBe(4)
    const row = report.results.find(({ name }: Json) => name === 'bootstrap-role-reader')
    expect(row.reasons[0].text).toContain('deleting it deletes the real one')
    expect((await api.get(`${BASE}/roles/bootstrap-role-reader`)).status).toBe(404)
  })

  test('imports with exactly the roles of rbac; without a verb nothing is created, and each missing one is named', {
    timeout: 120_000,
  }, async () => {
    const roles = await rolesFor('korc import-bootstrap', '--role', 'control-plane')
    const kinds = NAMES.map((name) => `${name}.openstack.k-orc.cloud`)
    const lacks: readonly (readonly [string, readonly string[], string?])[] = [
      ['all', []],
      ['list', kinds, 'list'],
      ['get', kinds, 'get'],
      ['create', kinds, 'create'],
      ['patch', kinds, 'patch'],
      ['planes', ['controlplanes.c5c3.io']],
      ['secret', ['secrets']],
    ]
    for (const [name, gone, verb] of lacks) {
      await makePlane(`roles-${name}`)
      await makeClouds(`roles-${name}`)
      const left = without(roles, new Set(gone), verb ? [verb] : undefined)
      await grant(api, name, left, [`roles-${name}`])
    }
    await granted(api)
    const answers = await Promise.all(
      lacks.map(
        async ([name]) => [name, await run(`roles-${name}/plane`, '--yes', '--no-wait', '--as', name)] as const,
      ),
    )
    const results = Object.fromEntries(
      answers.map(([name, ran]) => [name, [ran.code, [...new Set(ran.report.results ? outcomes(ran) : [])].join()]]),
    )
    expect(results).toEqual({
      all: [0, 'written'],
      list: [4, 'refused'],
      get: [4, 'refused'],
      create: [4, 'refused'],
      patch: [4, 'refused'],
      planes: [7, ''],
      // Whether clouds.yaml exists is unknown, and the plan says so.
      secret: [0, 'written'],
    })
    for (const [name, { report }] of answers.filter(([name]) => ['get', 'create', 'patch', 'list'].includes(name)))
      for (const [i, { reasons }] of (report.results as Json[]).entries())
        expect([i, reasons[0].text]).toEqual([i, expect.stringContaining(name)])
    const blind = answers.find(([name]) => name === 'secret')?.[1].report
    expect(blind.notes).toEqual([expect.stringContaining('may not be read')])
    expect(answers.find(([name]) => name === 'planes')?.[1].report.error.message).toContain('controlplanes.c5c3.io')
  })

  test('the printed undo command deletes that import, and no other object of its name', async () => {
    await makePlane('undone')
    await makeClouds('undone')
    const { report } = await run('undone/plane', '--yes', '--no-wait')
    const commands: readonly string[] = report.results.map(({ undo }: Json) => undo.command)
    expect(commands).toHaveLength(13)
    const [domain = '', project = ''] = commands
    const type = (command: string) =>
      spawnSync('sh', ['-c', command], {
        encoding: 'utf8',
        env: { PATH: `${dirname(lab.kubectl)}:${process.env['PATH']}`, KUBECONFIG: lab.servers[0]!.kubeconfig },
      })
    const at = (name: string) => `/apis/openstack.k-orc.cloud/v1alpha1/namespaces/undone/${name}`
    const first = type(domain)
    expect([first.status, first.stderr]).toEqual([0, ''])
    expect((await api.get(at('domains/bootstrap-domain-default'))).status).toBe(404)
    // Another object with the same name was created.
    const { body } = await api.get(at('projects/bootstrap-project-admin'))
    await api.delete(at('projects/bootstrap-project-admin'))
    await api.post(at('projects'), { ...body, metadata: { name: 'bootstrap-project-admin' } })
    expect(type(project).status).not.toBe(0)
    expect((await api.get(at('projects/bootstrap-project-admin'))).status).toBe(200)
    const { stdout } = await runCli(['journal', '-o', 'json'], { home })
    const entries = JSON.parse(stdout).entries.filter(({ object }: Json) => object.includes(' undone/'))
    expect(entries.map(({ undo }: Json) => undo.command)).toEqual(expect.arrayContaining([...commands]))
  })
})
