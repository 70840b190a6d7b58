// SPDX-License-Identifier: Apache-2.0
// Fleets recorded from real controllers, through the whole tool: served, read, linked and assessed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { StatusReport } from '../../src/lib/reports/status/report.ts'
import { sharedFolder } from '../fleets/fleet.ts'
import { runCli } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'

const recorded = sharedFolder('recorded')

async function statusOf(folder: string) {
  const { stdout, stderr, code } = await runCli(['status', '--demo', folder, '-o', 'json'])
  expect(stderr).toBe('')
  const report = JSON.parse(stdout) as StatusReport
  const [row, ...others] = report.clusters
  expect(others).toEqual([])
  const blocker = row?.blocker
  return {
    code,
    verdict: report.verdict,
    complete: report.completeness.complete,
    phases: row?.phases.map(({ state }) => state),
    blocker: blocker && `${blocker.kind} ${blocker.namespace}/${blocker.name} @${blocker.cluster}`,
    source: blocker?.source,
    reason: blocker?.reason,
    message: blocker?.message,
  }
}

/** One real cluster with the management and the control-plane role. */
function oneCluster(moment: string): string {
  return tempFolder({
    'management.yaml': readFileSync(join(recorded ?? '', 'cobaltcore', `${moment}.yaml`), 'utf8'),
    'fleet.yaml': 'clusters:\n  management: { roles: [management, control-plane=local] }\n',
  })
}

const CP = 'controlplane-keystone'

const MOMENTS: Readonly<Record<string, string>> = {
  '01-waiting-for-database': 'MariaDB openstack/openstack-db',
  '02-secretstore-not-ready': 'SecretStore openstack/openbao-tenant-store',
  '03-keystone-waits-for-database-cr': `Database openstack/${CP}-keystone`,
  '04-keystone-schema-check-running': `Job openstack/${CP}-keystone-schema-check`,
  '05-keystone-deployment-rolling-out': `Deployment openstack/${CP}-keystone`,
  '06-keystone-endpoint-not-resolvable': `Keystone openstack/${CP}-keystone`,
  '07-korc-waits-for-credential': `ApplicationCredential openstack/${CP}-admin-app-credential`,
  '08-service-accounts-await-secret-store': `PushSecret openstack/${CP}-glance-0b63a91f-registration-backup`,
  '09-barbican-openbao-error': `ControlPlane openstack/${CP}`,
  '11-upgrade-under-way': `Job openstack/${CP}-keystone-db-expand`,
}

describe.skipIf(!recorded)('a control plane from its first minute to Ready and into an upgrade', () => {
  it('every moment is covered', () => {
    const files = readdirSync(join(recorded ?? '', 'cobaltcore')).map((file) => file.replace('.yaml', ''))
    expect([...Object.keys(MOMENTS), '10-ready'].sort()).toEqual(files.sort())
  })

  it.each(Object.entries(MOMENTS))('%s: %s', async (moment, blocker) => {
    const seen = await statusOf(oneCluster(moment))
    expect(seen).toMatchObject({ code: 1, complete: true, blocker: `${blocker} @management` })
    expect(seen.verdict).not.toBe('healthy')
  })

  it('10-ready is healthy', async () => {
    expect(await statusOf(oneCluster('10-ready'))).toMatchObject({
      code: 0,
      verdict: 'healthy',
      complete: true,
      phases: ['off', 'healthy', 'healthy', 'healthy', 'healthy', 'off', 'off', 'off'],
      blocker: undefined,
    })
  })

  it.each([
    ['01-waiting-for-database', ['off', 'progressing', 'waiting', 'waiting', 'waiting', 'off', 'off', 'off']],
    // A Certificate without a status update for six minutes.
    ['06-keystone-endpoint-not-resolvable', ['off', 'unknown', 'failed', 'waiting', 'waiting', 'off', 'off', 'off']],
    ['09-barbican-openbao-error', ['off', 'progressing', 'healthy', 'healthy', 'failed', 'off', 'off', 'off']],
  ])('%s: phases complete one after another', async (moment, phases) => {
    expect((await statusOf(oneCluster(moment))).phases).toEqual(phases)
  })

  it('the path to the root cause comes first, blocked objects are marked', async () => {
    const folder = oneCluster('03-keystone-waits-for-database-cr')
    const { stdout } = await runCli(['tree', '--only-problems', '--demo', folder])
    const lines = stdout.split('\n').slice(1, 4)
    const cells = lines.map((line) => line.replace(/^[│├└─ ]+/, '').split(/ {2,}/))
    expect(cells.map(([object, state]) => [object, state])).toEqual([
      [`ControlPlane openstack/${CP}`, '… progressing'],
      [`Keystone openstack/${CP}-keystone`, '⏸ blocked'],
      [`Database openstack/${CP}-keystone`, '… progressing'],
    ])
  })
})

describe.skipIf(!recorded)('two clusters, services placed on the second', () => {
  it('the missing database there is the root cause, not the Ready one of the same name here', async () => {
    expect(await statusOf(join(recorded ?? '', 'cobaltcore-target'))).toMatchObject({
      code: 1,
      verdict: 'failed',
      complete: true,
      blocker: 'MariaDB openstack-b/openstack-db @control-plane/edge-1',
      source: 'missing',
      reason: 'Missing',
    })
  })
})

describe.skipIf(!recorded)('the Composition of the specification', () => {
  const folder = join(recorded ?? '', 'seeds-landscape')

  it('failed because the ControlPlane was rejected; unclaimed pools come after that', async () => {
    const seen = await statusOf(folder)
    expect(seen).toMatchObject({
      code: 1,
      verdict: 'failed',
      complete: true,
      blocker: 'Object undefined/customer-a-prod-tgkn9-qxcbp @management',
      source: 'live',
      reason: 'ReconcileError',
    })
    expect(seen.message).toContain('.spec.openstack: field not declared in schema')
    expect(seen.phases).toEqual(['failed', 'waiting', 'waiting', 'waiting', 'waiting', 'waiting', 'waiting', 'off'])
  })

  it('objects created beside it wait for Rook, and the pools are missing', async () => {
    const { stdout } = await runCli(['tree', 'customer-a-prod', '--only-problems', '--demo', folder])
    expect(stdout).toMatch(/HypervisorCluster hv-pool-a +✖ failed \(missing\)/)
    expect(stdout).toMatch(/CephBlockPool rook-ceph\/customer-a-prod-tgkn9-volumes +\? unknown/)
  })
})

it('the recordings are in the expected folder', () => {
  if (recorded) expect(existsSync(join(recorded, 'cobaltcore', '10-ready.yaml'))).toBe(true)
})
