// SPDX-License-Identifier: Apache-2.0
import { beforeAll, describe, expect, test } from 'vitest'
import { Interrupted } from '../../../src/lib/cli/process/interrupted.ts'
import { type EmbeddedCluster, type EmbeddedFleet, startFleet } from '../../../src/lib/embedded/start.ts'
import { connect } from '../../contract/api.ts'
import { expectGolden } from '../../harness/golden.ts'
import { runCli, words } from '../../harness/run-cli.ts'
import { tempFolder } from '../../harness/temp-folder.ts'
import { describeTempestRun, runTempest } from '../../writes/tempest-run.ts'

describe('tempest run', () => {
  let fleet: EmbeddedFleet
  let cluster: EmbeddedCluster
  beforeAll(async () => {
    fleet = await startFleet(tempFolder({ 'control-plane.eu.yaml': '' }))
    cluster = fleet.clusters[0]!
    return () => fleet.close()
  })
  describeTempestRun(() => cluster)
})

describe('tempest run on the demo', () => {
  test('follows the run to its end, and prints its results', async () => {
    const line = 'tempest run customer-a-prod --yes --follow --demo healthy -o json'
    const { code, stdout, stderr } = await runCli(words(line))
    expect(code).toBe(0)
    const report = JSON.parse(stdout)
    expect([report.kind, report.suites.length]).toEqual(['TempestResults', 1])
    const [{ last }] = report.suites
    expect(last.job).toMatch(/^tempest-run-/)
    expect(last.counts).toMatchObject({ total: 38, failed: 0 })
    // Every line of the log was printed once.
    expect(stderr.match(/\.\.\. ok$/gm)).toHaveLength(36)
    expect(stderr).toContain(`Job openstack-customer-a-prod-x7k2p/${last.job} has ended`)
  })

  test('the plan', async () => {
    const { stdout, code } = await runCli(words('tempest run customer-a-prod --smoke --dry-run=client --demo healthy'))
    expect(code).toBe(1)
    const shown = stdout
      .replace(/tempest-run-\w{5}/g, 'tempest-run-xxxxx')
      .replace(/hmac:\w{8}/g, 'hmac:xxxxxxxx')
      .replace(/127\.0\.0\.1:\d+/, '127.0.0.1:0')
    expect(shown).toMatchInlineSnapshot(`
      "create  control-plane/eu-de-1  Job openstack-customer-a-prod-x7k2p/tempest-run-xxxxx
              spec  (none) → spec.jobTemplate of CronJob openstack-customer-a-prod-x7k2p/tempest (hmac:xxxxxxxx)
              tests (arguments of container tempest)  (none) → the smoke tests
              a run of Tempest openstack-customer-a-prod-x7k2p/tempest

      writes to control-plane/eu-de-1 (https://127.0.0.1:0, demo) as demo-admin

      plan: 1 to create · exit 1
      "
    `)
  })

  test.each([
    ['tempest run customer-a-prd --demo healthy', 8, 'did you mean: customer-a-prod'],
    ['tempest run --demo healthy', 2, 'specify one of '],
    ['tempest run customer-a-prod -o junit --demo healthy', 2, '-o junit is for results: add --follow'],
    ['tempest run customer-a-prod --tests x --smoke --demo healthy', 2, 'smoke'],
    ['tempest run customer-a-prod --demo healthy', 4, 'aborted, confirmation required'],
    ['tempest logs customer-a-prod --run nothing --demo healthy', 8, 'run "nothing" not found'],
    ['tempest logs --run tempest-29913240 --demo healthy', 2, 'is 4 Jobs'],
  ])('%s: exit %i', async (line, exit, expected) => {
    const { code, stderr } = await runCli(words(line))
    expect({ code, stderr }).toMatchObject({ code: exit, stderr: expect.stringContaining(expected) })
  })

  test('tempest logs: the last run', async () => {
    await expectGolden('tempest/logs', 'tempest logs customer-a-prod --tail 4 --demo healthy')
  })
})

test('Ctrl-C does not stop the run, and prints how to follow it again', async () => {
  const pod = '{ restartPolicy: Never, containers: [{ name: tempest, image: x }] }'
  const cron = `apiVersion: batch/v1\nkind: CronJob\nmetadata: { name: tempest, namespace: ns }\nspec: { schedule: 0 2 * * *, jobTemplate: { spec: { template: { spec: ${pod} } } } }\n`
  const space = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: ns }\n'
  const fleet = await startFleet(tempFolder({ 'control-plane.eu.yaml': `${space}---\n${cron}` }))
  try {
    const cluster = fleet.clusters[0]!
    const stop = new AbortController()
    const ran = await runTempest(cluster, ['tempest', 'run', '--yes', '--no-wait', '--follow'], {
      signal: stop.signal,
      // No controller runs the Job here: it waits until the test sends SIGINT.
      onStderr: (text) => {
        if (text.includes('waits to be started')) stop.abort(new Interrupted('SIGINT', 130))
      },
    })
    const { items } = (await connect(cluster).get('/apis/batch/v1/namespaces/ns/jobs')).body
    expect([ran.code, items.length]).toEqual([130, 1])
    expect(ran.stderr).toContain(`tempest logs --run ns/${items[0].metadata.name}@control-plane/eu -f follows it again`)
  } finally {
    await fleet.close()
  }
})
