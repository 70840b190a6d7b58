// SPDX-License-Identifier: Apache-2.0
// A pool whose Shoot is being created is progressing in every answer; that its cluster cannot be opened yet is no gap.
import { beforeAll, expect, it } from 'vitest'
import type { FleetFolder } from '../../../../src/lib/embedded/scenario/fleet-folder.ts'
import { hypervisorsReport } from '../../../../src/lib/reports/hypervisors/report.ts'
import { operatorsReport } from '../../../../src/lib/reports/operators/report.ts'
import { poolsReport } from '../../../../src/lib/reports/pools/report.ts'
import { overviewSubjects } from '../../../../src/lib/reports/shared/find-subject.ts'
import { statusReport } from '../../../../src/lib/reports/status/report.ts'
import { agentKinds, HYPERVISOR_CHECKS, HYPERVISOR_KINDS } from '../../../../src/lib/topics/hypervisors/kinds.ts'
import { OPERATOR_CHECKS, OPERATOR_KINDS } from '../../../../src/lib/topics/operators/kinds.ts'
import { type Observed, observeScenario } from '../../../harness/observed.ts'

const SCENARIO = 'mid-provisioning'
const NEW = ['hv-pool-b', 'st-pool-c']

let seen: Observed
beforeAll(async () => {
  seen = await observeScenario(SCENARIO)
}, 60_000)

const poolsOf = ({ snapshot, assessment }: Observed) =>
  poolsReport(snapshot, assessment, { scope: {}, allowIncomplete: false })

it('pools and status', () => {
  const pools = poolsOf(seen)
  const rows = pools.regions.flatMap((region) => region.pools)
  expect(rows.filter(({ name }) => NEW.includes(name)).map(({ state }) => state)).toEqual([
    'progressing',
    'progressing',
  ])
  expect([pools.verdict, pools.exitCode]).toEqual(['progressing', 1])
  const { snapshot, assessment, causes } = seen
  const subjects = overviewSubjects(assessment.graph, {})
  const status = statusReport(snapshot, assessment, { subjects, causes, allowIncomplete: false, scope: {} })
  expect([status.verdict, status.exitCode]).toEqual(['progressing', 1])
  expect(status.pools.filter(({ name }) => NEW.includes(name)).map(({ state }) => state)).toEqual([
    'progressing',
    'progressing',
  ])
})

it('hypervisors', async () => {
  const narrow = await observeScenario(SCENARIO, undefined, { only: HYPERVISOR_KINDS, checks: HYPERVISOR_CHECKS })
  const report = hypervisorsReport({ ...narrow, agents: agentKinds({}), known: [], scope: {}, allowIncomplete: false })
  expect(report.pools.find(({ name }) => name === 'hv-pool-b')?.state).toBe('progressing')
  expect([report.verdict, report.exitCode]).toEqual(['progressing', 1])
}, 60_000)

it('operators', async () => {
  const narrow = await observeScenario(SCENARIO, undefined, { only: OPERATOR_KINDS, checks: OPERATOR_CHECKS })
  const report = operatorsReport({ ...narrow, allowIncomplete: false })
  const states = report.operators.filter(({ cluster }) => cluster === 'hypervisor/hv-pool-b').map(({ state }) => state)
  expect(new Set(states.filter((state) => state !== 'not installed'))).toEqual(new Set(['progressing']))
  expect([report.verdict, report.exitCode]).toEqual(['progressing', 1])
}, 60_000)

it('a pool is unknown when the Shoot that would show its creation is hidden', async () => {
  const withoutGarden = (fleet: FleetFolder): FleetFolder => ({
    ...fleet,
    members: fleet.members.map((member) =>
      member.key === 'garden' ? { ...member, rules: { ...member.rules, unreachable: true } } : member,
    ),
  })
  const rows = poolsOf(await observeScenario(SCENARIO, withoutGarden)).regions.flatMap((region) => region.pools)
  expect(rows.find(({ name }) => name === 'st-pool-c')?.state).toBe('unknown')
}, 60_000)
