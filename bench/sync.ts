// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { renderKubeconfig } from '../src/lib/embedded/scenario/kubeconfig.ts'
import type { Role } from '../src/lib/model/landscape/role.ts'
import { type Api, connect } from '../test/contract/api.ts'
import { type LabServer, startLab } from '../test/lab/cluster.ts'
import { definitionsFor } from './fixtures/definitions.ts'
import { buildPrograms } from './fixtures/programs.ts'
import { type Measured, median, spread } from './measured.ts'

const CLIENTS = 200
const PLANES = ['eu', 'us']
const ROUNDS = 3
const AT_ONCE = 12
const WRITTEN = CLIENTS * PLANES.length
const MOST_REQUESTS = 5 * WRITTEN + 10 * (PLANES.length + 1)
const ROOK = '/api/v1/namespaces/rook-ceph'

/** 200 rotated keys to two clusters on real API servers, compared with kubectl apply of the same Secrets. */
export async function sync(): Promise<Measured[]> {
  using programs = await buildPrograms()
  const lab = await startLab(['storage', ...PLANES])
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-c5c3-bench-'))
  try {
    const [storage, ...planes] = lab.servers
    if (!storage) throw new Error('no API server')
    await fillStorage(apiOf(storage))
    for (const plane of planes) await fillPlane(apiOf(plane))
    const run = runnerOf(programs.executable, folder, storage, planes)
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      const keys = names.map(() => cephxKey())
      const file = join(folder, 'all.json')
      writeFileSync(
        file,
        JSON.stringify({ apiVersion: 'v1', kind: 'List', items: names.map((name, i) => copyOf(name, keys[i]!)) }),
      )
      await rotate(apiOf(storage), keys)
      theirs.push(
        timed(() => {
          for (const { kubeconfig } of planes)
            ended(lab.kubectl, ['--kubeconfig', kubeconfig, 'apply', '--server-side', '-f', file])
        }),
      )
      ours.push(timed(() => run([])))
    }
    await rotate(
      apiOf(storage),
      names.map(() => cephxKey()),
    )
    const requests = requestsIn(run(['--debug']))
    const writes = requestsIn(run(['--debug'])).filter((line) => /: (PATCH|PUT|DELETE) /.test(line))
    const ratio = median(ours) / median(theirs)
    return [
      {
        what: `sync of ${CLIENTS} keys to ${PLANES.length} clusters : kubectl apply --server-side of one file each`,
        value: `${ratio.toFixed(2)}×`,
        target: '≤ 2×',
        met: ratio <= 2,
        detail: `${spread(ours, 's')} against ${spread(theirs, 's')}, each n=${ROUNDS}, ${WRITTEN} Secrets`,
      },
      {
        what: `requests of it`,
        value: String(requests.length),
        target: `≤ ${MOST_REQUESTS}`,
        met: requests.length <= MOST_REQUESTS,
        detail: `${(requests.length / WRITTEN).toFixed(2)} for each Secret`,
      },
      {
        what: 'requests that write, when nothing has changed',
        value: String(writes.length),
        target: '0',
        met: writes.length === 0,
        detail: '',
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await lab.stop()
  }
}

const names = Array.from({ length: CLIENTS }, (_, i) => `tenant-${i}`)
const apiOf = ({ url, ca, tokens }: LabServer) => connect({ url, ca, token: tokens.admin })
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** A key in the format of Ceph. */
function cephxKey(): string {
  const head = Buffer.alloc(12)
  head.writeUInt16LE(1, 0)
  head.writeUInt16LE(16, 10)
  return Buffer.concat([head, randomBytes(16)]).toString('base64')
}

const copyOf = (name: string, key: string) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'by-kubectl', namespace: name },
  data: { userID: base64(name), userKey: base64(key) },
})

