// SPDX-License-Identifier: Apache-2.0
// The real kubectl on the embedded API: it uses features that our client does not, and validates strictly.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedFleet, startFleet } from '../../src/lib/embedded/start.ts'
import { type Api, connect, type Json } from '../contract/api.ts'
import { type Lab, startLab } from './cluster.ts'
import { type Kubectl, kubectlFor } from './kubectl.ts'

const FLEET = 'now: 2026-11-16T12:00:00Z\n'
const MANAGEMENT = `
apiVersion: v1
kind: Namespace
metadata: { name: tenants }
---
apiVersion: v1
kind: Node
metadata:
  name: worker-1
  creationTimestamp: 2026-11-11T12:00:00Z
  labels: { node-role.kubernetes.io/worker: "" }
status:
  addresses: [{ type: InternalIP, address: 10.0.0.11 }]
  conditions: [{ type: Ready, status: "True" }]
  nodeInfo: { kubeletVersion: v1.36.3, osImage: Garden Linux, kernelVersion: 6.12.0, containerRuntimeVersion: containerd://2.1.0 }
---
apiVersion: c5c3.io/v1alpha1
kind: OpenStackCluster
metadata: { name: customer-a-prod, namespace: tenants, creationTimestamp: 2026-11-10T12:00:00Z }
spec: { region: eu-de-1 }
status: { conditions: [{ type: Ready, status: "True", reason: Available }] }
---
apiVersion: v1
kind: Pod
metadata: { name: talker, namespace: tenants, creationTimestamp: 2026-11-10T12:00:00Z }
spec: { containers: [{ name: main, image: none.example.test/none }] }
status: { phase: Running }
`
const LOG = 'first line\nsecond line\n'

let folder: string
let lab: Lab
let fleet: EmbeddedFleet
let embedded: Kubectl
let real: Kubectl
let apis: readonly Api[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubectl-c5c3-kubectl-'))
  await mkdir(join(folder, 'fleet', 'management.logs', 'tenants'), { recursive: true })
  await writeFile(join(folder, 'fleet', 'fleet.yaml'), FLEET)
  await writeFile(join(folder, 'fleet', 'management.yaml'), MANAGEMENT)
  await writeFile(join(folder, 'fleet', 'management.logs', 'tenants', 'talker.log'), LOG)
  fleet = await startFleet(join(folder, 'fleet'))
  const cluster = fleet.clusters[0]!
  await writeFile(join(folder, 'kubeconfig'), cluster.kubeconfig, { mode: 0o600 })
  embedded = kubectlFor(join(folder, 'kubeconfig'), join(folder, 'home-embedded'))
  lab = await startLab(['kubectl'])
  const server = lab.servers[0]!
  real = kubectlFor(server.kubeconfig, join(folder, 'home-real'))
  apis = [
    connect({ url: cluster.url, ca: cluster.ca, token: cluster.token }),
    connect({ url: server.url, ca: server.ca, token: server.tokens.admin }),
  ]
})
afterAll(async () => {
  await fleet?.close()
  await lab?.stop()
  await rm(folder, { recursive: true, force: true })
})

const words = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s{2,}/))

/** Runs a command that must succeed without output on stderr. */
async function good(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await embedded.run(args)
  expect([code, stderr], args.join(' ')).toEqual([0, ''])
  return stdout
}

