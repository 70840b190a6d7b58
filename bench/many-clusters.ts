// SPDX-License-Identifier: Apache-2.0
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openCluster } from '../src/lib/cluster/client.ts'
import { loadKubeconfigFile } from '../src/lib/cluster/kubeconfig/load.ts'
import { openFleet } from '../src/lib/fleet/fleet.ts'
import { kubeconfigCandidates } from '../src/lib/fleet/kubeconfig-candidates.ts'
import { writeKubeconfig } from './fixtures/kubeconfig.ts'
import { type Api, startApi, startDelay } from './fixtures/start.ts'
import { type Measured, median, spread } from './measured.ts'
import type { ManyRead } from './processes/read-many.ts'

const CLUSTERS = 4
const ROUND_TRIP = 20
const ROUNDS = 9
const ROUND_TRIPS = 6
/** Round trip in ms, so long that processor time is negligible. */
const FAR = 400

/** Small lists of several remote clusters, in round trips, with new connections each time. */
export async function manyClusters(): Promise<Measured[]> {
  await using api = await startApi({ clusters: CLUSTERS, protocol: 'http2', nodes: 1, hypervisors: 1 })
  const near = await readFrom(api, ROUND_TRIP, ROUNDS)
  const [far] = await readFrom(api, FAR, 1)
  const warm = near.map((run) => run.warm)
  const cold = near.map((run) => run.cold)
  const trips = median(warm) / ROUND_TRIP
  const connections = Math.max(...near.map((run) => run.connections))
  return [
    {
      what: `${CLUSTERS} clusters × 8 lists at ${ROUND_TRIP} ms, wall time in round trips`,
      value: trips.toFixed(1),
      target: `≤ ${ROUND_TRIPS}`,
      met: trips <= ROUND_TRIPS,
      detail: `${spread(warm, 'ms', 0)}, n=${ROUNDS}, ${connections} connections`,
    },
    {
      what: 'the same as the first thing a process does',
      value: (median(cold) / ROUND_TRIP).toFixed(1),
      target: '',
      detail: `${spread(cold, 'ms', 0)}, n=${ROUNDS}`,
    },
    {
      what: 'the same without processor time',
      value: ((far?.warm ?? Number.NaN) / FAR).toFixed(1),
      target: '',
      detail: `at ${FAR} ms: TCP, TLS, discovery, lists`,
    },
    {
      what: 'opening a fleet (contexts) without processor time, round trips',
      value: ((await openFar(api)) / FAR).toFixed(1),
      target: '',
      detail: `at ${FAR} ms: TCP, TLS, then discovery, version and identity at once`,
    },
  ]
}

/** The time to open a fleet of remote clusters, in ms. */
async function openFar(api: Api): Promise<number> {
  await using delay = await startDelay({ roundTrip: FAR, ports: api.ports })
  using kubeconfig = writeKubeconfig(delay.ports, api.ca)
  const loaded = await loadKubeconfigFile(kubeconfig.file)
  const candidates = kubeconfigCandidates(loaded, { others: [] }, {}, true)
  const begun = performance.now()
  const fleet = await openFleet({ candidates, discover: 'all' }, (config) => openCluster(config))
  const duration = performance.now() - begun
  fleet.close()
  return duration
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
