// SPDX-License-Identifier: Apache-2.0
// A live fleet on a real kube-apiserver that is compacted and restarted in between.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openCluster } from '../../src/lib/cluster/client.ts'
import { loadKubeconfigFile } from '../../src/lib/cluster/kubeconfig/load.ts'
import { resolveContext } from '../../src/lib/cluster/kubeconfig/resolve.ts'
import { openFleet } from '../../src/lib/fleet/fleet.ts'
import { cronJob } from '../../src/lib/kinds/kubernetes/cron-job.ts'
import { deployment } from '../../src/lib/kinds/kubernetes/deployment.ts'
import { job } from '../../src/lib/kinds/kubernetes/job.ts'
import { namespace } from '../../src/lib/kinds/kubernetes/namespace.ts'
import { node } from '../../src/lib/kinds/kubernetes/node.ts'
import { secret } from '../../src/lib/kinds/kubernetes/secret.ts'
import { openLive } from '../../src/lib/pipeline/live/store.ts'
import { observe } from '../../src/lib/pipeline/observe.ts'
import { type Api, connect } from '../contract/api.ts'
import { told, until } from '../harness/live.ts'
import { type Lab, type LabServer, startLab } from './cluster.ts'

const STEPS = 120
const COMPACTED = 40
const RESTARTED = 80

let lab: Lab
let server: LabServer
let admin: Api

beforeAll(async () => {
  lab = await startLab(['live'])
  ;[server] = lab.servers as [LabServer]
  admin = connect({ url: server.url, ca: server.ca, token: server.tokens.admin })
})
afterAll(() => lab?.stop())

/** Park–Miller generator: the same sequence in every run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return Math.floor((state / 2_147_483_647) * below)
  }
}

const web = (name: string, replicas: number) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'default' },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  },
})

const PATH = '/apis/apps/v1/namespaces/default/deployments'

async function step(random: (below: number) => number): Promise<void> {
  const name = `web-${random(12)}`
  const what = random(6)
  if (what < 2) await admin.post(PATH, web(name, random(3)))
  else if (what < 3) await admin.delete(`${PATH}/${name}`)
  else if (what < 4)
    await admin.patch('merge', `${PATH}/${name}`, { metadata: { labels: { turn: String(random(99)) } } })
  else if (what < 5) {
    const status = { replicas: 1, readyReplicas: random(2), observedGeneration: 1 }
    await admin.patch('merge', `${PATH}/${name}/status`, { status })
  } else {
    const labels = { 'topology.kubernetes.io/zone': `z${random(3)}` }
    const body = { apiVersion: 'v1', kind: 'Node', metadata: { name: `node-${random(5)}`, labels } }
    await admin.post('/api/v1/nodes', body)
  }
}

test('equals a fresh read after 120 random writes, a compaction and a restart', async () => {
  const config = resolveContext(await loadKubeconfigFile(server.kubeconfig), `admin@${server.name}`)
  const signal = new AbortController().signal
  const candidate = {
    roles: [{ role: 'control-plane' as const, name: 'live' }],
    name: 'live',
    origin: { type: 'demo', text: 'demo' } as const,
    config,
    certain: true,
  }
  const fleet = await openFleet({ discover: 'none', candidates: [candidate] }, (one) => openCluster(one, { signal }))
  onTestFinished(() => fleet.close())
  const only = [deployment, node, job, cronJob, namespace, secret].map((kind) => ({
    ...kind,
    roles: ['control-plane'] as const,
  }))
  const options = { now: Date.now(), acceptCached: false, scope: {}, signal, only }
  const store = await openLive(fleet, options)
  onTestFinished(() => store.close())
  const states = new Set<string>()
  store.subscribe(() => {
    for (const { state } of store.get().badges) states.add(state)
  })
  const random = randomOf(20_261_117)
  for (let i = 0; i < STEPS; i++) {
    if (i === COMPACTED) await lab.compact()
    if (i === RESTARTED) {
      // Writes to another kind make the version of every watch older than the compacted history.
      await lab.compact()
      await server.kill()
      await until(store, ({ badges }) => badges.some(({ state }) => state !== 'live'))
      await server.start()
    }
    await step(random)
  }
  const last = web('the-last', 1)
  await admin.post(PATH, last)
  await until(store, ({ badges, observation }) => {
    const { graph } = observation.assessment
    return (
      badges.every(({ state }) => state === 'live') &&
      graph.of('Deployment.apps').some(({ name }) => name === 'the-last')
    )
  })
  const fresh = async () => told(await observe(fleet, { ...options, now: store.get().at }))
  // Each kind has its own watch: its last event may still be in flight.
  await expect.poll(async () => told(store.get().observation), { timeout: 30_000 }).toEqual(await fresh())
  expect([...states]).toContain('live')
  expect(states.has('lagging') || states.has('lost')).toBe(true)
})
