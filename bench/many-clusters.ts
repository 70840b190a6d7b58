// SPDX-License-Identifier: Apache-2.0
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { writeKubeconfig } from './fixtures/kubeconfig.ts'
import { type Api, startApi, startDelay } from './fixtures/start.ts'
import { type Measured, median, spread } from './measured.ts'
import type { ManyRead } from './processes/read-many.ts'

const CLUSTERS = 4
const ROUND_TRIP = 20
const ROUNDS = 9
const ROUND_TRIPS = 6

/** Small lists of several clusters far away, in round trips: cold, each time in a new process with new connections. */
export async function manyClusters(): Promise<Measured[]> {
  await using api = await startApi({ clusters: CLUSTERS, protocol: 'http2', nodes: 1, hypervisors: 1 })
  const near = await readFrom(api, ROUND_TRIP, ROUNDS)
  // so far away that the processor no longer counts
  const far = await readFrom(api, 20 * ROUND_TRIP, 1)
  const trips = median(near.map(({ took }) => took)) / ROUND_TRIP
  const connections = Math.max(...near.map((run) => run.connections))
  return [
    {
      what: `${CLUSTERS} clusters × 8 lists at ${ROUND_TRIP} ms, wall time in round trips`,
      value: trips.toFixed(1),
      target: `≤ ${ROUND_TRIPS}`,
      met: trips <= ROUND_TRIPS,
      detail: `${spread(
        near.map(({ took }) => took),
        'ms',
        0,
      )}, n=${ROUNDS}, ${connections} connections`,
    },
    {
      what: `${CLUSTERS} clusters × 8 lists, round trips without processor time`,
      value: (median(far.map(({ took }) => took)) / (20 * ROUND_TRIP)).toFixed(1),
      target: '',
      detail: `at ${20 * ROUND_TRIP} ms: TCP, TLS, discovery, lists`,
    },
  ]
}

async function readFrom(api: Api, roundTrip: number, rounds: number): Promise<ManyRead[]> {
  await using delay = await startDelay({ roundTrip, ports: api.ports })
  using kubeconfig = writeKubeconfig(delay.ports, api.ca)
  const runs: ManyRead[] = []
  for (let i = 0; i < rounds; i++) runs.push(await readOnce(kubeconfig.file))
  return runs
}

function readOnce(kubeconfig: string): Promise<ManyRead> {
  const child = fork(fileURLToPath(new URL('./processes/read-many.ts', import.meta.url)), [kubeconfig])
  return new Promise((resolve, reject) => {
    let answer: ManyRead | undefined
    child.once('message', (message) => {
      answer = message as ManyRead
      child.disconnect()
    })
    child.once('exit', (code) => (answer === undefined ? reject(new Error(`exit ${code}`)) : resolve(answer)))
  })
}
