// SPDX-License-Identifier: Apache-2.0
// Seventy hosts lose their OVN controller at once: people see one cause, programs see seventy.
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CheckReport } from '../../src/lib/reports/check/report.ts'
import type { WhyReport } from '../../src/lib/reports/why/report.ts'
import '../harness/demos.ts'
import { ROOT, runCli, words } from '../harness/run-cli.ts'
import { expectValid } from '../harness/schemas.ts'
import { tempFolder } from '../harness/temp-folder.ts'

const POOLS = ['hypervisor.hv-pool-a.yaml', 'hypervisor.hv-pool-compliance.yaml']

/** All chassis of the healthy fleet, silent for three hours. */
function silentChassis(pool: string): string {
  const documents = readFileSync(join(ROOT, 'fleets', 'healthy', pool), 'utf8').split('\n---\n')
  return documents
    .filter((text) => /^kind: OVNChassis$/m.test(text))
    .map((text) => text.replace(/lastHeartbeat: \S+/, 'lastHeartbeat: 2026-11-16T09:00:00Z'))
    .join('\n---\n')
}

let fleet = ''

beforeAll(() => {
  const files = POOLS.map((pool) => [`partition/${pool}`, silentChassis(pool)] as const)
  const folder = tempFolder({ ...Object.fromEntries(files), 'partition/fleet.yaml': 'extends: healthy\n' })
  symlinkSync(join(ROOT, 'fleets', 'healthy'), join(folder, 'healthy'))
  fleet = join(folder, 'partition')
})

const run = (line: string, format: readonly string[] = [], tty = false) =>
  runCli([...words(line), ...format, '--demo', fleet], { tty, columns: 100 })

describe('a network partition', { timeout: 120_000 }, () => {
  it.each(['check', 'why', 'why customer-a-prod', 'why HypervisorCluster/hv-pool-a'])(
    '%s fits on a screen',
    async (line) => {
      const { stdout, code } = await run(line, [], true)
      expect(code).toBe(1)
      expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(24)
      expect(stdout).toMatch(/(?:chassis-lost|\(F37\)) ×[57]0/)
      expect(stdout).toContain('hypervisor/hv-pool-a 50/50')
    },
  )

  it('names both pools in check', async () => {
    const { stdout } = await run('check')
    expect(stdout).toMatch(/ \(F37\) ×70 /)
    expect(stdout).toContain('hypervisor/hv-pool-compliance 20/20')
  })

  it('dates it from the last heartbeat', async () => {
    const { stdout } = await run('why customer-a-prod')
    expect(stdout).toMatch(
      /^✖ customer-a-prod has been failed for 3h\. Root cause: OVNChassis hypervisor\/hv-pool-a 50\/50: /,
    )
  })

  it('keeps one entry per object in JSON', async () => {
    const check = JSON.parse((await run('check', ['-o', 'json'])).stdout) as CheckReport
    const why = JSON.parse((await run('why customer-a-prod', ['-o', 'json'])).stdout) as WhyReport
    for (const report of [check, why]) expectValid({ ...report }, report.kind)
    expect(check.findings.map(({ subject }) => subject.name)).toHaveLength(70)
    expect(new Set(check.findings.map(({ subject }) => subject.name)).size).toBe(70)
    expect(why.causes).toHaveLength(50)
    expect(why.causes[0]).toMatchObject({ check: 'chassis-lost', effect: 'fails', kindCount: 50 })
  })

  it('is one SARIF result with a location per object', async () => {
    const { runs } = JSON.parse((await run('check', ['-o', 'sarif'])).stdout) as {
      runs: readonly { results: readonly { ruleId: string; locations: readonly unknown[] }[] }[]
    }
    const results = runs.flatMap((one) => one.results)
    expect(results.map(({ ruleId, locations }) => [ruleId, locations.length])).toEqual([['chassis-lost', 70]])
  })
})
