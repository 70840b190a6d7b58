// SPDX-License-Identifier: Apache-2.0
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'
import { renderKubeconfig } from '../src/lib/embedded/scenario/kubeconfig.ts'
import { type Demo, startDelay, startDemo } from './fixtures/start.ts'
import { type Measured, median, spread } from './measured.ts'
import type { StatusTimes } from './processes/status-times.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const ROUND_TRIP = 20
const ROUND_TRIPS = 8
/** Runs per process; the first one has cold code. */
const TIMES = 7
/** Round trip in ms, so long that processor time is negligible. */
const FAR = 400

/** `status` on all clusters of the healthy demo, each remote, in round trips. */
export async function statusAway(): Promise<Measured[]> {
  const near = await statusFrom(ROUND_TRIP, TIMES)
  const far = await statusFrom(FAR, 2)
  const [cold, ...warm] = near
  const walls = warm.map(({ wall }) => wall)
  const trips = median(walls) / ROUND_TRIP
  return [
    {
      what: `status of the demo's clusters at ${ROUND_TRIP} ms, wall time in round trips`,
      value: trips.toFixed(1),
      target: `≤ ${ROUND_TRIPS}`,
      met: trips <= ROUND_TRIPS,
      detail: `${spread(walls, 'ms', 0)}, of which ${spread(
        warm.map(({ cpu }) => cpu),
        'ms',
        0,
      )} processor, n=${walls.length}; the first in the process ${cold?.wall.toFixed(0)} ms`,
    },
    {
      what: 'the same without processor time',
      value: ((far.at(-1)?.wall ?? Number.NaN) / FAR).toFixed(1),
      target: `≤ ${ROUND_TRIPS}`,
      met: (far.at(-1)?.wall ?? Number.NaN) / FAR <= ROUND_TRIPS,
      detail: `at ${FAR} ms: TCP, TLS, discovery, lists, kubeconfigs`,
    },
  ]
}

async function statusFrom(roundTrip: number, times: number): Promise<StatusTimes> {
  await using demo = await startDemo(join(ROOT, 'fleets', 'healthy'))
  await using delay = await startDelay({ roundTrip, ports: demo.clusters.map(({ port }) => port) })
  await demo.moveTo(delay.ports)
  const folder = mkdtempSync(join(tmpdir(), 'c5c3-bench-'))
  try {
    return await ask(writeProfile(folder, demo, delay.ports), demo.now, times)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function writeProfile(folder: string, { clusters, ca }: Demo, ports: readonly number[]): string {
  const logins = clusters.map(({ token }, i) => ({ context: `c${i}`, url: `https://127.0.0.1:${ports[i]}`, ca, token }))
  writeFileSync(join(folder, 'kubeconfig'), renderKubeconfig(logins), { mode: 0o600 })
  const members = clusters.map(({ roles }, i) => {
    const words = roles.map(({ role, name }) => (role === name ? role : `${role}=${name}`))
    return { roles: words, kubeconfig: 'kubeconfig', context: `c${i}` }
  })
  const file = join(folder, 'config.yaml')
  writeFileSync(file, stringify({ current: 'demo', profiles: { demo: { clusters: members } } }))
  return file
}

function ask(profile: string, now: number, times: number): Promise<StatusTimes> {
  const file = fileURLToPath(new URL('./processes/status-times.ts', import.meta.url))
  const child = fork(file, [ROOT, String(now), String(times)], { env: { ...process.env, C5C3_CONFIG: profile } })
  return new Promise((resolve, reject) => {
    let answer: StatusTimes | undefined
    child.once('message', (message) => {
      answer = message as StatusTimes
      child.disconnect()
    })
    child.once('exit', (code) => (answer === undefined ? reject(new Error(`exit ${code}`)) : resolve(answer)))
  })
}