describe('kubectl on the embedded API', () => {
  test('get nodes,openstackclusters -A -o wide', async () => {
    const [nodes = '', claims = ''] = (await good('get', 'nodes,openstackclusters', '-A', '-o', 'wide')).split('\n\n')
    expect(words(nodes)).toEqual([
      [
        'NAME',
        'STATUS',
        'ROLES',
        'AGE',
        'VERSION',
        'INTERNAL-IP',
        'EXTERNAL-IP',
        'OS-IMAGE',
        'KERNEL-VERSION',
        'CONTAINER-RUNTIME',
      ],
      [
        'node/worker-1',
        'Ready',
        'worker',
        expect.stringMatching(/^\d+d$/),
        'v1.36.3',
        '10.0.0.11',
        '<none>',
        'Garden Linux',
        '6.12.0',
        'containerd://2.1.0',
      ],
    ])
    expect(words(claims)[1]?.slice(0, 2)).toEqual(['tenants', 'openstackcluster.c5c3.io/customer-a-prod'])
  })

  test('get by name, label, field and jsonpath; a missing object and a missing kind', async () => {
    expect(await good('get', 'node', 'worker-1', '-o', 'name')).toBe('node/worker-1\n')
    expect(await good('get', 'no', '-l', 'node-role.kubernetes.io/worker', '-o', 'name')).toBe('node/worker-1\n')
    expect(await good('get', 'pods', '-A', '--field-selector', 'status.phase=Running', '-o', 'name')).toBe(
      'pod/talker\n',
    )
    expect(await good('get', 'openstackcluster', '-n', 'tenants', '-o', 'jsonpath={.items[*].spec.region}')).toBe(
      'eu-de-1',
    )
    const absent = await embedded.run(['get', 'node', 'absent'])
    expect([absent.code, absent.stderr]).toEqual([1, 'Error from server (NotFound): nodes "absent" not found\n'])
    const unknown = await embedded.run(['get', 'gadgets'])
    expect(unknown.stderr).toBe('error: the server doesn\'t have a resource type "gadgets"\n')
  })

  test('get -w shows each change', async () => {
    const watch = embedded.follow(['get', 'configmaps', '-n', 'tenants', '-w'])
    onTestFinished(() => watch.end())
    await good('create', 'configmap', 'watched', '-n', 'tenants', '--from-literal=a=1')
    expect(await watch.line(/^watched/)).toMatch(/^watched\s+1\s/)
    await good('patch', 'configmap', 'watched', '-n', 'tenants', '-p', '{"data":{"b":"2"}}')
    expect(await watch.line(/^watched\s+2/)).toMatch(/^watched\s+2\s/)
  })

  test('get -w -o name follows objects, not tables', async () => {
    const watch = embedded.follow(['get', 'configmaps', '-n', 'tenants', '-w', '-o', 'name'])
    onTestFinished(() => watch.end())
    await good('create', 'configmap', 'named', '-n', 'tenants')
    expect(await watch.line(/named/)).toBe('configmap/named')
  })

  const manifest = (region: string, more = '') =>
    `apiVersion: c5c3.io/v1alpha1\nkind: OpenStackCluster\nmetadata: { name: applied, namespace: tenants }\nspec: { region: ${region}${more} }\n`

  test('apply --server-side creates, is idempotent, conflicts by field name, and can be forced', async () => {
    const apply = (text: string, ...args: string[]) =>
      embedded.run(['apply', '--server-side', '-f', '-', ...args], text)
    const applied = 'openstackcluster.c5c3.io/applied serverside-applied\n'
    expect(await apply(manifest('eu-de-1'))).toEqual({ code: 0, stdout: applied, stderr: '' })
    expect(await apply(manifest('eu-de-1'))).toMatchObject({ code: 0, stdout: applied })
    const conflict = await apply(manifest('us-east-1'), '--field-manager=other')
    expect(conflict.code).toBe(1)
    expect(conflict.stderr).toContain('Apply failed with 1 conflict: conflict with "kubectl": .spec.region')
    expect((await apply(manifest('us-east-1'), '--field-manager=other', '--force-conflicts')).code).toBe(0)
    expect(await good('get', 'openstackcluster', 'applied', '-n', 'tenants', '-o', 'jsonpath={.spec.region}')).toBe(
      'us-east-1',
    )
    const wrong = await apply('apiVersion: v1\nkind: ConfigMap\nmetadata: { name: x, namespace: nowhere }\n')
    expect(wrong.stderr).toContain('namespaces "nowhere" not found')
  })

  test('diff: 0 without output if equal, 1 with the change, nothing stored', async () => {
    await embedded.run(['apply', '--server-side', '-f', '-', '--force-conflicts'], manifest('eu-de-1'))
    for (const mode of [['--server-side'], []]) {
      const equal = await embedded.run(['diff', ...mode, '-f', '-'], manifest('eu-de-1'))
      expect(equal, mode.join()).toEqual({ code: 0, stdout: '', stderr: '' })
      const changed = await embedded.run(['diff', ...mode, '-f', '-'], manifest('eu-de-1', ', size: 3'))
      expect(changed.code).toBe(1)
      expect(changed.stdout).toMatch(/^\+ {2}size: 3$/m)
      const absent = await embedded.run(['diff', ...mode, '-f', '-'], manifest('eu-de-1').replace('applied', 'unmade'))
      expect(absent.stdout).toMatch(/^\+ {2}name: unmade$/m)
    }
    expect(await good('get', 'openstackcluster', 'applied', '-n', 'tenants', '-o', 'jsonpath={.spec}')).toBe(
      '{"region":"eu-de-1"}',
    )
    expect((await embedded.run(['get', 'openstackcluster', 'unmade', '-n', 'tenants'])).code).toBe(1)
  })

  test('client-side apply, patch, label, annotate and delete', async () => {
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: classic, namespace: tenants }\ndata: { a: "1" }\n'
    expect((await embedded.run(['apply', '-f', '-'], text)).stdout).toBe('configmap/classic created\n')
    expect((await embedded.run(['apply', '-f', '-'], text)).stdout).toBe('configmap/classic unchanged\n')
    expect((await embedded.run(['apply', '-f', '-'], text.replace('"1"', '"2"'))).stdout).toBe(
      'configmap/classic configured\n',
    )
    const cm = ['configmap', 'classic', '-n', 'tenants']
    await good('label', ...cm, 'colour=red')
    await good('annotate', ...cm, 'note=x')
    expect(
      await good('get', ...cm, '-o', 'jsonpath={.metadata.labels.colour} {.metadata.annotations.note} {.data.a}'),
    ).toBe('red x 2')
    expect(await good('delete', ...cm)).toMatch(/^configmap "classic" deleted/)
    expect((await embedded.run(['get', ...cm])).code).toBe(1)
  })

  test('api-resources, auth, wait, describe and logs', async () => {
    expect(await good('api-resources', '--api-group=c5c3.io', '-o', 'name')).toContain('openstackclusters.c5c3.io')
    expect(await good('auth', 'can-i', 'list', 'secrets', '-A')).toBe('yes\n')
    expect(await good('auth', 'whoami', '-o', 'jsonpath={.status.userInfo.username}')).toBe('demo-admin')
    expect(
      await good('wait', '--for=condition=Ready', 'openstackcluster/customer-a-prod', '-n', 'tenants', '--timeout=20s'),
    ).toContain('condition met')
    expect(await good('describe', 'openstackcluster', 'customer-a-prod', '-n', 'tenants')).toMatch(/Region:\s+eu-de-1/)
    expect(await good('logs', 'talker', '-n', 'tenants')).toBe(LOG)
    expect(await good('logs', 'talker', '-n', 'tenants', '--tail=1')).toBe('second line\n')
  })
})

