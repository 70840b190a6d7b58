// SPDX-License-Identifier: Apache-2.0
// status on every scenario, as text and as JSON.
import { afterAll, describe, expect, it } from 'vitest'
import { closeDemos, SUBJECTS } from '../harness/demos.ts'
import '../harness/shared-observations.ts'
import { expectGolden, expectGoldenJson } from '../harness/golden.ts'
import { commandsIn } from '../harness/printed-commands.ts'
import { runCli, words } from '../harness/run-cli.ts'
import { onScreen } from '../harness/screen.ts'

describe.each(Object.entries(SUBJECTS))('%s', (scenario, name) => {
  afterAll(closeDemos)

  it('the whole fleet', async () => {
    const text = await expectGolden(`status/${scenario}`, `status --demo ${scenario}`)
    const json = await expectGoldenJson(`status/${scenario}`, `status --demo ${scenario}`)
    expect(json.code).toBe(text.code)
  })

  it(`details of ${name}`, async () => {
    const text = await expectGolden(`status/${scenario}.${name}`, `status ${name} --demo ${scenario}`)
    const json = await expectGoldenJson(`status/${scenario}.${name}`, `status ${name} --demo ${scenario}`)
    expect(json.code).toBe(text.code)
  })
})

describe('cached objects', () => {
  afterAll(closeDemos)

  it('count as read if accepted, and objects without a copy are still not readable', async () => {
    await expectGolden('status/pool-unreachable.accepted', 'status --accept-cached --demo pool-unreachable')
    await expectGolden('status/management-only.accepted', 'status --accept-cached --demo management-only')
    await expectGolden(
      'status/management-only.customer-a-prod.accepted',
      'status customer-a-prod --accept-cached --demo management-only',
    )
  })

  it('--allow-incomplete turns only exit 3 into 0', async () => {
    const code = async (scenario: string, ...flags: readonly string[]) =>
      (await runCli(['status', '--demo', scenario, ...flags])).code
    expect(await code('pool-unreachable', '--allow-incomplete')).toBe(0)
    expect(await code('management-only', '--allow-incomplete')).toBe(0)
    expect(await code('database-down', '--allow-incomplete')).toBe(1)
  })
})

describe.each(Object.entries(SUBJECTS))('%s on a terminal', (scenario, name) => {
  afterAll(closeDemos)

  it.each([80, 140])('of %i columns starts with the verdict and never wraps a command', async (columns) => {
    for (const line of [`status --demo ${scenario}`, `status ${name} --demo ${scenario}`]) {
      const { stdout } = await runCli(words(line), { tty: true, columns, env: { NO_COLOR: '1' } })
      const lines = stdout.trimEnd().split('\n')
      expect(lines[0]).toMatch(/^[✔✖!?…] /)
      expect(Math.max(...lines.map((text) => [...text].length))).toBeLessThanOrEqual(columns)
      expect(stdout).not.toMatch(/\bexit \d/)
      expect(commandsIn(stdout)).toEqual(commandsIn((await runCli(words(line))).stdout))
      // the first screen has the verdict, all problems and what to run next; of one cluster also what it consists of
      expect(lines.length).toBeLessThan(line.includes(name) ? 34 : 24)
    }
  })
})

describe('a terminal', () => {
  afterAll(closeDemos)

  it.each([60, 80])('of %i columns', async (columns) => {
    const world = { tty: true, columns, env: { NO_COLOR: '1' } }
    await expectGolden(`status/database-down.${columns}`, 'status --demo database-down', world)
    await expectGolden(
      `status/database-down.customer-a-prod.${columns}`,
      'status customer-a-prod --demo database-down',
      world,
    )
  })
})

describe('-o wide', () => {
  afterAll(closeDemos)

  it('lists every OpenStack cluster with its phases, and everything about one', async () => {
    const fleet = await expectGolden('status/database-down.wide', 'status --demo database-down -o wide')
    expect(fleet.stdout).toMatch(/PROV +INFRA +KEYSTONE +KORC +IMAGES +COMPUTE +CORTEX +TEMPEST/)
    for (const name of ['customer-b-staging', 'finance-prod', 'internal-prod', 'us-east-1'])
      expect(fleet.stdout).toMatch(new RegExp(`/${name} .* ✔ healthy`))
    await expectGolden(
      'status/database-down.customer-a-prod.wide',
      'status customer-a-prod --demo database-down -o wide',
    )
  })
})

it('-w keeps the verdict on the first line of a small screen', async () => {
  const screen = await onScreen(['status', '-w', '--demo', 'database-down'], { columns: 80, rows: 8 })
  await screen.until('more lines in a taller window')
  const [first = '', second = ''] = screen.lines()
  expect(first).toMatch(/^✖ 1 of 5 OpenStack clusters failed · 4 healthy · /)
  expect(second).toMatch(/^\d\d:\d\d:\d\dZ · failed · /)
})
