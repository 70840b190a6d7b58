// SPDX-License-Identifier: Apache-2.0
// Every command says the same about the same object: its state, its first cause, and the numbers printed with them.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CheckReport } from '../../src/lib/reports/check/report.ts'
import type { StatusReport } from '../../src/lib/reports/status/report.ts'
import type { WhyReport } from '../../src/lib/reports/why/report.ts'
import { ROOT, runCli, words } from '../harness/run-cli.ts'

const SCENARIOS = readdirSync(join(ROOT, 'fleets'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

const COMMANDS = [
  'status',
  'check',
  'tree',
  'pools',
  'credentials',
  'ceph-secrets',
  'korc',
  'gitops',
  'hypervisors',
  'operators',
] as const

interface ObjectRow {
  readonly cluster: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly own: string
  readonly state: string
  readonly status: string
}

const isObjectRow = (value: object): value is ObjectRow =>
  ['cluster', 'kind', 'name', 'own', 'state', 'status'].every((field) => field in value)

/** Every row about an object, wherever it stands in a document. */
function* objectRows(value: unknown): Iterable<ObjectRow> {
  if (typeof value !== 'object' || value === null) return
  if (isObjectRow(value)) yield value
  for (const part of Object.values(value)) yield* objectRows(part)
}

const placeOf = ({ kind, namespace, name, cluster }: Omit<ObjectRow, 'own' | 'state' | 'status'>) =>
  `${kind}/${namespace ? `${namespace}/` : ''}${name}@${cluster}`

const json = async (line: string) => JSON.parse((await runCli([...words(line), '-o', 'json'])).stdout) as unknown

describe.each(SCENARIOS)('%s', { timeout: 120_000 }, (scenario) => {
  it('has one state for each object, in every command', async () => {
    const states = new Map<string, Map<string, string[]>>()
    for (const command of COMMANDS)
      for (const row of objectRows(await json(`${command} --demo ${scenario}`))) {
        const said = states.get(placeOf(row)) ?? new Map<string, string[]>()
        const text = `${row.status} (own ${row.own}, with dependencies ${row.state})`
        states.set(placeOf(row), said.set(text, [...new Set([...(said.get(text) ?? []), command])]))
      }
    const differing = [...states].filter(([, said]) => said.size > 1)
    expect(states.size).toBeGreaterThan(0)
    expect(differing.map(([place, said]) => [place, Object.fromEntries(said)])).toEqual([])
  })

  it('has one first cause for each OpenStack cluster, with one number of affected objects', async () => {
    const status = (await json(`status --demo ${scenario}`)) as StatusReport
    const check = (await json(`check --demo ${scenario}`)) as CheckReport
    for (const row of status.clusters.filter(({ blocker, source }) => blocker && source === 'live')) {
      const why = (await json(`why ${row.kind}/${row.namespace}/${row.name} --demo ${scenario}`)) as WhyReport
      const [first] = why.causes
      expect([row.name, first && placeOf(first.subject)]).toEqual([row.name, row.blocker && placeOf(row.blocker)])
      if (!first?.check) continue
      const finding = check.findings.find(
        (one) => one.check === first.check && placeOf(one.subject) === placeOf(first.subject),
      )
      expect([placeOf(first.subject), finding?.consequences?.length]).toEqual([
        placeOf(first.subject),
        first.consequences.length,
      ])
    }
  })
})
