// SPDX-License-Identifier: Apache-2.0
// The output of a real Tempest for a real Keystone, with tempest results and compare. There is no kubelet to run it in
// a Pod: the embedded API serves its output as the log of a Pod.
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli, words } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { type Keystone, PYTHON, startKeystone } from './keystone.ts'

const TESTS = 'tempest\\.api\\.identity\\.admin\\.v3\\.test_(domains|regions)\\.'

interface Run {
  readonly code: number
  readonly log: string
  readonly subunit: Buffer
  /** The totals that Tempest prints. */
  readonly totals: Readonly<Record<string, number>>
}

let keystone: Keystone
let passed: Run
let failed: Run

beforeAll(async () => {
  keystone = await startKeystone()
  passed = await tempest()
  await keystone.kill()
  failed = await tempest()
})
afterAll(() => keystone?.stop())

/** One run in its own workspace. */
async function tempest(): Promise<Run> {
  const folder = tempFolder({})
  const program = (module: string) => `import sys; from ${module} import main; sys.exit(main())`
  const run = (module: string, ...args: string[]) => python(folder, ['-c', program(module), ...args])
  await run('tempest.cmd.main', 'init', 'ws')
  const cwd = join(folder, 'ws')
  writeFileSync(join(cwd, 'etc', 'tempest.conf'), configuration(cwd))
  const { code, output } = await python(cwd, [
    '-c',
    program('tempest.cmd.main'),
    'run',
    '--concurrency=2',
    '--regex',
    TESTS,
  ])
  const last = await python(cwd, ['-c', program('stestr.cli'), 'last', '--subunit'])
  const totals = Object.fromEntries(
    [...output.toString().matchAll(/^ - ([A-Z][\w ]+): +(\d+)$/gm)].map(([, word, count]) => [word, Number(count)]),
  )
  return { code, log: output.toString(), subunit: last.output, totals }
}

function python(cwd: string, args: readonly string[]): Promise<{ code: number; output: Buffer }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], HOME: cwd, PYTHONWARNINGS: 'ignore' }
    const options = { cwd, env, encoding: 'buffer', maxBuffer: 1 << 26 } as const
    execFile(PYTHON(), args, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), output: Buffer.concat([stderr, stdout]) }),
    )
  })
}

const configuration = (folder: string) =>
  [
    '[oslo_concurrency]',
    `lock_path = ${join(folder, 'lock')}`,
    '[auth]',
    'use_dynamic_credentials = true',
    'admin_username = admin',
    `admin_password = ${keystone.password}`,
    'admin_project_name = admin',
    'admin_domain_name = Default',
    '[identity]',
    `uri_v3 = ${keystone.url}`,
    `region = ${keystone.region}`,
    '[service_available]',
    ...['cinder', 'neutron', 'glance', 'swift', 'nova', 'horizon'].map((service) => `${service} = false`),
    '',
  ].join('\n')

/** A fleet whose last Tempest run printed this. */
function landscape({ code, log }: Run): string {
  const time = (minutes: number) => new Date(Date.parse('2026-11-16T12:00:00Z') - minutes * 60_000).toISOString()
  const owned = (kind: string, name: string) => [
    { apiVersion: 'batch/v1', kind, name, uid: `uid-${name}`, controller: true },
  ]
  const namespace = 'openstack'
  const ended = code === 0 ? ['Complete', 'succeeded'] : ['Failed', 'failed']
  const objects = [
    {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'tempest', namespace, uid: 'uid-tempest', creationTimestamp: time(9000) },
      spec: { schedule: '0 * * * *', suspend: false },
      status: { lastScheduleTime: time(30) },
    },
    {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {
        name: 'tempest-1',
        namespace,
        uid: 'uid-tempest-1',
        creationTimestamp: time(30),
        ownerReferences: owned('CronJob', 'tempest'),
      },
      spec: { backoffLimit: 0 },
      status: {
        startTime: time(30),
        ...(code === 0 ? { completionTime: time(28) } : {}),
        [ended[1] ?? '']: 1,
        conditions: [{ type: ended[0], status: 'True', reason: 'Ended', lastTransitionTime: time(28) }],
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: 'tempest-1-p1',
        namespace,
        creationTimestamp: time(30),
        labels: { 'batch.kubernetes.io/job-name': 'tempest-1' },
        ownerReferences: owned('Job', 'tempest-1'),
      },
      spec: { restartPolicy: 'Never', containers: [{ name: 'tempest' }] },
      status: { phase: code === 0 ? 'Succeeded' : 'Failed', startTime: time(30) },
    },
  ]
  const folder = tempFolder({
    'fleet.yaml': 'title: a real run\nnow: 2026-11-16T12:00:00Z\n',
    'control-plane.cp.yaml': objects.map((object) => JSON.stringify(object)).join('\n---\n'),
  })
  mkdirSync(join(folder, 'control-plane.cp.logs', namespace), { recursive: true })
  writeFileSync(join(folder, 'control-plane.cp.logs', namespace, 'tempest-1-p1.log'), log)
  return folder
}

/** The totals of Tempest in our categories. */
function counted({ totals }: Run) {
  const { Passed: passed = 0, Failed: failed = 0, Skipped: skipped = 0 } = totals
  return { total: passed + failed + skipped, passed, failed, skipped }
}

async function results(run: Run) {
  const { code, stdout, stderr } = await runCli(['tempest', 'results', '--demo', landscape(run), '-o', 'json'])
  expect(stderr).toBe('')
  return { code, report: JSON.parse(stdout) }
}

describe('a real Tempest', () => {
  test('passed: its own counts, exit 0', async () => {
    const { code, report } = await results(passed)
    expect([passed.code, code, report.verdict]).toEqual([0, 0, 'healthy'])
    expect(passed.totals['Passed']).toBeGreaterThan(5)
    expect(report.suites[0].last.counts).toEqual(counted(passed))
    expect(report.suites[0].last.services.map(({ service }: { service: string }) => service)).toEqual(['identity'])
  })

  test('with Keystone down: failed tests with reasons, exit 1', async () => {
    const { code, report } = await results(failed)
    expect([failed.code, code, report.verdict]).toEqual([1, 1, 'degraded'])
    expect(failed.totals['Failed']).toBeGreaterThan(0)
    const { counts, failed: tests } = report.suites[0].last
    expect(counts).toEqual(counted(failed))
    expect(tests).toHaveLength(counts.failed)
    for (const { service, message } of tests)
      expect([service, message]).toEqual(['identity', expect.stringContaining('Max retries exceeded')])
  })

  test('has the same results in the log and the subunit stream of one run', async () => {
    for (const run of [passed, failed]) {
      const cwd = tempFolder({ 'a.log': run.log })
      writeFileSync(join(cwd, 'a.subunit'), run.subunit)
      const { code, stdout } = await runCli(words('tempest compare a.log a.subunit -o json'), { cwd })
      const { before, after, tests, added, removed } = JSON.parse(stdout)
      expect([code, before.counts, after.counts, added, removed]).toEqual([run.code, counted(run), counted(run), 0, 0])
      expect(tests.map(({ change }: { change: string }) => change)).toEqual(
        Array(counted(run).failed).fill('still failing'),
      )
    }
  })
})
