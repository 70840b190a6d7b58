// SPDX-License-Identifier: Apache-2.0
// tempest run against a cluster, the same on the embedded API and on a real server: one run is one Job, whatever
// happens to the responses, and nothing of the template is exposed.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, connect, type Json, type Login } from '../contract/api.ts'
import { json } from '../faults/server.ts'
import { expectNoLeak } from '../harness/canary.ts'
import { type Ran, runCli, type World } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { type ApiProxy, startApiProxy } from './proxy.ts'
import { kubeconfig, namespace } from './world.ts'

/** In the environment of every template: not in a Secret, but confidential. */
const PASSWORD = `canary-${randomBytes(9).toString('hex')}`
const ARGUMENTS = { command: ['tempest'], args: ['run', '--smoke', '--concurrency', '2'] }

export interface Ran2 extends Ran {
  readonly report: Json
}

/** Runs the tool on one cluster as its control plane; its output and files contain no password. */
export async function runTempest(login: Login, argv: readonly string[], more: World = {}) {
  const clusters = [{ roles: ['control-plane=eu'], kubeconfig: 'control', context: 'it' }]
  const home = more.home ?? tempFolder()
  const config = tempFolder({
    control: kubeconfig(login),
    'config.yaml': JSON.stringify({ current: 'lab', profiles: { lab: { clusters } } }),
  })
  const ran = await runCli(argv, { ...more, home, env: { C5C3_CONFIG: join(config, 'config.yaml') } })
  for (const [where, text] of Object.entries({ stdout: ran.stdout, stderr: ran.stderr, journal: journalIn(home) }))
    expectNoLeak(text, [PASSWORD], `${where} of ${argv.join(' ')}`)
  return ran
}

function journalIn(home: string): string {
  try {
    return readFileSync(join(home, '.local', 'state', 'c5c3', 'journal.jsonl'), 'utf8')
  } catch {
    return ''
  }
}

