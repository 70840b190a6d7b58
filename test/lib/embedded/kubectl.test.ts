// SPDX-License-Identifier: Apache-2.0
// kubectl is the reference client of a Kubernetes API: common commands must work against `demo serve`.
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedFleet, startFleet } from '../../../src/lib/embedded/start.ts'

const found = await promisify(execFile)('kubectl', ['version', '--client']).then(
  () => true,
  () => false,
)
if (!found) console.warn('kubectl is not on the PATH: what it says about the embedded API is not tested')

const OBJECTS = `apiVersion: v1
kind: Node
metadata: { name: node-1, creationTimestamp: 2026-11-15T12:00:00Z }
status: { nodeInfo: { kubeletVersion: v1.33.1 }, conditions: [{ type: Ready, status: "True" }] }
---
apiVersion: c5c3.io/v1alpha1
kind: OpenStackCluster
metadata: { name: tenant, namespace: tenants }
spec: { region: eu-de-1 }
status: { conditions: [{ type: Synced, status: "True" }, { type: Ready, status: "True" }] }
---
apiVersion: v1
kind: Pod
metadata: { name: talker, namespace: default }
spec: { containers: [{ name: main }] }
status: { phase: Succeeded }
---
apiVersion: v1
kind: Pod
metadata: { name: toolbox, namespace: default }
spec: { containers: [{ name: main }] }
status: { phase: Running }
`

const TOOLBOX = {
  commands: [
    { command: ['ceph', 'df'], stdout: 'RAW STORAGE\n' },
    { command: ['ceph', 'auth'], stderr: 'Error EINVAL\n', exitCode: 22 },
  ],
}

describe.skipIf(!found)('kubectl', () => {
  let folder: string
  let fleet: EmbeddedFleet
  const kubectl = (args: string, input = '') =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const env = { PATH: process.env['PATH'] ?? '', HOME: folder, KUBECONFIG: join(folder, 'kubeconfig') }
      const child = execFile('kubectl', args.split(' '), { env }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, stdout, stderr }),
      )
      child.stdin?.end(input)
    })
  const apply = (data: string, options = '') =>
    kubectl(
      `apply --server-side ${options}-f -`,
      `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: applied, namespace: default }\ndata: { a: "${data}" }\n`,
    )

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kubectl-c5c3-kubectl-'))
    const files = {
      'fleet.yaml': 'now: 2026-11-16T12:00:00Z\nclusters: { storage.a: { forbidden: [secrets] } }\n',
      'management.yaml': OBJECTS,
      'storage.a.yaml': OBJECTS,
      'management.channels/default/toolbox.json': JSON.stringify(TOOLBOX),
    }
    await mkdir(join(folder, 'management.channels/default'), { recursive: true })
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    fleet = await startFleet(folder)
    await writeFile(join(folder, 'kubeconfig'), fleet.kubeconfig, { mode: 0o600 })
  })
  afterAll(async () => {
    await fleet?.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('exec runs the commands that the fleet folder defines', async () => {
    expect(await kubectl('exec toolbox -- ceph df')).toEqual({ code: 0, stdout: 'RAW STORAGE\n', stderr: '' })
    const failed = await kubectl('exec toolbox -- ceph auth')
    expect(failed).toMatchObject({ code: 22, stderr: expect.stringContaining('Error EINVAL') })
    expect((await kubectl('exec toolbox -- missing')).stderr).toContain('executable file not found')
  })

  test('get nodes,openstackclusters -A -o wide', async () => {
    const { code, stdout } = await kubectl('get nodes,openstackclusters -A -o wide')
    expect(code).toBe(0)
    expect(stdout).toMatch(/node\/node-1\s+Ready\s+<none>\s+24h\s+v1\.33\.1/)
    expect(stdout).toMatch(/tenants\s+openstackcluster\.c5c3\.io\/tenant\s+True\s+True/)
  })

  test('api-resources, explain, describe', async () => {
    expect((await kubectl('api-resources --api-group=c5c3.io')).stdout).toMatch(
      /openstackclusters\s+c5c3.io\/v1alpha1\s+true/,
    )
    expect((await kubectl('explain openstackcluster')).stdout).toContain('KIND:       OpenStackCluster')
    expect((await kubectl('describe openstackcluster tenant -n tenants')).stdout).toMatch(/Region:\s+eu-de-1/)
  })

  test('apply --server-side, again, by another manager, by force; and diff', async () => {
    expect(await apply('1')).toMatchObject({ code: 0, stdout: 'configmap/applied serverside-applied\n' })
    expect((await apply('2', '--field-manager=other ')).stderr).toContain('conflict with "kubectl": .data.a')
    expect((await apply('2', '--field-manager=other --force-conflicts ')).code).toBe(0)
    const manifest =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: applied, namespace: default }\ndata: { a: "3" }\n'
    const diff = await kubectl('diff -f -', manifest)
    expect(diff.code).toBe(1)
    expect(diff.stdout).toMatch(/-\s+a: "2"\n\+\s+a: "3"/)
    expect((await kubectl('get configmap applied -o jsonpath={.data.a}')).stdout).toBe('2')
  })

  test('create, patch, label, delete', async () => {
    expect((await kubectl('create secret generic made --from-literal=a=b')).stdout).toBe('secret/made created\n')
    expect((await kubectl('patch secret made -p {"data":{"c":"ZA=="}}')).code).toBe(0)
    expect((await kubectl('label secret made x=y')).code).toBe(0)
    expect((await kubectl('get secret made -o jsonpath={.data}')).stdout).toBe('{"a":"Yg==","c":"ZA=="}')
    expect((await kubectl('delete secret made')).code).toBe(0)
  })

  test('auth can-i and auth can-i --list; forbidden requests say so', async () => {
    expect((await kubectl('auth can-i list secrets')).stdout).toBe('yes\n')
    expect((await kubectl('auth can-i list secrets --context storage.a')).stdout).toBe('no\n')
    expect((await kubectl('auth can-i --list')).stdout).toMatch(/\*\.\*\s+\[\]\s+\[\]\s+\[\*\]/)
    expect((await kubectl('get secrets --context storage.a')).stderr).toContain('Error from server (Forbidden)')
  })

  test('get -w shows changes', async () => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, KUBECONFIG: join(folder, 'kubeconfig') }
    const child = spawn('kubectl', ['get', 'namespaces', '-w', '--output-watch-events'], { env })
    let seen = ''
    const until = (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (seen.includes(text)) resolve()
        }
        child.stdout.on('data', look)
        look()
      })
    child.stdout.on('data', (chunk) => {
      seen += chunk
    })
    await until('kube-system')
    await kubectl('create namespace watched')
    await until('watched')
    child.kill()
    expect(seen).toMatch(/ADDED\s+watched\s+Active/)
  })

  test('logs', async () => {
    expect(await kubectl('logs talker')).toMatchObject({ code: 0, stdout: '' })
    expect((await kubectl('logs nobody')).stderr).toContain('pods "nobody" not found')
  })
})
