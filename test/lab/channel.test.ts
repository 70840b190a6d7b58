// SPDX-License-Identifier: Apache-2.0
// exec and port-forward through a real API server to a fake kubelet.
import { once } from 'node:events'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { execInPod } from '../../src/lib/cluster/channel/exec.ts'
import { forwardPort } from '../../src/lib/cluster/channel/port-forward.ts'
import { credentialsFor } from '../../src/lib/cluster/credentials/credentials-for.ts'
import { loadKubeconfigFile } from '../../src/lib/cluster/kubeconfig/load.ts'
import { resolveContext } from '../../src/lib/cluster/kubeconfig/resolve.ts'
import { openTransport } from '../../src/lib/cluster/transport/open.ts'
import type { Transport } from '../../src/lib/cluster/transport/types.ts'
import { LIMITS } from '../../src/lib/model/landscape/limits.ts'
import { type Api, connect } from '../contract/api.ts'
import { failureOf } from '../faults/clients.ts'
import { type Lab, type LabServer, startLab, type User } from './cluster.ts'
import { type StandInKubelet, startKubelet } from './kubelet.ts'

const OPTIONS = { signal: new AbortController().signal, maxBytes: 100_000, deadline: 30_000 }
const TOOLBOX = { namespace: 'default', pod: 'toolbox' }

let lab: Lab
let server: LabServer
let kubelet: StandInKubelet

beforeAll(async () => {
  kubelet = await startKubelet((command) =>
    command[0] === 'ceph'
      ? { stdout: `${command.join(' ')}\n`, exitCode: 0 }
      : { stderr: 'Error EINVAL\n', exitCode: 22 },
  )
  lab = await startLab(['channel'])
  server = lab.servers[0]!
  const api = connect({ url: server.url, ca: server.ca, token: server.tokens.admin })
  await addNode(api, 'web-socket', ['ExtendWebSocketsToKubelet'])
  await addNode(api, 'spdy', [])
  await addPod(api, 'toolbox', 'web-socket')
  await addPod(api, 'old', 'spdy')
})
afterAll(async () => {
  await lab?.stop()
  await kubelet?.close()
})

async function addNode(api: Api, name: string, declaredFeatures: readonly string[]): Promise<void> {
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name } }
  expect((await api.post('/api/v1/nodes', node)).status).toBe(201)
  const status = {
    addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
    daemonEndpoints: { kubeletEndpoint: { Port: kubelet.port } },
    declaredFeatures,
  }
  const answer = await api.patch('merge', `/api/v1/nodes/${name}/status`, { status })
  expect(answer.status, answer.text).toBe(200)
}

async function addPod(api: Api, name: string, nodeName: string): Promise<void> {
  const spec = { nodeName, containers: [{ name: 'tools', image: 'tools' }] }
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec }
  const answer = await api.post('/api/v1/namespaces/default/pods', pod)
  expect(answer.status, answer.text).toBe(201)
}

async function transportFor(user: User): Promise<Transport> {
  const config = resolveContext(await loadKubeconfigFile(server.kubeconfig), `${user}@${server.name}`)
  const transport = openTransport(config, credentialsFor(config), LIMITS, { env: {} })
  onTestFinished(() => transport.close())
  return transport
}

test('exec returns output and exit code', async () => {
  const admin = await transportFor('admin')
  const good = await execInPod(admin, { ...TOOLBOX, command: ['ceph', 'df', '--format', 'a b&c'] }, OPTIONS)
  expect([good.stdout.toString(), good.exitCode]).toEqual(['ceph df --format a b&c\n', 0])
  const failed = await execInPod(admin, { ...TOOLBOX, container: 'tools', command: ['false'] }, OPTIONS)
  expect([failed.stderr.toString(), failed.exitCode]).toEqual(['Error EINVAL\n', 22])
})

test('exec returns the refusal of the server', async () => {
  const [admin, nobody] = [await transportFor('admin'), await transportFor('nobody')]
  const command = ['ceph']
  const fault = async (run: Promise<unknown>) => (await failureOf(run)).fault
  expect(await fault(execInPod(nobody, { ...TOOLBOX, command }, OPTIONS))).toBe('forbidden')
  expect(await fault(execInPod(admin, { ...TOOLBOX, pod: 'missing', command }, OPTIONS))).toBe('notfound')
  expect(await fault(execInPod(admin, { ...TOOLBOX, container: 'missing', command }, OPTIONS))).toBe('server')
  expect(await fault(execInPod(admin, { ...TOOLBOX, namespace: '..', command }, OPTIONS))).toBe('malformed')
})

test('a node that supports neither WebSockets nor SPDY is a failure with its reason', async () => {
  const failure = await failureOf(
    execInPod(await transportFor('admin'), { ...TOOLBOX, pod: 'old', command: ['ceph'] }, OPTIONS),
  )
  expect(failure).toMatchObject({ fault: 'server', resource: 'pods/exec', message: expect.stringContaining('500') })
})

test('port-forward carries a connection', async () => {
  const stream = await forwardPort(await transportFor('admin'), { ...TOOLBOX, port: 5000 }, OPTIONS)
  stream.write('hello')
  const [answer] = (await once(stream, 'data')) as [Buffer]
  expect(answer.toString()).toBe('HELLO')
  stream.destroy()
})
