// SPDX-License-Identifier: Apache-2.0
// The YAML parser cannot be interrupted: a kubeconfig that takes long to parse would delay Ctrl-C.
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultServer, json, startFaultServer, status } from '../faults/server.ts'
import { spawnCli } from '../harness/spawn-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'

/** 60 KB; resolving the aliases one by one takes a minute. */
const ALIASES = `a: &a b\nclusters: [${'*a, '.repeat(15_000)}]\nusers: []\ncontexts: []\n`

/** Within the limits, as expensive to parse as they allow. */
const COSTLY = `clusters: [${'{b: c},'.repeat(2700)}]\nusers: []\ncontexts: []\n`

/** Far more than 1 s for a busy machine, far less than the parser needs without limits. */
const SOON = 10_000

let server: FaultServer
let kubeconfigs: readonly string[] = []
let onSecretsRead = () => {}

const SECRETS = '/api/v1/namespaces/c5c3-clusters/secrets'
const CORE = { name: 'secrets', kind: 'Secret', namespaced: true, singularName: 'secret', verbs: ['get', 'list'] }

beforeAll(async () => {
  server = await startFaultServer({
    handler: ({ path }) => {
      if (path === '/api') return json({ kind: 'APIVersions', versions: ['v1'] })
      if (path === '/apis') return json({ kind: 'APIGroupList', apiVersion: 'v1', groups: [] })
      if (path === '/api/v1') return json({ kind: 'APIResourceList', groupVersion: 'v1', resources: [CORE] })
      if (path !== SECRETS) return status(404, 'NotFound')
      onSecretsRead()
      const items = [kubeconfigOf('/hang'), ...kubeconfigs].map(secretOf)
      return json({ kind: 'SecretList', apiVersion: 'v1', metadata: {}, items })
    },
    // A member that never answers: the command keeps waiting after it has read the Secrets.
    match: (_method, path) => (path.startsWith('/hang') ? { type: 'hang' } : undefined),
  })
})

afterAll(() => server.close())

const secretOf = (kubeconfig: string, i: number) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: `member-${i}`, namespace: 'c5c3-clusters' },
  data: { kubeconfig: Buffer.from(kubeconfig).toString('base64') },
})

const kubeconfigOf = (prefix = '') =>
  JSON.stringify({
    'current-context': 'mgmt',
    clusters: [
      {
        name: 'c',
        cluster: {
          server: server.url + prefix,
          'certificate-authority-data': Buffer.from(server.ca).toString('base64'),
        },
      },
    ],
    users: [{ name: 'u', user: { token: 'canary' } }],
    contexts: [{ name: 'mgmt', context: { cluster: 'c', user: 'u' } }],
  })

describe('SIGINT ends the process soon', () => {
  it.each([
    ['a Secret with 15,000 aliases', [ALIASES]],
    ['50 Secrets with 15,000 aliases', Array(50).fill(ALIASES)],
    ['50 Secrets that are as expensive to parse as the limits allow', Array(50).fill(COSTLY)],
  ])('while it reads %s', { timeout: 60_000 }, async (_, texts) => {
    kubeconfigs = texts
    const read = new Promise<void>((resolve) => {
      onSecretsRead = resolve
    })
    let sent = Number.NaN
    const ran = await spawnCli(['contexts'], {
      home: tempFolder({ '.kube/config': kubeconfigOf() }),
      during: async (child) => {
        await read
        // By now the parser is busy, or has refused.
        await delay(500)
        sent = Date.now()
        child.kill('SIGINT')
      },
    })
    expect({ code: ran.code, signal: ran.signal }).toEqual({ code: 130, signal: null })
    expect(Date.now() - sent).toBeLessThan(SOON)
  })
})

it('a local kubeconfig with 15,000 aliases is refused', { timeout: 60_000 }, async () => {
  const { code, stderr } = await spawnCli(['contexts'], { home: tempFolder({ '.kube/config': ALIASES }) })
  expect(code).toBe(2)
  expect(stderr.toString()).toMatch(/\.kube\/config:2:\d+: is not valid YAML \(too many aliases\)/)
})