/** Runs the tool with a profile of these clusters and returns its stderr. */
function runnerOf(program: string, folder: string, storage: LabServer, planes: readonly LabServer[]) {
  const members = [
    ['storage=st-pool-a', storage] as const,
    ...planes.map((plane) => [`control-plane=${plane.name}`, plane] as const),
  ]
  const clusters = members.map(([role, { url, ca, tokens }], i) => {
    writeFileSync(join(folder, `k${i}`), renderKubeconfig([{ context: 'it', url, ca, token: tokens.admin }]))
    return { roles: [role], kubeconfig: `k${i}`, context: 'it' }
  })
  const config = join(folder, 'config.yaml')
  writeFileSync(config, stringify({ current: 'bench', profiles: { bench: { clusters } } }))
  const home = join(folder, 'home')
  mkdirSync(home)
  const env = { PATH: process.env['PATH'], HOME: home, C5C3_CONFIG: config }
  return (more: readonly string[]) =>
    ended(program, ['ceph-secrets', 'sync', '--all', '--yes', '-o', 'name', ...more], env)
}

function ended(program: string, argv: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
  const { status, stderr } = spawnSync(program, argv, { env, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr.slice(-2000)}`)
  return stderr
}

const requestsIn = (stderr: string) => stderr.match(/^debug: \S+: (GET|POST|PATCH|PUT|DELETE) .*$/gm) ?? []

function timed(work: () => unknown): number {
  const started = performance.now()
  work()
  return (performance.now() - started) / 1000
}

async function fillStorage(api: Api): Promise<void> {
  await define(api, 'storage', '/apis/ceph.rook.io/v1/cephclients')
  await post(api, '/api/v1/namespaces', { metadata: { name: 'rook-ceph' } })
  await each(names, async (name) => {
    const secretName = `rook-ceph-client-${name}`
    const client = await post(api, '/apis/ceph.rook.io/v1/namespaces/rook-ceph/cephclients', {
      apiVersion: 'ceph.rook.io/v1',
      kind: 'CephClient',
      metadata: { name },
      spec: { caps: { mon: 'profile rbd', osd: `profile rbd pool=${name}` } },
      status: { phase: 'Ready', info: { secretName } },
    })
    const owner = {
      apiVersion: 'ceph.rook.io/v1',
      kind: 'CephClient',
      name,
      uid: client.metadata.uid,
      controller: true,
    }
    await post(api, `${ROOK}/secrets`, {
      metadata: { name: secretName, ownerReferences: [owner] },
      type: 'kubernetes.io/rook',
      data: { userID: base64(name) },
    })
  })
}

async function fillPlane(api: Api): Promise<void> {
  const cinders = '/apis/cinder.openstack.c5c3.io/v1alpha1'
  await define(api, 'control-plane', `${cinders}/cinders`)
  await each(names, async (name) => {
    await post(api, '/api/v1/namespaces', { metadata: { name } })
    const rbd = { pool: name, cephSecretRef: { name: 'ceph' }, cephClientRef: { name, namespace: 'rook-ceph' } }
    await post(api, `${cinders}/namespaces/${name}/cinders`, {
      apiVersion: 'cinder.openstack.c5c3.io/v1alpha1',
      kind: 'Cinder',
      metadata: { name: 'cinder' },
      spec: { backends: [{ name: 'rbd', rbd }] },
    })
  })
}

const rotate = (api: Api, keys: readonly string[]) =>
  each(names, async (name, i) => {
    const data = { userKey: base64(keys[i]!) }
    const { status, text } = await api.patch('merge', `${ROOK}/secrets/rook-ceph-client-${name}`, { data })
    if (status !== 200) throw new Error(`HTTP ${status} ${text}`)
  })

async function define(api: Api, role: Role, list: string): Promise<void> {
  await each(definitionsFor([role], []), async (body) => {
    await post(api, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', body)
  })
  for (let left = 600; (await api.get(`${list}?limit=1`)).status !== 200; left--) {
    if (left === 0) throw new Error(`${list} is not served`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function post(api: Api, path: string, body: object) {
  const answer = await api.post(path, body)
  if (answer.status !== 201) throw new Error(`${path}: HTTP ${answer.status} ${answer.text}`)
  return answer.body
}

async function each<T>(all: readonly T[], work: (one: T, i: number) => Promise<void>): Promise<void> {
  const rest = [...all.entries()]
  const worker = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await work(next[1], next[0])
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
