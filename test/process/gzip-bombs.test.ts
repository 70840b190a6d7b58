// SPDX-License-Identifier: Apache-2.0
// A cluster that answers every list with 60 KB that decompress to 62 MB: below the limit of one response, 60 at once.
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { renderKubeconfig } from '../../src/lib/embedded/scenario/kubeconfig.ts'
import { KINDS } from '../../src/lib/kinds/index.ts'
import { type FaultServer, json, startFaultServer, status } from '../faults/server.ts'
import { words } from '../harness/run-cli.ts'
import { spawnCli } from '../harness/spawn-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'

const MB = 1_048_576

/** A run without the attack takes 150 MB; without a budget the attack takes 3 GB. */
const MEMORY_LIMIT = 1000 * MB

/** Prints the maximum resident set size of the process. */
const MEASURE = `data:text/javascript,process.on("exit",()=>console.error("maxRSS",process.resourceUsage().maxRSS))`

const versions = Map.groupBy(
  KINDS.filter((kind) => kind.versions.length > 0),
  ({ group, versions: [version] }) => (group === '' ? `/api/${version}` : `/apis/${group}/${version}`),
)

const discovery = (path: string) => {
  if (path === '/api') return json({ kind: 'APIVersions', versions: ['v1'] })
  if (path === '/apis') return json({ kind: 'APIGroupList', apiVersion: 'v1', groups: groups() })
  const kinds = versions.get(path)
  if (!kinds) return undefined
  const resources = kinds.map(({ kind, plural, namespaced }) => ({
    kind,
    name: plural,
    namespaced,
    verbs: ['get', 'list'],
  }))
  return json({ kind: 'APIResourceList', groupVersion: path.replace(/^\/apis?\//, ''), resources })
}

const groups = () =>
  [...versions.keys()]
    .filter((path) => path.startsWith('/apis/'))
    .map((path) => path.split('/').slice(2))
    .map(([name, version]) => ({ name, versions: [{ groupVersion: `${name}/${version}`, version }] }))

/** A profile, so that no list is read for discovery. */
const MEMBER = { roles: ['management'], context: 'bombs' }

let server: FaultServer

beforeAll(async () => {
  const bomb = gzipSync(Buffer.alloc(62 * MB, ' '))
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const namespace = json({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system', uid: 'uid' } })
  server = await startFaultServer({
    handler: ({ path, method }) => {
      if (path === '/version') return json({ gitVersion: 'v1.36.3' })
      if (path.endsWith('/namespaces/kube-system')) return namespace
      if (method !== 'GET') return status(403, 'Forbidden')
      return discovery(path) ?? { headers, body: bomb }
    },
  })
})

afterAll(() => server.close())

it('is a gap with that reason, within its deadline and within bounded memory', { timeout: 120_000 }, async () => {
  const { url, ca } = server
  const ran = await spawnCli(words('status -o json --timeout 40s --request-timeout 40s'), {
    home: tempFolder({
      '.kube/config': renderKubeconfig([{ context: 'bombs', url, ca, token: 'token' }]),
      '.config/c5c3/config.yaml': JSON.stringify({ current: 'test', profiles: { test: { clusters: [MEMBER] } } }),
    }),
    node: ['--import', MEASURE],
    timeout: 90_000,
  })
  const [, kilobytes] = /maxRSS (\d+)/.exec(ran.stderr.toString()) ?? []
  expect({ code: ran.code, signal: ran.signal }).toEqual({ code: 3, signal: null })
  const { completeness } = JSON.parse(ran.stdout.toString())
  expect(completeness.complete).toBe(false)
  expect(completeness.gaps).toContainEqual(
    expect.objectContaining({ fault: 'toolarge', message: expect.stringContaining('answers of this cluster') }),
  )
  expect(Number(kilobytes) * 1024).toBeLessThan(MEMORY_LIMIT)
})
