// SPDX-License-Identifier: Apache-2.0
// The scenario with a timeline, step by step: the test triggers each step, not a clock.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { settled } from '../harness/eventually.ts'
import { ROOT } from '../harness/run-cli.ts'
import { onScreen } from '../harness/screen.ts'

const GOLDEN = join(ROOT, 'test/golden/tui/incident.txt')
const BETWEEN = `\n${'='.repeat(120)}\n`
const STEPS = [
  '12:00:08Z',
  '12:00:13Z',
  '12:00:18Z',
  '12:00:23Z',
  '12:00:27Z',
  '12:00:31Z',
  '12:00:39Z',
  '12:00:44Z',
  '12:00:48Z',
]

it('a storage pool degrades, its dependents fail, then it recovers', { timeout: 240_000 }, async () => {
  const known = existsSync(GOLDEN) ? readFileSync(GOLDEN, 'utf8').replace(/\n$/, '').split(BETWEEN) : []
  const screen = await onScreen(['tui', 'problems', '--demo', 'incident'], {
    columns: 120,
    rows: 40,
    env: { C5C3_DEMO_TEMPO: 'stepped' },
  })
  await screen.until('nothing is wrong')
  const frames = [screen.marked()]
  for (const time of STEPS) {
    screen.signal('SIGUSR2')
    await screen.until(time)
    frames.push(await settled(screen, known[frames.length]))
  }
  for (const [key, title] of [
    ['1', 'Tree of all'],
    ['7', 'Events of all'],
  ] as const) {
    screen.keys(key)
    await screen.until(title)
    frames.push(screen.marked())
  }
  screen.keys('q')
  expect(await screen.exited).toBe(0)
  await expect(`${frames.join(BETWEEN)}\n`).toMatchFileSnapshot(GOLDEN)
  // Ceph is the root cause for Glance, Cinder and Nova from their failure until it serves all data again.
  for (const frame of frames.slice(4, 7)) expect(frame).toMatch(/> ▸ CephCluster rook-ceph\/rook-ceph/)
  // It only lacks redundancy then, which explains no failed connection: what the services report is an error again.
  expect(frames[7]).toMatch(/> ▸ Cinder openstack-customer-a-\S+ +✖ error .+0 of 1 backends/)
  expect(frames[7]).toMatch(/▸ CephCluster rook-ceph\/rook-ceph +! warning .+HEALTH_WARN: Degraded d/)
  expect(frames[9]).toContain('nothing is wrong')
})
