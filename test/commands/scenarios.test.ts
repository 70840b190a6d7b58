// SPDX-License-Identifier: Apache-2.0
// The essential result of each bundled scenario; the goldens contain the full output.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { scenarios } from '../../src/lib/cli/demo/scenarios.ts'
import { SYMBOLS } from '../../src/lib/reports/shared/state-cell.ts'
import type { StatusReport } from '../../src/lib/reports/status/report.ts'
import { closeDemos, SUBJECTS } from '../harness/demos.ts'
import '../harness/shared-observations.ts'
import { ROOT, runCli, words } from '../harness/run-cli.ts'

interface Expected {
  readonly exit: number
  readonly verdict: string
  /** The states of P 1 2 3 4 5 6 7 for the OpenStack cluster of the scenario. */
  readonly phases: string
  readonly blocker?: string
  readonly reason?: string
}

const NS = (xr: string) => `openstack-${xr}`
const EU = 'control-plane/eu-de-1'
const WELL = { exit: 0, verdict: 'healthy' }

const EXPECTED: Readonly<Record<string, Expected>> = {
  healthy: { ...WELL, phases: '✔ ✔ ✔ ✔ ✔ ✔ ✔ ✔' },
  'one-cluster': { ...WELL, phases: '· ✔ ✔ ✔ ✔ · · ·' },
  'database-down': {
    exit: 1,
    verdict: 'failed',
    phases: '✔ ✖ ⏸ ⏸ ⏸ ⏸ ⏸ ⏸',
    blocker: `MariaDB ${NS('customer-a-prod-x7k2p')}/openstack-db @${EU}`,
    reason: 'GaleraNotReady',
  },
  'claim-green-but-broken': {
    exit: 1,
    verdict: 'failed',
    phases: '✔ ✖ ✔ ✔ ✔ ⏸ · ⏸',
    blocker: `RabbitmqCluster ${NS('customer-b-staging-m4q9t')}/openstack-rabbitmq @${EU}`,
    reason: 'NoEndpointsAvailable',
  },
  'ceph-key-stale': {
    exit: 1,
    verdict: 'failed',
    phases: '✔ ✖ ✔ ✔ ⏸ ⏸ ⏸ ⏸',
    blocker: `Secret ${NS('customer-a-prod-x7k2p')}/ceph-client-customer-a-prod-x7k2p @${EU}`,
    reason: 'ceph-key-stale',
  },
  'pool-unreachable': {
    exit: 3,
    verdict: 'unknown',
    phases: '? ✔ ✔ ✔ ✔ ✔ ✔ ✔',
    blocker: 'CephCluster * @storage/st-pool-a',
    reason: 'unreachable',
  },
  'forbidden-secrets': { ...WELL, phases: '✔ ✔ ✔ ✔ ✔ ✔ ✔ ✔' },
  'korc-waiting': {
    exit: 1,
    verdict: 'failed',
    phases: '✔ ✔ ✔ ✖ ⏸ ⏸ ⏸ ⏸',
    blocker: `Project ${NS('internal-prod-8hn5w')}/service @${EU}`,
    reason: 'import-finds-nothing',
  },
  'hypervisor-draining': { ...WELL, phases: '✔ ✔ ✔ ✔ ✔ ✔ ✔ ✔' },
  'management-only': {
    exit: 3,
    verdict: 'unknown',
    phases: '? ? ? ? ? ? ? ?',
    blocker: `MariaDB ${NS('customer-a-prod-x7k2p')}/openstack-db @${EU}`,
    reason: 'unreachable',
  },
  'crossplane-v2': { ...WELL, phases: '✔ ✔ ✔ ✔ ✔ ✔ ✔ ✔' },
  // The first step; test/tui covers the others.
  incident: { ...WELL, phases: '✔ ✔ ✔ ✔ ✔ ✔ ✔ ✔' },
  dialects: {
    exit: 1,
    verdict: 'failed',
    phases: '· ✔ … ⏸ ⏸ · · ·',
    blocker: 'Job dialect-b/keystone-db-sync @management',
    reason: 'Running',
  },
  'seed-composition': {
    exit: 1,
    verdict: 'failed',
    phases: '✖ ⏸ ⏸ ⏸ ⏸ ⏸ ⏸ ·',
    blocker: 'Object customer-c-prod-w9d3k-fj8nx @management',
    reason: 'ReconcileError',
  },
  'mid-provisioning': {
    exit: 1,
    verdict: 'progressing',
    phases: '… … ⏸ ⏸ ⏸ ⏸ · ⏸',
    blocker: `MariaDB ${NS('customer-d-prod-h5v2n')}/openstack-db @${EU}`,
    reason: 'Initializing',
  },
}

async function statusOf(scenario: string): Promise<StatusReport> {
  const { stdout, code } = await runCli(['status', '--demo', scenario, '-o', 'json'])
  const report = JSON.parse(stdout) as StatusReport
  expect(report.exitCode).toBe(code)
  return report
}

it('every scenario has its expectations here', () => {
  const bundled = readdirSync(join(ROOT, 'fleets')).sort()
  expect(Object.keys(EXPECTED).sort()).toEqual(bundled)
  expect(Object.keys(SUBJECTS).sort()).toEqual(bundled.filter((name) => name !== 'incident'))
})

describe.each(Object.entries(EXPECTED))('%s', (scenario, { exit, verdict, phases, blocker, reason }) => {
  afterAll(closeDemos)

  it('has a description, and its suggested commands work', async () => {
    const entry = (await scenarios(ROOT)).find(({ name }) => name === scenario)
    expect(entry?.title).toBeTruthy()
    expect(entry?.teaches).toBeTruthy()
    expect(entry?.try.length).toBeGreaterThan(1)
    for (const line of entry?.try ?? []) {
      expect(line).toMatch(/^kubectl c5c3 .*(--demo|demo serve) /)
      expect(line.endsWith(` ${scenario}`)).toBe(true)
      // These run until they are stopped.
      if (/ demo serve | tui | -w /.test(line)) continue
      const { code, stderr } = await runCli(words(line).slice(2))
      expect([0, 1, 3], `${line}\n${stderr}`).toContain(code)
    }
  })

  it('has the expected result', async () => {
    const report = await statusOf(scenario)
    const row = report.clusters.find(({ name }) => name === (SUBJECTS[scenario] ?? SUBJECTS['healthy']))
    const found = row?.blocker
    expect({ exit: report.exitCode, verdict: report.verdict }).toEqual({ exit, verdict })
    expect(row?.phases.map(({ state }) => SYMBOLS[state]).join(' ')).toBe(phases)
    const place = found && `${found.namespace === undefined ? '' : `${found.namespace}/`}${found.name}`
    expect(found && `${found.kind} ${place} @${found.cluster}`).toBe(blocker)
    expect(found?.reason).toBe(reason)
  })

  it('reports nothing unread as healthy, and nothing blocked as failed', async () => {
    for (const row of (await statusOf(scenario)).clusters) {
      if (row.state === 'healthy') expect(row.phases.map(({ state }) => state)).not.toContain('unknown')
      for (const phase of row.phases) {
        // A waiting phase contains no root cause.
        const causes = phase.members.filter(({ waitsFor }) => waitsFor === undefined)
        if (phase.state === 'waiting') expect(causes.map(({ own }) => own)).not.toContain('failed')
        for (const { source, own } of phase.members.filter((member) => member.source !== 'live'))
          expect([source, own === 'healthy']).toEqual([source, false])
      }
    }
  })
})