export function describeTempestRun(getLogin: () => Login & { readonly token: string }): void {
  let api: Api
  let proxy: ApiProxy
  let jobsCreated = 0
  beforeAll(async () => {
    api = connect(getLogin())
    proxy = await startApiProxy(getLogin())
  })
  afterAll(() => proxy?.close())
  beforeEach(() => {
    Object.assign(proxy, { match: () => undefined, repeat: () => false, dead: false, before: () => {} })
  })

  async function suite(container: object = ARGUMENTS): Promise<string> {
    const name = `tempest-${++jobsCreated}-${randomBytes(2).toString('hex')}`
    expect((await api.post('/api/v1/namespaces', namespace(name))).status).toBe(201)
    const env = [{ name: 'OS_PASSWORD', value: PASSWORD }]
    const pod = { restartPolicy: 'Never', containers: [{ name: 'tempest', image: 'x', env, ...container }] }
    const answer = await api.post(`/apis/batch/v1/namespaces/${name}/cronjobs`, {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'tempest', namespace: name },
      spec: {
        schedule: '0 2 * * *',
        jobTemplate: { metadata: { labels: { team: 'qa' } }, spec: { backoffLimit: 0, template: { spec: pod } } },
      },
    })
    expect(answer.status, answer.text).toBe(201)
    return name
  }

  const path = (ns: string) => `/apis/batch/v1/namespaces/${ns}/jobs`
  const jobs = async (ns: string): Promise<readonly Json[]> => (await api.get(path(ns))).body.items
  const start = async (ns: string, more: readonly string[] = [], login: Login = proxy, options = {}): Promise<Ran2> => {
    const ran = await runTempest(login, ['tempest', 'run', ns, '--yes', '--no-wait', '-o', 'json', ...more], options)
    return { ...ran, report: JSON.parse(ran.stdout) }
  }
  const outcome = ({ code, report }: Ran2) => [code, report.results?.[0]?.outcome]
  /** A misbehaviour at the first real create; dry runs pass. */
  const onCreate = (ns: string, misdeed: ReturnType<ApiProxy['match']>, times = 1) => {
    let nth = 0
    proxy.match = (method, where) =>
      // The first POST is the dry run.
      method === 'POST' && where === path(ns) && nth++ > 0 && nth <= times + 1 ? misdeed : undefined
  }

  describe('starting', () => {
    test('creates one Job from the template, with name, labels and owner, and records it in the journal', async () => {
      const ns = await suite()
      const home = tempFolder()
      const ran = await start(ns, [], proxy, { home })
      expect(outcome(ran)).toEqual([0, 'written'])
      const [job, ...others] = await jobs(ns)
      expect(others).toEqual([])
      const cron = (await api.get(`/apis/batch/v1/namespaces/${ns}/cronjobs/tempest`)).body
      expect(job).toMatchObject({
        metadata: {
          name: expect.stringMatching(/^tempest-run-[a-z0-9]{5}$/),
          generateName: 'tempest-run-',
          labels: {
            team: 'qa',
            'app.kubernetes.io/name': 'tempest',
            'app.kubernetes.io/managed-by': 'kubectl-c5c3',
            'c5c3.io/run': expect.stringMatching(/^[a-z0-9]{10}$/),
          },
          annotations: { 'cronjob.kubernetes.io/instantiate': 'manual', 'c5c3.io/started-by': expect.any(String) },
          ownerReferences: [
            { apiVersion: 'batch/v1', kind: 'CronJob', name: 'tempest', uid: cron.metadata.uid, controller: true },
          ],
        },
        spec: { backoffLimit: 0, template: { spec: { containers: [{ name: 'tempest', image: 'x', ...ARGUMENTS }] } } },
      })
      expect(job?.spec.template.spec.containers[0].env[0].value).toBe(PASSWORD)
      const entries = journalIn(home)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(entries.map(({ command, object, outcome: what }) => [command, object, what])).toEqual([
        ['tempest run', `Job ${ns}/${job?.metadata.name}`, 'begun'],
        ['tempest run', `Job ${ns}/${job?.metadata.name}`, 'written'],
      ])
    })

    test('refuses while one is active, unless allowed; continues when it has ended', async () => {
      const ns = await suite()
      await start(ns)
      const [first] = await jobs(ns)
      const refused = await start(ns)
      expect(outcome(refused)).toEqual([4, 'refused'])
      expect(refused.report.results[0].reasons[0].text).toBe(`Job ${first?.metadata.name} is still running`)
      expect(outcome(await start(ns, ['--parallel']))).toEqual([0, 'written'])
      expect(await jobs(ns)).toHaveLength(2)
      const time = new Date().toISOString().replace(/\.\d+/, '')
      for (const { metadata } of await jobs(ns)) {
        const ended = {
          startTime: time,
          completionTime: time,
          succeeded: 1,
          conditions: ['SuccessCriteriaMet', 'Complete'].map((type) => ({
            type,
            status: 'True',
            lastTransitionTime: time,
          })),
        }
        const answer = await api.patch('merge', `${path(ns)}/${metadata.name}/status`, { status: ended })
        expect(answer.status, answer.text).toBe(200)
      }
      expect(outcome(await start(ns))).toEqual([0, 'written'])
    })

    test('a run started by others since the plan is refused', async () => {
      const ns = await suite()
      const cron = (await api.get(`/apis/batch/v1/namespaces/${ns}/cronjobs/tempest`)).body
      let requestCount = 0
      proxy.before = async ({ method, path: where, query }) => {
        if (method !== 'POST' || where !== path(ns) || !query.has('dryRun') || requestCount++ > 0) return
        const { apiVersion, kind, metadata } = cron
        const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid }
        const body = {
          apiVersion: 'batch/v1',
          kind: 'Job',
          metadata: { name: 'theirs', ownerReferences: [owner] },
          spec: cron.spec.jobTemplate.spec,
        }
        expect((await api.post(path(ns), body)).status).toBe(201)
      }
      const ran = await start(ns)
      expect(outcome(ran)).toEqual([4, 'refused'])
      expect((await jobs(ns)).map(({ metadata }) => metadata.name)).toEqual(['theirs'])
    })

    test('starts none if active runs are not readable', async () => {
      const ns = await suite()
      const list = { kind: 'JobList', apiVersion: 'batch/v1', metadata: { resourceVersion: '1' }, items: [null] }
      proxy.match = (method, where) =>
        method === 'GET' && where === path(ns) ? { type: 'reply', ...json(list) } : undefined
      expect(outcome(await start(ns))).toEqual([5, 'failed'])
      proxy.match = () => undefined
      expect(await jobs(ns)).toEqual([])
    })

    test('--dry-run writes nothing, and shows only a fingerprint of the template', async () => {
      const ns = await suite()
      for (const mode of ['client', 'server']) {
        const { code, report } = await start(ns, [`--dry-run=${mode}`])
        expect([code, report.steps[0].action]).toEqual([1, 'create'])
        expect(report.steps[0].changes[0].to).toMatch(/^spec\.jobTemplate of CronJob .*\(hmac:[0-9a-f]{8}\)$/)
      }
      expect(await jobs(ns)).toEqual([])
      const unconfirmed = await runTempest(proxy, ['tempest', 'run', ns])
      expect([unconfirmed.code, await jobs(ns)]).toEqual([4, []])
    })
  })

  describe('selection of tests', () => {
    test.each([
      [
        'by arguments',
        ARGUMENTS,
        ['--tests', 'identity'],
        { command: ['tempest', 'run', '--regex', 'identity', '--concurrency', '2'] },
      ],
      [
        'smoke',
        { command: ['/usr/bin/tempest', 'run', '-r', 'x'] },
        ['--smoke'],
        { command: ['/usr/bin/tempest', 'run', '--smoke'] },
      ],
      [
        'by a variable',
        { env: [{ name: 'TEMPEST_REGEX' }] },
        ['--tests', 'a|b'],
        { env: [{ name: 'TEMPEST_REGEX', value: 'a|b' }] },
      ],
    ])('%s', async (_, container, flags, wanted) => {
      const ns = await suite(container)
      expect(outcome(await start(ns, flags))).toEqual([0, 'written'])
      expect((await jobs(ns))[0]?.spec.template.spec.containers[0]).toMatchObject(wanted)
    })

    test('is refused if the image does not support it', async () => {
      const ns = await suite({ command: ['bash', '-c', 'tempest run --include-list x'] })
      const ran = await start(ns, ['--tests', 'identity'])
      expect(outcome(ran)).toEqual([4, 'refused'])
      expect(ran.report.results[0].reasons[0].text).toContain('its tests cannot be chosen')
      expect(await jobs(ns)).toEqual([])
    })
  })

  describe('a lost response', () => {
    test.each([
      ['after the server did it', { type: 'reset', bytes: 0 }],
      ['before the server saw it', { type: 'reset' }],
      ['half of it', { type: 'truncate', how: 'text' }],
      ['a page of HTML', { type: 'reply', status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }],
      ['a gateway that gave up', { type: 'reply', status: 504, headers: {}, body: '' }],
    ] as const)('%s: one Job', async (_, misdeed) => {
      const ns = await suite()
      onCreate(ns, misdeed)
      expect(outcome(await start(ns))).toEqual([0, 'written'])
      expect(await jobs(ns)).toHaveLength(1)
    })

    test('a duplicated request creates one Job', async () => {
      const ns = await suite()
      proxy.repeat = ({ method, path: where, query }) => method === 'POST' && where === path(ns) && !query.has('dryRun')
      expect(outcome(await start(ns))).toEqual([0, 'written'])
      expect(await jobs(ns)).toHaveLength(1)
    })

    test('all responses lost and nothing readable: at most one Job, with a command to find it', async () => {
      const ns = await suite()
      let created = false
      const before = proxy.passed.length
      proxy.before = ({ method, path: where, query }) => {
        created ||= method === 'POST' && where === path(ns) && !query.has('dryRun')
      }
      proxy.match = (method, where) =>
        created ||
        (method === 'POST' && where === path(ns) && proxy.passed.slice(before).includes(`POST ${path(ns)} dry`))
          ? { type: 'reset', bytes: 0 }
          : undefined
      const ran = await start(ns)
      expect(outcome(ran)).toEqual([5, 'failed'])
      expect(ran.report.results[0].reasons[0].hint).toMatch(
        new RegExp(`-n ${ns} get jobs -l c5c3.io/run=[a-z0-9]{10}$`),
      )
      expect(await jobs(ns)).toHaveLength(1)
      proxy.match = () => undefined
      // The Job exists: the next run sees it.
      expect(outcome(await start(ns))).toEqual([4, 'refused'])
    })

    test("the server's echo of the template is not shown", async () => {
      const ns = await suite()
      onCreate(ns, {
        type: 'reply',
        ...json(
          {
            kind: 'Status',
            apiVersion: 'v1',
            status: 'Failure',
            code: 422,
            reason: 'Invalid',
            message: `bad ${PASSWORD}`,
          },
          422,
        ),
      })
      const ran = await start(ns, ['--debug'])
      expect(outcome(ran)).toEqual([5, 'failed'])
      expect(await jobs(ns)).toEqual([])
    })
  })

  describe('a saved plan', () => {
    const save = async (ns: string) => {
      const home = tempFolder()
      expect((await start(ns, ['--plan-out', 'run.plan'], proxy, { home })).code).toBe(0)
      expectNoLeak(readFileSync(join(home, 'run.plan'), 'utf8'), [PASSWORD], 'the plan')
      return () => runTempest(proxy, ['apply', 'run.plan', '--yes', '--no-wait'], { home })
    }

    test('starts one run, however often it is applied', async () => {
      const ns = await suite()
      const apply = await save(ns)
      expect(await apply()).toMatchObject({ code: 0, stdout: expect.stringContaining('done: 1 written') })
      expect(await apply()).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing to do: 1 unchanged') })
      expect(await jobs(ns)).toHaveLength(1)
    })

    test('is refused if the template changed since', async () => {
      const ns = await suite()
      const apply = await save(ns)
      const change = { spec: { jobTemplate: { spec: { backoffLimit: 1 } } } }
      const answer = await api.patch('merge', `/apis/batch/v1/namespaces/${ns}/cronjobs/tempest`, change)
      expect(answer.status).toBe(200)
      expect(await apply()).toMatchObject({
        code: 4,
        stderr: expect.stringContaining('something else would be written (starts)'),
      })
      expect(await jobs(ns)).toEqual([])
    })
  })
}
