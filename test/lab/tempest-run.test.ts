// SPDX-License-Identifier: Apache-2.0
// tempest run on a real API server with its Job controller: the same suite as on the embedded API, a run that is
// followed while its Job and Pod change, and exactly the roles that rbac prints. Without a kubelet there are no Pod
// logs, and the output says so.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { type Api, connect, type Json } from '../contract/api.ts'
import { runCli } from '../harness/run-cli.ts'
import { describeTempestRun, runTempest } from '../writes/tempest-run.ts'
import { namespace } from '../writes/world.ts'
import { type Lab, type LabServer, startLab } from './cluster.ts'
import { granted, grant as grantRoles, rolesFor, without } from './granting.ts'

const RBAC = '/apis/rbac.authorization.k8s.io/v1'

describe('tempest run on a real API server', () => {
  let lab: Lab
  let server: LabServer
  let api: Api
  beforeAll(async () => {
    lab = await startLab(['control'])
    server = lab.servers[0]!
    api = connect({ url: server.url, ca: server.ca, token: server.tokens.admin })
  })
  afterAll(() => lab?.stop())

  const login = (user: 'admin' | 'alice' = 'admin') => ({ url: server.url, ca: server.ca, token: server.tokens[user] })
  const start = (argv: readonly string[], user: 'admin' | 'alice' = 'admin', more = {}) =>
    runTempest(login(user), ['tempest', 'run', ...argv, '--yes'], more)

  async function suite(ns: string): Promise<void> {
    expect((await api.post('/api/v1/namespaces', namespace(ns))).status).toBe(201)
    const pod = { restartPolicy: 'Never', containers: [{ name: 'tempest', image: 'x' }] }
    const spec = {
      schedule: '0 2 * * *',
      suspend: true,
      jobTemplate: { spec: { backoffLimit: 0, template: { spec: pod } } },
    }
    const answer = await api.post(`/apis/batch/v1/namespaces/${ns}/cronjobs`, {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'tempest' },
      spec,
    })
    expect(answer.status, answer.text).toBe(201)
  }

  describeTempestRun(() => login())

  test('without permission to create Jobs it is refused before anything is sent', async () => {
    await suite('poor')
    await grant([
      { apiGroups: ['batch'], resources: ['cronjobs', 'jobs'], verbs: ['get', 'list'] },
      { apiGroups: [''], resources: ['namespaces'], verbs: ['get'] },
    ])
    await vi.waitFor(async () => expect(await may('list', 'batch', 'jobs')).toBe(true), SOON)
    const { code, stdout } = await start(['poor', '--no-wait', '-o', 'json'], 'alice')
    expect([code, JSON.parse(stdout).results[0].reasons[0]]).toEqual([
      4,
      {
        text: 'you may not create jobs.batch in poor on control-plane/eu',
        hint: 'somebody must grant you get, list and create on jobs.batch there',
      },
    ])
    expect((await api.get('/apis/batch/v1/namespaces/poor/jobs')).body.items).toEqual([])
  })

  test('with exactly the roles of rbac a run is started', async () => {
    await suite('granted')
    const { stdout } = await runCli(['rbac', '--for', 'tempest run', '--role', 'control-plane'])
    const rules = parseAllDocuments(stdout)
      .map((document) => document.toJS() as Json)
      .filter(Boolean)
      .flatMap((manifest) => manifest.rules)
    expect(rules.flatMap((rule: Json) => rule.verbs)).not.toContain('patch')
    await grant(rules)
    await vi.waitFor(async () => expect(await may('create', 'batch', 'jobs')).toBe(true), SOON)
    const ran = await start(['granted', '--no-wait', '-o', 'json'], 'alice')
    expect([ran.code, JSON.parse(ran.stdout).results[0].outcome]).toEqual([0, 'written'])
    const [job] = (await api.get('/apis/batch/v1/namespaces/granted/jobs')).body.items
    expect(job.metadata.annotations['c5c3.io/started-by']).toBe('alice')
  })

  test('without a verb it is refused or reports what it could not read, and starts no run that it cannot see', {
    timeout: 120_000,
  }, async () => {
    const roles = await rolesFor('tempest run', '--role', 'control-plane')
    const lacks = [
      ['list', 'cronjobs.batch'],
      ['get', 'cronjobs.batch'],
      ['list', 'jobs.batch'],
      ['get', 'jobs.batch'],
      ['create', 'jobs.batch'],
    ] as const
    for (const [verb, resource] of lacks) {
      const who = `no-${verb}-${resource.split('.')[0]}`
      await suite(who)
      await grantRoles(api, who, without(roles, new Set([resource]), [verb]), [who])
    }
    await granted(api)
    const results = await Promise.all(
      lacks.map(async ([verb, resource]) => {
        const who = `no-${verb}-${resource.split('.')[0]}`
        const { code, stdout } = await start([who, '--wait-timeout', '1s', '--as', who, '-o', 'json'])
        const { items } = (await api.get(`/apis/batch/v1/namespaces/${who}/jobs`)).body
        const report = JSON.parse(stdout)
        const words = JSON.stringify([report.error, report.results?.[0]?.reasons, report.completeness.gaps])
        return [`${verb} ${resource}`, [code, items.length, words.includes(resource.split('.')[0] ?? '')]]
      }),
    )
    expect(Object.fromEntries(results)).toEqual({
      'list cronjobs.batch': [3, 0, true],
      'get cronjobs.batch': [4, 0, true],
      'list jobs.batch': [4, 0, true],
      // The Job is created, and whether it was started is not readable.
      'get jobs.batch': [6, 1, true],
      'create jobs.batch': [4, 0, true],
    })
  })

  test('a run is followed through its Job and its Pod; without a kubelet its log is a gap, and the end is reported', {
    timeout: 180_000,
  }, async () => {
    await suite('followed')
    await server.startControllers(['job-controller'])
    const JOBS = '/apis/batch/v1/namespaces/followed/jobs'
    const PODS = '/api/v1/namespaces/followed/pods'
    // Done by a kubelet in a real cluster.
    const kubelet = (async () => {
      const pod = await vi.waitFor(async () => {
        const [createdPod] = (await api.get(PODS)).body.items
        expect(createdPod).toBeDefined()
        return createdPod
      }, SOON)
      const say = (phase: string, state: object) =>
        api.patch('merge', `${PODS}/${pod.metadata.name}/status`, {
          status: {
            phase,
            containerStatuses: [{ name: 'tempest', image: 'x', imageID: '', ready: false, restartCount: 0, state }],
          },
        })
      const time = new Date().toISOString().replace(/\.\d+/, '')
      expect((await say('Running', { running: { startedAt: time } })).status).toBe(200)
      const ended = { exitCode: 0, reason: 'Completed', startedAt: time, finishedAt: time }
      expect((await say('Succeeded', { terminated: ended })).status).toBe(200)
    })()
    const ran = await start(['followed', '--follow', '-o', 'json', '--wait-timeout', '60s'])
    await kubelet
    const [job] = (await api.get(JOBS)).body.items
    const report = JSON.parse(ran.stdout)
    expect(ran.stderr).toContain(`Job followed/${job.metadata.name} has ended`)
    expect(report.suites[0].last).toMatchObject({ job: job.metadata.name, source: [] })
    // Its tests were not counted: that is no success.
    expect(ran.code).toBe(3)
  })

  /** The maximum time until an API server applies a role. */
  const SOON = { timeout: 60_000, interval: 200 }

  async function grant(rules: readonly Json[]): Promise<void> {
    const apply = async (path: string, body: Json) => {
      const answer = await api.patch('apply', `${path}?fieldManager=test&force=true`, body)
      expect(answer.status, answer.text).toBeLessThan(300)
    }
    const apiVersion = 'rbac.authorization.k8s.io/v1'
    await apply(`${RBAC}/clusterroles/alice`, { apiVersion, kind: 'ClusterRole', metadata: { name: 'alice' }, rules })
    await apply(`${RBAC}/clusterrolebindings/alice`, {
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'alice' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'alice' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'alice' }],
    })
  }

  async function may(verb: string, group: string, resource: string): Promise<boolean> {
    const { body } = await connect(login('alice')).post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { verb, group, resource } },
    })
    return body.status.allowed
  }
})
