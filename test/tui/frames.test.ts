// SPDX-License-Identifier: Apache-2.0
// Goldens of every view of five scenarios on a real pseudo-terminal, at two sizes.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settled } from '../harness/eventually.ts'
import { ROOT } from '../harness/run-cli.ts'
import { onScreen, type Shown } from '../harness/screen.ts'

const SCENARIOS = ['database-down', 'healthy', 'incident', 'pool-unreachable', 'seed-composition']

/** The widest first: only that one shows the time, which tells the step of a scenario. */
const SIZES = [
  [120, 40],
  [80, 24],
] as const

const VIEWS = [
  ['1', 'Tree of all clusters'],
  ['2', 'Problems, causes first'],
  ['3', 'Pools'],
  ['4', 'Hypervisors'],
  ['5', 'Secrets, hop by hop'],
  ['6', 'GitOps, in the order'],
  ['7', 'Events of all clusters'],
] as const

/** The frame is complete for this size: its title is on the third line, the command and the keys are the last two. */
const isDrawn = (screen: Shown, title: string) => () => {
  const lines = screen.lines()
  return (
    (lines[2] ?? '').startsWith(title) &&
    (lines.at(-2) ?? '').startsWith('$ kubectl ') &&
    (lines.at(-1) ?? '').startsWith('? help')
  )
}

describe('every view at two sizes', () => {
  it.each(SCENARIOS)('%s', { timeout: 240_000 }, async (scenario) => {
    const screen = await onScreen(['tui', '--demo', scenario], { columns: 120, rows: 40, env: STILL })
    await screen.until(isDrawn(screen, 'Tree'))
    if (scenario === 'incident') await atItsWorst(screen)
    for (const [i, [columns, rows]] of SIZES.entries()) {
      if (i > 0) {
        screen.resize(columns, rows)
        await screen.until(isDrawn(screen, 'Events'))
      }
      const golden = join(ROOT, 'test/golden/tui', `${scenario}.${columns}x${rows}.txt`)
      const between = `\n${'='.repeat(columns)}\n`
      const known = existsSync(golden) ? readFileSync(golden, 'utf8').replace(/\n$/, '').split(between) : []
      const frames: string[] = []
      for (const [key, title] of VIEWS) {
        if (key !== '1' || i > 0) screen.keys(key)
        await screen.until(isDrawn(screen, title))
        expect(screen.lines().every((line) => line.length <= columns)).toBe(true)
        frames.push(scenario === 'incident' ? await settled(screen, known[frames.length]) : screen.marked())
      }
      await expect(`${frames.join(between)}\n`).toMatchFileSnapshot(golden)
    }
    screen.keys('q')
    expect(await screen.exited).toBe(0)
    expect(screen.isFull()).toBe(false)
  })
})

/** The step of the incident with the most failures: Ceph itself, and Glance, Cinder and Nova because of Ceph. */
async function atItsWorst(screen: Shown): Promise<void> {
  for (const time of ['12:00:08Z', '12:00:13Z', '12:00:18Z', '12:00:23Z', '12:00:27Z']) {
    screen.signal('SIGUSR2')
    await screen.until(time)
  }
}

const STILL = { C5C3_DEMO_TEMPO: 'stepped' }
