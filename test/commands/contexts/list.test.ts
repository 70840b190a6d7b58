// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { expectGolden, expectGoldenJson } from '../../harness/golden.ts'
import { ROOT, runCli, words } from '../../harness/run-cli.ts'

/** Scenario → exit code of contexts and of contexts check. */
const SCENARIOS = [
  ['healthy', 'healthy', 0, 0],
  ['one-cluster', 'one-cluster', 0, 0],
  ['pools', './test/fleets-small/pools', 0, 0],
  ['storage-dark', './test/fleets-small/storage-dark', 3, 3],
  ['unauthorized', './test/fleets-small/unauthorized', 3, 3],
  ['no-secrets', './test/fleets-small/no-secrets', 0, 1],
  ['two-roles', './test/fleets-small/two-roles', 0, 0],
  ['management-dark', './test/fleets-small/management-dark', 7, 7],
] as const

const here = { cwd: ROOT }

describe.each(SCENARIOS)('%s', (name, demo, exit, checkExit) => {
  it('contexts shows every cluster, in text and in JSON', async () => {
    expect((await expectGolden(`contexts/${name}`, `contexts --demo ${demo}`, here)).code).toBe(exit)
    expect((await expectGoldenJson(`contexts/${name}`, `contexts --demo ${demo}`, here)).code).toBe(exit)
  })

  it('contexts check reports the problems, in text and in JSON', async () => {
    const line = `contexts check --demo ${demo}`
    expect((await expectGolden(`contexts-check/${name}`, line, here)).code).toBe(checkExit)
    expect((await expectGoldenJson(`contexts-check/${name}`, line, here)).code).toBe(checkExit)
  })
})

const POOLS = '--demo ./test/fleets-small/pools'
const DARK = '--demo ./test/fleets-small/storage-dark'

describe('output formats', () => {
  it.each([
    ['wide', '-o wide', {}],
    ['yaml', '-o yaml', {}],
    ['name', '-o name', {}],
    ['no-headers', '--no-headers', {}],
    ['color-always', '--color=always', {}],
    ['ascii-60', '--ascii', { tty: true, columns: 60, env: { NO_COLOR: '1' } }],
    ['terminal-60', '', { tty: true, columns: 60, env: { NO_COLOR: '1' } }],
    ['terminal-100', '', { tty: true, columns: 100, env: { NO_COLOR: '1' } }],
    ['terminal-colour', '', { tty: true, columns: 200 }],
  ] as const)('%s', async (name, flags, world) => {
    const ran = await expectGolden(`contexts/storage-dark.${name}`, `contexts ${DARK} ${flags}`, { ...here, ...world })
    expect(ran.code).toBe(3)
  })

  it.each([60, 40, 20, 8, 1])('no line of a table is wider than a terminal of %i columns', async (columns) => {
    const world = { ...here, tty: true, columns, env: { NO_COLOR: '1' } }
    for (const line of [`contexts ${DARK}`, `contexts check ${DARK}`, `version ${DARK}`, 'demo']) {
      const { stdout } = await runCli(words(line), world)
      const widest = Math.max(...stdout.split('\n').map((text) => [...text].length))
      // A cell has at least eight columns: below that lines wrap, but nothing breaks.
      if (columns >= 60) expect(widest, line).toBeLessThanOrEqual(columns)
      expect(stdout, line).not.toContain('undefined')
    }
  })

  it('output to a pipe is never cut, whatever COLUMNS says', async () => {
    const { stdout } = await runCli(words(`contexts ${DARK}`), here)
    expect(stdout).toContain('unreachable (ECONNREFUSED 127.0.0.1:5)')
    expect(stdout).not.toContain('…')
  })

  it.each([
    ['NO_COLOR on a terminal', '', { tty: true, env: { NO_COLOR: '1' } }, false],
    ['--color=never on a terminal', '--color=never', { tty: true }, false],
    ['TERM=dumb', '', { tty: true, env: { TERM: 'dumb' } }, false],
    ['a pipe', '', {}, false],
    ['FORCE_COLOR into a pipe', '', { env: { FORCE_COLOR: '1' } }, true],
    ['FORCE_COLOR=0 into a pipe', '', { env: { FORCE_COLOR: '0' } }, false],
    ['NO_COLOR beats FORCE_COLOR', '', { env: { NO_COLOR: '1', FORCE_COLOR: '1' } }, false],
    ['--color=always beats NO_COLOR', '--color=always', { env: { NO_COLOR: '1' } }, true],
    ['a terminal', '', { tty: true }, true],
  ] as const)('colour: %s', async (_, flags, world, colored) => {
    const { stdout } = await runCli(words(`contexts ${POOLS} ${flags}`), { ...here, ...world })
    expect(stdout.includes('\u001b[')).toBe(colored)
  })

  it('colour does not change the text', async () => {
    const [plain, painted] = await Promise.all(
      ['never', 'always'].map((color) => runCli(words(`contexts check ${DARK} --color=${color}`), here)),
    )
    const esc = String.fromCharCode(27)
    const ports = (text: string | undefined) => text?.replace(/(?<=127\.0\.0\.1:)\d+/g, '0')
    expect(ports(painted?.stdout.replaceAll(new RegExp(`${esc}\\[\\d+m`, 'g'), ''))).toBe(ports(plain?.stdout))
  })

  it('--ascii draws with ASCII only', async () => {
    const world = { ...here, tty: true, columns: 60, env: { NO_COLOR: '1' } }
    const { stdout } = await runCli(words('contexts check --demo ./test/fleets-small/no-secrets --ascii'), world)
    expect(stdout).toMatch(/x storage\/st-pool-a may not list/)
    expect(stdout).toMatch(/^[\n -~]+$/)
  })

  it('--allow-incomplete turns 3, and only 3, into 0', async () => {
    const code = async (name: string, command: string) =>
      (await runCli(words(`${command} --demo ./test/fleets-small/${name} --allow-incomplete`), here)).code
    expect(await code('storage-dark', 'contexts')).toBe(0)
    expect(await code('storage-dark', 'contexts check')).toBe(0)
    expect(await code('management-dark', 'contexts')).toBe(7)
    expect(await code('no-secrets', 'contexts check')).toBe(1)
    expect(await code('storage-dark', 'version')).toBe(0)
    const { stdout } = await runCli(words(`contexts ${DARK} --allow-incomplete -o json`), here)
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 0, verdict: 'unknown', completeness: { complete: false } })
  })
})
