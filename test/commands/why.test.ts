// SPDX-License-Identifier: Apache-2.0
// why without an argument, and its formats for scripts and for an incident channel.
import { describe, expect, it } from 'vitest'
import type { WhyFleetReport } from '../../src/lib/reports/why/fleet-report.ts'
import type { WhyReport } from '../../src/lib/reports/why/report.ts'
import '../harness/demos.ts'
import { runCli, words } from '../harness/run-cli.ts'
import { expectValid } from '../harness/schemas.ts'

const run = (line: string) => runCli(words(line))

async function json<T>(line: string): Promise<T> {
  const document = JSON.parse((await run(`${line} -o json`)).stdout)
  expectValid(document, line)
  return document
}

describe('why without an argument', () => {
  it('has the first cause of why NAME for the only failed OpenStack cluster', async () => {
    const fleet = await json<WhyFleetReport>('why --demo seed-composition')
    const one = await json<WhyReport>('why customer-c-prod --demo seed-composition')
    expect(fleet.subjects.map(({ name }) => name)).toContain('customer-c-prod')
    expect(fleet.causes.map(({ check }) => check)).toEqual(one.causes.map(({ check }) => check))
    expect(fleet.causes[0]?.openStackClusters).toEqual(['tenant-customer-c/customer-c-prod'])
    expect(fleet.exitCode).toBe(1)
  })

  it('names an unreachable cluster once, however many objects are unknown because of it', async () => {
    const { causes, exitCode } = await json<WhyFleetReport>('why --demo management-only')
    const clusters = causes.map(({ unreachable }) => unreachable?.cluster)
    expect(clusters).toContain('control-plane/eu-de-1')
    expect(clusters).not.toContain(undefined)
    expect(new Set(clusters).size).toBe(clusters.length)
    expect(exitCode).toBe(3)
  })

  it('is limited by the scope flags', async () => {
    const { stdout, code } = await run('why --tenant customer-b-staging --demo database-down')
    expect(stdout).toMatch(/^✔ Nothing is unhealthy: 1 OpenStack cluster\.\n/)
    expect(code).toBe(0)
  })
})

describe('formats', () => {
  it('-o name prints causes that why accepts', async () => {
    const { stdout, code } = await run('why --demo database-down -o name')
    expect(stdout).toBe('MariaDB/openstack-customer-a-prod-x7k2p/openstack-db@control-plane/eu-de-1\n')
    expect(code).toBe(1)
    const why = await run(`why ${stdout.trim()} --demo database-down`)
    expect(why.stdout).toMatch(/^✖ MariaDB openstack-db has been failed for 31m\. Root cause: Galera not ready \[F52 /)
  })

  it('-o markdown escapes text of clusters outside of code', async () => {
    const { stdout } = await run('why customer-a-prod --demo database-down -o markdown')
    expect(stdout).toMatch(/^\*\*✖ customer-a-prod has been failed for 31m\. .* \\\[F52 database-not-ready\\\]\*\*\n/)
    expect(stdout).toContain('```\nkubectl c5c3 kubectl @control-plane/eu-de-1 -- ')
    expect(stdout).not.toContain('-o wide')
  })

  it('-o json has the findings that a cause explains, with their messages', async () => {
    const { causes } = await json<WhyReport>('why customer-a-prod --demo database-down')
    const messages = causes[0]?.explains.map(({ check, message }) => `${check}: ${message}`)
    expect(messages).toContain('api-unhealthy: Keystone API answered 500 Internal Server Error')
  })

  it('commands are not wrapped on a terminal', async () => {
    const { stdout } = await runCli(words('why customer-a-prod --demo database-down'), { tty: true, columns: 60 })
    const lines = stdout.split('\n')
    expect(
      lines.filter((line) => line.includes('get pods,pvc -l app.kubernetes.io/instance=openstack-db')),
    ).toHaveLength(1)
    expect(lines.find((line) => line.includes('get pods,pvc'))).toContain('kubectl c5c3 kubectl @control-plane/eu-de-1')
  })
})