describe('the output of kubectl on both APIs', () => {
  const meta = (name: string, more: object = {}) => ({ name, ...more })
  const podSpec = { containers: [{ name: 'main', image: 'none.example.test/none:1' }], nodeName: 'twin-1' }
  const template = { metadata: { labels: { app: 'twin' } }, spec: { containers: podSpec.containers } }
  /** path, object, status */
  const OBJECTS: readonly [path: string, object: Json, status?: Json][] = [
    ['/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: meta('twin') }],
    [
      '/api/v1/nodes',
      {
        apiVersion: 'v1',
        kind: 'Node',
        metadata: meta('twin-1', { labels: { 'node-role.kubernetes.io/control-plane': '' } }),
        spec: { unschedulable: true },
      },
      {
        conditions: [{ type: 'Ready', status: 'False' }],
        nodeInfo: {
          kubeletVersion: 'v1.35.0',
          osImage: 'Linux',
          kernelVersion: '6',
          containerRuntimeVersion: 'containerd://2',
          machineID: 'a',
          systemUUID: 'a',
          bootID: 'a',
          kubeProxyVersion: '',
          operatingSystem: 'linux',
          architecture: 'amd64',
        },
      },
    ],
    [
      '/api/v1/namespaces/twin/pods',
      { apiVersion: 'v1', kind: 'Pod', metadata: meta('running'), spec: podSpec },
      {
        phase: 'Running',
        podIP: '10.1.0.1',
        podIPs: [{ ip: '10.1.0.1' }],
        containerStatuses: [
          {
            name: 'main',
            ready: true,
            restartCount: 2,
            image: 'x',
            imageID: 'x',
            state: { running: { startedAt: '2026-11-16T10:00:00Z' } },
          },
        ],
      },
    ],
    [
      '/api/v1/namespaces/twin/pods',
      { apiVersion: 'v1', kind: 'Pod', metadata: meta('crashing'), spec: podSpec },
      {
        phase: 'Running',
        containerStatuses: [
          {
            name: 'main',
            ready: false,
            restartCount: 7,
            image: 'x',
            imageID: 'x',
            state: { waiting: { reason: 'CrashLoopBackOff' } },
          },
        ],
      },
    ],
    [
      '/api/v1/namespaces/twin/configmaps',
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: meta('map'), data: { a: '1', b: '2' } },
    ],
    [
      '/api/v1/namespaces/twin/secrets',
      { apiVersion: 'v1', kind: 'Secret', metadata: meta('hush'), stringData: { a: '1' }, type: 'example.test/kind' },
    ],
    [
      '/apis/apps/v1/namespaces/twin/deployments',
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: meta('deploy'),
        spec: { replicas: 3, selector: { matchLabels: { app: 'twin' } }, template },
      },
      { replicas: 3, updatedReplicas: 2, readyReplicas: 1, availableReplicas: 1, unavailableReplicas: 2 },
    ],
    [
      '/apis/batch/v1/namespaces/twin/jobs',
      {
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: meta('job'),
        spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } },
      },
    ],
    [
      '/apis/batch/v1/namespaces/twin/cronjobs',
      {
        apiVersion: 'batch/v1',
        kind: 'CronJob',
        metadata: meta('nightly'),
        spec: {
          schedule: '5 3 * * *',
          suspend: true,
          jobTemplate: { spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } },
        },
      },
    ],
    ['/api/v1/namespaces/twin/serviceaccounts', { apiVersion: 'v1', kind: 'ServiceAccount', metadata: meta('robot') }],
    [
      '/api/v1/namespaces/twin/services',
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: meta('web'),
        spec: {
          clusterIP: '10.0.0.77',
          selector: { app: 'twin' },
          ports: [{ port: 80, protocol: 'TCP', targetPort: 8080 }],
        },
      },
    ],
  ]

  beforeAll(async () => {
    for (const api of apis)
      for (const [path, object, status] of OBJECTS) {
        const created = await api.post(path, object)
        expect(created.status, created.text).toBe(201)
        if (status === undefined) continue
        const set = await api.patch('merge', `${path}/${object.metadata.name}/status`, { status })
        expect(set.status, set.text).toBe(200)
      }
  })

  /** Ages differ: the two servers have different clocks. */
  const print = async (kubectl: Kubectl, args: string[]) => {
    const { stdout, stderr, code } = await kubectl.run(args)
    expect([code, stderr], args.join(' ')).toEqual([0, ''])
    return words(stdout).map((row) =>
      row.map((cell) => cell.replace(/^(\d+[smhdy])+$/, 'SOME-TIME').replace(/=[0-9a-f-]{36}$/, '=SOME-UID')),
    )
  }

  test.each([
    'nodes/twin-1',
    'namespaces/twin',
    'pods',
    'configmaps/map',
    'secrets',
    'deployments',
    'jobs',
    'cronjobs',
    'serviceaccounts/robot',
    'services',
  ])('%s, narrow and wide', async (what) => {
    for (const wide of [[], ['-o', 'wide']])
      expect(await print(embedded, ['get', what, '-n', 'twin', ...wide])).toEqual(
        await print(real, ['get', what, '-n', 'twin', ...wide]),
      )
  })
})
