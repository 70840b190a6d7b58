// SPDX-License-Identifier: Apache-2.0
// The tool as a process on real API servers: login by token and by plugin, identity and permissions.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { connect, type Json } from '../contract/api.ts'
import { spawnCli } from '../harness/spawn-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { type Lab, type LabServer, startLab } from './cluster.ts'

let lab: Lab
let management: LabServer
let storage: LabServer

beforeAll(async () => {
  lab = await startLab(['management', 'storage'])
  ;[management, storage] = [lab.servers[0]!, lab.servers[1]!]
})
afterAll(() => lab?.stop())

/** A credential plugin that records each run and its input, and a kubeconfig that uses it. */
function pluginKubeconfig(server: LabServer, token: string) {
  const plugin = `
const { appendFileSync } = require('node:fs')
appendFileSync(process.argv[2], process.env.KUBERNETES_EXEC_INFO + '\\n')
const status = { token: ${JSON.stringify(token)} }
console.log(JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status }))
`
  const folder = tempFolder({ 'login.cjs': plugin, runs: '' })
  const { clusters } = parse(readFileSync(server.kubeconfig, 'utf8'))
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: process.execPath,
    args: [join(folder, 'login.cjs'), join(folder, 'runs')],
    interactiveMode: 'Never',
  }
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters,
    users: [{ name: 'by-plugin', user: { exec } }],
    contexts: [{ name: 'by-plugin', context: { cluster: server.name, user: 'by-plugin' } }],
    'current-context': 'by-plugin',
  }
  const runs = () => readFileSync(join(folder, 'runs'), 'utf8').trim().split('\n').filter(Boolean)
  return { file: join(tempFolder({ kubeconfig: JSON.stringify(kubeconfig) }), 'kubeconfig'), runs }
}

async function c5c3(argv: string[], env: Record<string, string> = {}) {
  const { stdout, stderr, code } = await spawnCli(argv, { env })
  return { code, stdout: stdout.toString(), stderr: stderr.toString() }
}

async function uidOf(server: LabServer): Promise<string> {
  const api = connect({ url: server.url, ca: server.ca, token: server.tokens.admin })
  return (await api.get('/api/v1/namespaces/kube-system')).body.metadata.uid
}

const profile = (clusters: readonly object[]) => {
  const file = JSON.stringify({ current: 'lab', profiles: { lab: { clusters } } })
  return { C5C3_CONFIG: join(tempFolder({ 'config.yaml': file }), 'config.yaml') }
}

describe('contexts on real API servers', () => {
  test('shows version and identity of each cluster, with every authentication method', async () => {
    const plugin = pluginKubeconfig(storage, storage.tokens.admin)
    const env = profile([
      { roles: ['management'], kubeconfig: management.kubeconfig, context: 'admin@management' },
      { roles: ['storage=st-pool-a'], kubeconfig: plugin.file, context: 'by-plugin' },
    ])
    const { code, stdout, stderr } = await c5c3(['contexts', '-o', 'json'], env)
    expect([code, stderr]).toEqual([0, ''])
    const clusters = JSON.parse(stdout).clusters.map(({ reachable, version, uid, server }: Json) => ({
      reachable,
      version,
      uid,
      server,
    }))
    expect(clusters).toEqual([
      { reachable: true, version: 'v1.36.3', uid: await uidOf(management), server: management.url },
      { reachable: true, version: 'v1.36.3', uid: await uidOf(storage), server: storage.url },
    ])
    expect(plugin.runs()).toHaveLength(1)
    expect(JSON.parse(plugin.runs()[0] ?? '')).toMatchObject({ kind: 'ExecCredential', spec: { interactive: false } })
    for (const token of [...Object.values(management.tokens), ...Object.values(storage.tokens)])
      expect(stdout + stderr).not.toContain(token)
  })

  test('check names the user and what it may not read', async () => {
    const env = profile([{ roles: ['management'], kubeconfig: management.kubeconfig, context: 'nobody@management' }])
    const { code, stdout } = await c5c3(['contexts', 'check', '-o', 'json'], env)
    const [cluster] = JSON.parse(stdout).clusters
    expect(cluster).toMatchObject({ user: 'nobody', groups: expect.arrayContaining(['lab:people']) })
    expect(cluster.permissions.length).toBeGreaterThan(0)
    expect(cluster.permissions.every(({ allowed }: Json) => allowed === false)).toBe(true)
    // Findings (1) have precedence over unreadable data (3).
    expect(code).toBe(1)
  })

  test('check as a user with all read permissions finds nothing', async () => {
    const env = profile([
      {
        roles: ['management'],
        kubeconfig: management.kubeconfig,
        context: 'admin@management',
        uid: await uidOf(management),
      },
    ])
    const { code, stdout } = await c5c3(['contexts', 'check', '-o', 'json'], env)
    const report = JSON.parse(stdout)
    expect([code, report.verdict]).toEqual([0, 'healthy'])
    expect(report.clusters[0].permissions.every(({ allowed }: Json) => allowed === true)).toBe(true)
    expect(Math.abs(report.clusters[0].clockSkew)).toBeLessThan(60_000)
  })

  test('a context of another cluster than the pinned one is detected', async () => {
    const uid = await uidOf(management)
    const env = profile([{ roles: ['management'], kubeconfig: storage.kubeconfig, context: 'admin@storage', uid }])
    const { code, stdout } = await c5c3(['contexts', 'check'], env)
    expect(code).not.toBe(0)
    expect(stdout).toContain((await uidOf(storage)).slice(0, 8))
  })

  test('a token that the server does not know is "not logged in", and the other cluster is still shown', async () => {
    const plugin = pluginKubeconfig(storage, management.tokens.admin)
    const env = profile([
      { roles: ['management'], kubeconfig: management.kubeconfig, context: 'admin@management' },
      { roles: ['storage=st-pool-a'], kubeconfig: plugin.file, context: 'by-plugin' },
    ])
    const { code, stdout } = await c5c3(['contexts', '-o', 'json'], env)
    const report = JSON.parse(stdout)
    expect(report.clusters.map(({ reachable }: Json) => reachable)).toEqual([true, false])
    expect(report.completeness.gaps).toMatchObject([{ fault: 'unauthorized' }])
    expect(code).toBe(3)
    // Once for the first attempt, once more after the 401.
    expect(plugin.runs()).toHaveLength(2)
  })
})
