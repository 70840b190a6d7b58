// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path'
import { type Api, connect } from '../test/contract/api.ts'
import { startLab } from '../test/lab/cluster.ts'
import { bundle } from './bundle.ts'
import { definitionsFor } from './fixtures/definitions.ts'
import { writeKubeconfig } from './fixtures/kubeconfig.ts'
import { Dice, makeHypervisor, makeNode } from './fixtures/objects.ts'
import { interleave } from './interleave.ts'
import { type Measured, median, spread } from './measured.ts'
import { peerProgram } from './peers/build.ts'

const NODES = 5000
const HYPERVISORS = 20_000
const ROUNDS = 3
const AT_ONCE = 16

/** The 25,000 objects of big-lists on a real API server, whose own time per list both sides wait for. */
export async function bigListsReal(): Promise<Measured[]> {
  const lab = await startLab(['big'])
  const { url, ca, tokens } = lab.servers[0]!
  using kubeconfig = writeKubeconfig([Number(new URL(url).port)], ca, tokens.admin)
  try {
    await fill(connect({ url, ca, token: tokens.admin }))
    const get = (resource: string) =>
      `"$0" --kubeconfig="$1" --cache-dir="$2" --request-timeout=0 get ${resource} -o json >/dev/null`
    const script = `${get('nodes')} && ${get('hypervisors.kvm.cloud.sap')}`
    const argv = ['sh', '-c', script, peerProgram('kubectl'), kubeconfig.file, join(kubeconfig.folder, 'cache')]
    const reader = await bundle('read-lists', kubeconfig.folder)
    const ours = { argv: [process.execPath, reader, kubeconfig.file, String(NODES + HYPERVISORS)] }
    const [base = [], taken = []] = interleave([{ argv }, ours], ROUNDS)
    const wall = (samples: typeof base) => samples.map((sample) => sample.wall)
    const memory = taken.map(({ rss }) => rss)
    return [
      {
        what: '25,000 objects on a real API server : kubectl get -o json',
        value: `${(median(wall(taken)) / median(wall(base))).toFixed(3)}×`,
        target: '',
        detail: `${spread(wall(taken), 's')} against ${spread(wall(base), 's', 1)}, each n=${ROUNDS}; ${spread(memory, 'MB', 0)} at the peak`,
      },
    ]
  } finally {
    await lab.stop()
  }
}

async function fill(api: Api): Promise<void> {
  const [definition] = definitionsFor(['hypervisor'], []).filter(
    (each) => (each as { metadata: { name: string } }).metadata.name === 'hypervisors.kvm.cloud.sap',
  )
  await api.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition)
  while ((await api.get('/apis/kvm.cloud.sap/v1/hypervisors?limit=1')).status !== 200)
    await new Promise((resolve) => setTimeout(resolve, 100))
  const dice = new Dice(1)
  const queue = [
    ...Array.from({ length: NODES }, (_, i) => ['/api/v1/nodes', makeNode(dice, i)] as const),
    ...Array.from(
      { length: HYPERVISORS },
      (_, i) => ['/apis/kvm.cloud.sap/v1/hypervisors', makeHypervisor(dice, i)] as const,
    ),
  ]
  const worker = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [path, object] = next
      const { status, text, body } = await api.post(path, fresh(object))
      if (status !== 201) throw new Error(`${path}: HTTP ${status} ${text}`)
      if (path.startsWith('/api/'))
        await api.patch('merge', `${path}/${body.metadata.name}/status`, { status: statusOf(object) })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** The object without server-assigned fields. */
function fresh(object: object): object {
  const { metadata, ...rest } = object as { metadata: Record<string, unknown> }
  const { uid: _uid, resourceVersion: _version, managedFields: _fields, ...kept } = metadata
  return { apiVersion: 'v1', kind: 'Node', ...rest, metadata: kept }
}

const statusOf = (object: object) => (object as { status: unknown }).status
