// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path'
import { bundle } from './bundle.ts'
import { writeKubeconfig } from './fixtures/kubeconfig.ts'
import { startApi } from './fixtures/start.ts'
import { interleave } from './interleave.ts'
import { type Measured, median, spread } from './measured.ts'

const NODES = 5000
const HYPERVISORS = 20_000
const ROUNDS = 3
const RATIO = 0.05
const MEGABYTES = 280

/** 25,000 objects through the cluster layer, compared with kubectl get -o json of the same two lists. */
export async function bigLists(kubectl: string): Promise<Measured[]> {
  await using api = await startApi({ clusters: 1, protocol: 'http2', nodes: NODES, hypervisors: HYPERVISORS })
  using kubeconfig = writeKubeconfig(api.ports, api.ca)
  const get = (resource: string) =>
    `"$0" --kubeconfig="$1" --cache-dir="$2" --request-timeout=0 get ${resource} -o json >/dev/null`
  const script = `${get('nodes')} && ${get('hypervisors.kvm.cloud.sap')}`
  const theirs = { argv: ['sh', '-c', script, kubectl, kubeconfig.file, join(kubeconfig.folder, 'cache')] }
  const reader = await bundle('read-lists', kubeconfig.folder)
  const ours = { argv: [process.execPath, reader, kubeconfig.file, String(NODES + HYPERVISORS)] }
  const [base = [], taken = []] = interleave([theirs, ours], ROUNDS)

  const wall = (samples: typeof base) => samples.map((sample) => sample.wall)
  const ratio = median(wall(taken)) / median(wall(base))
  const work = median(taken.map(({ cpu }) => cpu)) / median(base.map(({ cpu }) => cpu))
  const peak = median(taken.map(({ rss }) => rss))
  return [
    {
      what: '25,000 objects, wall time of kubectl get -o json',
      value: `${ratio.toFixed(3)}×`,
      target: `≤ ${RATIO}×`,
      met: ratio <= RATIO,
      detail: `${spread(wall(taken), 's')} against ${spread(wall(base), 's', 1)}, each n=${ROUNDS}; processor time ${work.toFixed(3)}×`,
    },
    {
      what: '25,000 objects, peak memory',
      value: `${peak.toFixed(0)} MB`,
      target: `≤ ${MEGABYTES} MB`,
      met: peak <= MEGABYTES,
      detail: `${spread(
        taken.map(({ rss }) => rss),
        'MB',
        0,
      )}, kubectl ${spread(
        base.map(({ rss }) => rss),
        'MB',
        0,
      )}`,
    },
  ]
}
