// SPDX-License-Identifier: Apache-2.0
// Every view on a real pseudo-terminal, at three sizes: what people see is the golden.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../harness/run-cli.ts'
import { onScreen, type Shown } from '../harness/screen.ts'

const SCENARIOS = ['healthy', 'database-down', 'ceph-key-stale', 'pool-unreachable', 'hypervisor-draining']

const SIZES = [
  [80, 24],
  [120, 40],
  [200, 60],
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

/** The frame is drawn for this size: its title is on the third line, the command and the keys are the last two. */
const isDrawn = (screen: Shown, title: string) => () => {
  const lines = screen.lines()
  return (
    (lines[2] ?? '').startsWith(title) &&
    (lines.at(-2) ?? '').startsWith('$ kubectl ') &&
    (lines.at(-1) ?? '').startsWith('? help')
  )
}

describe('every view at three sizes', () => {
  it.each(SCENARIOS)('%s', { timeout: 240_000 }, async (scenario) => {
    const screen = await onScreen(['tui', '--demo', scenario], { columns: 80, rows: 24, env: STILL })
    await screen.until(isDrawn(screen, 'Tree'))
    for (const [i, [columns, rows]] of SIZES.entries()) {
      if (i > 0) {
        screen.resize(columns, rows)
        await screen.until(isDrawn(screen, 'Events'))
      }
      const frames: string[] = []
      for (const [key, title] of VIEWS) {
        if (key !== '1' || i > 0) screen.keys(key)
        await screen.until(isDrawn(screen, title))
        expect(screen.lines().every((line) => line.length <= columns)).toBe(true)
        frames.push(screen.marked())
      }
      const golden = join(ROOT, 'test/golden/tui', `${scenario}.${columns}x${rows}.txt`)
      await expect(`${frames.join(`\n${'='.repeat(columns)}\n`)}\n`).toMatchFileSnapshot(golden)
    }
    screen.keys('q')
    expect(await screen.exited).toBe(0)
    expect(screen.isFull()).toBe(false)
  })
})

const STILL = { C5C3_DEMO_TEMPO: 'stepped' }
