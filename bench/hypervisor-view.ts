// SPDX-License-Identifier: Apache-2.0
import { fork } from 'node:child_process'
import { bundle } from './bundle.ts'
import { writeKubeconfig } from './fixtures/kubeconfig.ts'
import { startApi } from './fixtures/start.ts'
import { type Measured, median, spread } from './measured.ts'
import type { ViewTimes } from './processes/view-hypervisors.ts'

const HOSTS = 5000
const ROUNDS = 7
const RATIO = 1.2

/** `hypervisors` with 5,000 hosts, compared with only reading its lists. */
export async function hypervisorView(): Promise<Measured[]> {
  await using api = await startApi({ clusters: 1, protocol: 'http2', nodes: HOSTS, hypervisors: HOSTS })
  using kubeconfig = writeKubeconfig(api.ports, api.ca)
  const file = await bundle('view-hypervisors', kubeconfig.folder)
  const { lists, views } = await timesOf(file, kubeconfig.file)
  const wall = (times: ViewTimes['lists']) => times.map((one) => one.wall)
  const ratio = median(wall(views)) / median(wall(lists))
  const work = median(views.map(({ cpu }) => cpu)) / median(lists.map(({ cpu }) => cpu))
  return [
    {
      what: '5,000 hosts, hypervisors against its own lists',
      value: `${ratio.toFixed(2)}×`,
      target: `≤ ${RATIO}×`,
      met: ratio <= RATIO,
      detail: `${spread(wall(views), 'ms', 0)} against ${spread(wall(lists), 'ms', 0)}, each n=${ROUNDS}; processor time ${work.toFixed(2)}×`,
    },
  ]
}

function timesOf(file: string, kubeconfig: string): Promise<ViewTimes> {
  return new Promise((resolve, reject) => {
    const child = fork(file, [kubeconfig, String(HOSTS), String(ROUNDS)])
    child.once('message', (message) => resolve(message as ViewTimes))
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)))
  })
}
