// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import type { ChangesReport } from '../../src/lib/reports/changes/report.ts'
import '../harness/demos.ts'
import { expectGolden, expectGoldenJson } from '../harness/golden.ts'
import { ROOT, runCli, words } from '../harness/run-cli.ts'
import { type Document, expectValid } from '../harness/schemas.ts'

const here = { cwd: ROOT }
const NEWS = './test/fleets-small/news'

/** Golden → command line and exit code. */
const ASKED = [
  ['database-down', 'changes --demo database-down', 0],
  ['claim', 'changes customer-a-prod --since 30m --demo database-down', 0],
  ['object', `changes deployment/web --since 24h --demo ${NEWS}`, 0],
  ['nothing', 'changes customer-b-staging --since 5m --demo healthy', 0],
  ['pool-unreachable', 'changes customer-a-prod --demo pool-unreachable', 3],
] as const

async function report(line: string): Promise<ChangesReport> {
  const { stdout } = await runCli([...words(line), '-o', 'json'], here)
  return JSON.parse(stdout) as ChangesReport
}

describe('changes', () => {
  it.each(ASKED)('%s: table and JSON', async (name, line, exit) => {
    expect((await expectGolden(`changes/${name}`, line, here)).code).toBe(exit)
    const json = await expectGoldenJson(`changes/${name}`, line, here)
    expect(json.code).toBe(exit)
    expectValid(JSON.parse(json.stdout) as Document, name)
  })

  it('the root cause comes first, affected objects after it', async () => {
    const { changes } = await report('changes customer-a-prod --demo database-down')
    const broken = changes.filter(({ says }) => says.some((text) => /^Ready False/.test(text))).map(({ kind }) => kind)
    expect(broken[0]).toBe('MariaDB')
    expect(broken.indexOf('Keystone')).toBeLessThan(broken.indexOf('OpenStackCluster'))
  })

  it('of one object shows only itself and its owned Pods; --since limits the time', async () => {
    const names = async (since: string) =>
      (await report(`changes deployment/web --since ${since} --demo ${NEWS}`)).changes.map(({ name }) => name)
    expect(await names('24h')).toEqual(['web-5c9', 'web-5c9-x2', 'web-5c9-x2', 'web'])
    expect(await names('15m')).toEqual(['web'])
  })

  it.each([
    ['--since never', 'invalid duration "never"'],
    ['customer-x', 'OpenStack cluster "customer-x" not found'],
  ])('%s is an error with the reason', async (more, text) => {
    const { code, stderr } = await runCli(words(`changes ${more} --demo healthy`), here)
    expect([8, 2]).toContain(code)
    expect(stderr).toContain(text)
  })

  it('reads the kinds of tree, and owned Pods', async () => {
    const count = async (line: string) => {
      const { stderr } = await runCli(words(`${line} --debug --demo healthy`), here)
      return stderr.match(/GET \S+ 200/g)?.length ?? 0
    }
    const [tree, changes] = [await count('tree'), await count('changes')]
    // Two more lists in each of nine clusters, one of which serves no Pods.
    expect(changes - tree).toBeGreaterThan(0)
    expect(changes - tree).toBeLessThanOrEqual(18)
  })
})
