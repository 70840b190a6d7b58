// SPDX-License-Identifier: Apache-2.0
// Every command with -w, into a pipe, through the whole incident: its lines report the failure, the cause and the
// recovery.
import { expect, it } from 'vitest'
import { steppedTempo } from '../../../src/lib/cli/demo/stepped-clock.ts'
import { Interrupted } from '../../../src/lib/cli/process/interrupted.ts'
import { ROOT, runCli, words } from '../../harness/run-cli.ts'

/** The second host is down: from here on data is not readable. */
const WORST = 3
const STEPS = 9

interface IncidentOutput {
  readonly lines: readonly string[]
  readonly code: number
}

/** Runs the steps up to the worst one in sequence; the rest follows once that one was printed. */
async function watchIncident(line: string, isBad: RegExp, isOver: RegExp): Promise<IncidentOutput> {
  let next = () => {}
  const tempo = steppedTempo((step) => {
    next = step
  })
  const stop = new AbortController()
  const left = [
    // the footer of the first answer
    [/clusters read.*\n/, () => play(WORST)],
    [isBad, () => play(STEPS - WORST)],
    [isOver, () => stop.abort(new Interrupted('SIGINT', 130))],
  ] as [RegExp, () => void][]
  const play = (steps: number) => {
    for (let i = 0; i < steps; i++) next()
  }
  const { stdout, code } = await runCli(words(`${line} -w --demo incident`), {
    ...tempo,
    cwd: ROOT,
    onStdout: (text) => {
      if (!left[0]?.[0].test(text)) return
      left.shift()?.[1]()
    },
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(90_000)]),
  })
  expect(left, `never said: ${stdout}`).toEqual([])
  return { lines: stdout.split('\n').filter((text) => /^\d{4}-\d\d-\d\dT/.test(text)), code }
}

const CEPH = 'CephCluster/rook-ceph/rook-ceph@storage/st-pool-a'
const BAD = /verdict {2}\S+ → failed {2}exit 1/
const OVER = /→ healthy {2}exit 0\n$/

it.each([
  [
    'status',
    `OpenStackCluster/tenant-customer-a/customer-a-prod@management  healthy → failed  ${CEPH} failed HEALTH_ERR`,
  ],
  ['tree customer-a-prod', 'Node/st-a-003@storage/st-pool-a  healthy → failed  NodeStatusUnknown: Kubelet stopped'],
  ['pools', 'st-pool-a@storage/st-pool-a  '],
  ['check', `ceph-unhealthy ${CEPH}  `],
])('%s -w reports the failure, its cause and the recovery', { timeout: 120_000 }, async (line, expected) => {
  const { lines, code } = await watchIncident(line, BAD, OVER)
  expect(
    lines.some((text) => text.includes(expected)),
    lines.join('\n'),
  ).toBe(true)
  // Nothing was deleted, so no object may be reported as removed.
  if (line !== 'check') expect(lines.filter((text) => text.includes('Z  removed  '))).toEqual([])
  // A line about a failed object never has the reason of a healthy one.
  expect(lines.filter((text) => / → (failed|degraded) {2}(Available|Ready|ReconcileSuccess)$/.test(text))).toEqual([])
  expect(code).toBe(130)
})

it.each([
  'status',
  'status customer-a-prod',
  'tree',
  'pools',
  'hypervisors',
  'check',
  'korc',
  'ceph-secrets',
  'credentials',
  'gitops',
  'tempest results',
])('%s -w starts with the output printed without it', { timeout: 60_000 }, async (line) => {
  const { demoTempo } = steppedTempo(() => {})
  const once = await runCli(words(`${line} --demo database-down`), { cwd: ROOT })
  const watched = await runCli(words(`${line} --demo database-down -w --duration 1ms`), { cwd: ROOT, demoTempo })
  expect(watched.stdout).toBe(once.stdout)
  expect(watched.code).toBe(once.code)
})
