// SPDX-License-Identifier: Apache-2.0
// A controller that does not run, above objects that all report good news: every command names it. Folders: controller-*.
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { CheckReport } from '../../src/lib/reports/check/report.ts'
import type { OperatorsReport } from '../../src/lib/reports/operators/report.ts'
import type { StatusReport } from '../../src/lib/reports/status/report.ts'
import type { WhyReport } from '../../src/lib/reports/why/report.ts'
import { closeDemos } from '../harness/demos.ts'
import { runCli } from '../harness/run-cli.ts'
import { MODES_FOLDER } from './inspected.ts'

async function json<T>(folder: string, ...words: string[]): Promise<T> {
  const { stdout } = await runCli([...words, '--demo', join(MODES_FOLDER, folder), '-o', 'json'])
  return JSON.parse(stdout) as T
}

afterEach(() => closeDemos())

describe.each([
  ['controller-crossplane-crashing', 'crossplane', 'customer-a-prod'],
  ['controller-korc-crashing', 'orc-controller-manager', 'customer-a-prod'],
  ['controller-hypervisors-scaled-to-zero', 'openstack-hypervisor-operator-controller-manager', 'customer-a-prod'],
  ['controller-flux-scaled-to-zero', 'kustomize-controller', 'Kustomization/hv-pool-a'],
])('%s', (folder, controller, affected) => {
  it('is the only finding of check, and failed in operators', async () => {
    const check = await json<CheckReport>(folder, 'check')
    expect(check.findings.map(({ subject }) => `${subject.kind}/${subject.name}`)).toEqual([`Deployment/${controller}`])
    const { operators, exitCode } = await json<OperatorsReport>(folder, 'operators')
    const rows = operators.filter(({ state }) => state === 'failed')
    expect(rows.flatMap(({ workloads }) => workloads).join()).toContain(`/${controller}@`)
    expect([rows.length, exitCode, check.exitCode]).toEqual([1, 1, 1])
  })

  it('is named first by why, and status fails', async () => {
    const why = await json<WhyReport>(folder, 'why', affected)
    expect(why.causes[0]?.subject).toMatchObject({ kind: 'Deployment', name: controller, own: 'failed' })
    expect([why.subject.state, why.exitCode]).toEqual(['unknown', 1])
    const status = await json<StatusReport>(folder, 'status')
    expect(status.exitCode).toBe(1)
    if (affected === 'customer-a-prod')
      expect(status.clusters.map(({ state, blocker }) => `${state} ${blocker?.name}`)).toContain(
        `unknown ${controller}`,
      )
  })
})

it('a restart is not found', async () => {
  const { findings } = await json<CheckReport>('controller-restarting', 'check')
  expect(findings).toEqual([])
})
