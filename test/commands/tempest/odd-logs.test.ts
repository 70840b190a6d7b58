// SPDX-License-Identifier: Apache-2.0
// Runs whose log is forbidden, incomplete or not the output of Tempest.
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import '../../harness/demos.ts'
import type { TempestResultsReport } from '../../../src/lib/reports/tempest/report.ts'
import { small } from '../../harness/landscape.ts'
import { runCli, words } from '../../harness/run-cli.ts'
import { tempFolder } from '../../harness/temp-folder.ts'

/** The small fleet with some changes. */
async function results(files: Readonly<Record<string, string>>, clusters = '') {
  const folder = tempFolder(files)
  writeFileSync(join(folder, 'fleet.yaml'), `extends: ${relative(folder, small('tempest'))}\n${clusters}`)
  const { stdout } = await runCli(words(`tempest results --demo ${folder} -o json`))
  const text = await runCli(words(`tempest results --demo ${folder}`))
  const report = JSON.parse(stdout) as TempestResultsReport
  const of = (namespace: string) => report.suites.find((suite) => suite.namespace === namespace)
  return { report, of, text }
}

it('a forbidden log: counts of the object, its tests unknown, and a gap', async () => {
  const { report, of, text } = await results({}, 'clusters:\n  control-plane.cp: { forbidden: [pods/log] }\n')
  expect(of('openstack')?.last).toMatchObject({ counts: { total: 6, failed: 2 }, source: ['object'] })
  expect(of('no-operator')).toMatchObject({ state: 'unknown' })
  expect(report.completeness.gaps).toContainEqual(
    expect.objectContaining({ cluster: 'control-plane/cp', fault: 'forbidden', namespace: 'openstack' }),
  )
  expect(text.stdout + text.stderr).toContain('pods/log')
})

it('with CronJobs forbidden, a suite that may be a CronJob is unknown, not absent', async () => {
  const folder = tempFolder({})
  const clusters = 'clusters:\n  control-plane.cp: { forbidden: [cronjobs.batch, jobs.batch] }\n'
  writeFileSync(join(folder, 'fleet.yaml'), `extends: ${relative(folder, small('tempest'))}\n${clusters}`)
  for (const line of ['tempest run no-operator --yes', 'tempest results no-operator']) {
    const { code, stderr } = await runCli(words(`${line} --demo ${folder}`))
    expect([line, code, stderr]).toEqual([
      line,
      3,
      expect.stringContaining('cannot look up a Tempest suite "no-operator"'),
    ])
  }
})

it.each([
  ['cronjobs.batch', 'tempest run openstack --yes', 4, 'CronJobs on control-plane/cp could not be read'],
  ['cronjobs.batch', 'tempest logs openstack', 3, 'cannot look up a run of it'],
  ['jobs.batch', 'tempest logs openstack', 3, 'cannot look up a run of it'],
  ['jobs.batch', 'tempest logs --run tempest-1', 3, 'cannot look up a run "tempest-1"'],
])('with %s forbidden, %s reports unknown, not absent', async (kind, line, exit, words_) => {
  const folder = tempFolder({})
  const clusters = `clusters:\n  control-plane.cp: { forbidden: [${kind}] }\n`
  writeFileSync(join(folder, 'fleet.yaml'), `extends: ${relative(folder, small('tempest'))}\n${clusters}`)
  const { code, stderr } = await runCli(words(`${line} --demo ${folder}`))
  expect([code, stderr]).toEqual([exit, expect.stringContaining(words_)])
})

const RUNNING = `apiVersion: batch/v1
kind: Job
metadata:
  name: tempest-29914680
  namespace: openstack
  uid: 5d2a0e0b-97a3-41d4-8a55-6a1b7e2f4c11
  creationTimestamp: 2026-11-16T11:50:00Z
  ownerReferences: [{ apiVersion: batch/v1, kind: CronJob, name: tempest, uid: db963242-a34f-4e69-82c0-5921d090a9b4, controller: true }]
spec: { backoffLimit: 0 }
status: { startTime: 2026-11-16T11:50:00Z, active: 1 }
---
apiVersion: v1
kind: Pod
metadata:
  name: tempest-29914680-p1
  namespace: openstack
  creationTimestamp: 2026-11-16T11:50:00Z
  labels: { batch.kubernetes.io/job-name: tempest-29914680 }
  ownerReferences: [{ apiVersion: batch/v1, kind: Job, name: tempest-29914680, uid: 5d2a0e0b-97a3-41d4-8a55-6a1b7e2f4c11, controller: true }]
spec: { restartPolicy: Never, containers: [{ name: tempest }] }
status: { phase: Running, startTime: 2026-11-16T11:50:00Z }
`

it('a run in progress is shown as such, and the last completed one is the result', async () => {
  const { of, text } = await results({
    'control-plane.cp.yaml': RUNNING,
    'control-plane.cp.logs/openstack/tempest-29914680-p1.log': '{0} tempest.api.a.A.test_a [0.1s] ... ok\n',
  })
  const suite = of('openstack')
  expect(suite?.running).toEqual({ job: 'tempest-29914680', started: '2026-11-16T11:50:00.000Z', age: '10m' })
  expect(suite?.last).toMatchObject({ job: 'tempest-29913240', counts: { total: 6 } })
  expect(text.stdout).toContain('running for 10m')
})

const log = 'control-plane.cp.logs/no-operator/tempest-nightly-29913300-p1.tempest.log'

it.each([
  ['nothing', ''],
  ['no result in it', 'Traceback (most recent call last):\n  File "x"\nKeyError: 1\n'],
  ['bytes', '\u0000\u0001\ufffd\u001b[31m\u0000'.repeat(2000)],
  ['an XML that never ends', '<testsuites><testsuite tests="3"><testcase name="a" classname="b"'],
])('malformed output is unknown: %s', async (_, output) => {
  const { of, text } = await results({ [log]: output })
  expect(of('no-operator')).toMatchObject({ state: 'unknown', last: { failed: [] } })
  expect(of('no-operator')?.last?.problems.length).toBeGreaterThan(0)
  expect(text.stdout).not.toMatch(/(?!\n)\p{Cc}/u)
})

it('the readable part of a broken log is shown, and the rest is unknown', async () => {
  const whole =
    '{0} tempest.api.compute.a.A.test_a [0.1s] ... ok\n{1} tempest.api.compute.a.A.test_b [0.2s] ... FAILED\n'
  const { of } = await results({ [log]: `${whole}{0} tempest.api.compute.a.A.test_c [0.` })
  expect(of('no-operator')?.last).toMatchObject({
    counts: { passed: 1, failed: 1 },
    failed: [{ name: expect.stringContaining('test_b') }],
  })
  expect(of('no-operator')?.last?.problems.length).toBeGreaterThan(0)
})
