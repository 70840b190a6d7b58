// SPDX-License-Identifier: Apache-2.0
// An unreachable cluster delays neither the discovery of others nor the opening of those found.
import { expect, test } from 'vitest'
import type { ClusterConfig } from '../../../src/lib/cluster/config.ts'
import { ClusterError } from '../../../src/lib/cluster/failure.ts'
import type { ClusterClient, Served } from '../../../src/lib/cluster/types.ts'
import type { Candidate } from '../../../src/lib/fleet/candidate.ts'
import { openFleet } from '../../../src/lib/fleet/fleet.ts'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'
import { Sealed } from '../../../src/lib/model/secret/sealed.ts'
import { SERVES } from './opened.ts'

const FOUND = 'https://found.test'
const DARK = 'https://dark.test'

const candidate = (name: string, roles: Candidate['roles'], server: string): Candidate => ({
  name,
  roles,
  origin: { type: 'flag', text: `--${name}` },
  certain: true,
  config: { context: name, source: 'test', server, insecureSkipTlsVerify: false, auth: {} },
})
const management = candidate('management', [{ role: 'management', name: 'management' }], 'https://management.test')
const storage = candidate('st', [{ role: 'storage', name: 'st' }], DARK)

const providerConfig: KubeObject = {
  apiVersion: 'kubernetes.crossplane.io/v1alpha1',
  kind: 'ProviderConfig',
  metadata: { name: 'hv-pool-a' },
  spec: {
    credentials: { source: 'Secret', secretRef: { namespace: 'crossplane-system', name: 'hv', key: 'kubeconfig' } },
  },
}
const kubeconfig = JSON.stringify({
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'c',
  clusters: [{ name: 'c', cluster: { server: FOUND } }],
  contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
  users: [{ name: 'u', user: { token: 'secret' } }],
})
const secret: KubeObject = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'hv', namespace: 'crossplane-system' },
  data: { kubeconfig: new Sealed(Buffer.from(kubeconfig).toString('base64'), 'hmac:0') },
}

function answering(config: ClusterConfig, uid: string, served: Served): ClusterClient {
  const refuse = () => {
    throw new Error('not asked in this test')
  }
  return {
    id: Symbol(config.context),
    config,
    served: async () => served,
    serverVersion: async () => 'v1.32.4',
    raw: async () => ({}),
    json: async () => ({ body: { metadata: { uid } }, answer: { status: 200, headers: {}, text: '', attempts: 1 } }),
    list: async ({ kind }) => ({
      items: kind === 'ProviderConfig' ? [providerConfig] : [],
      apiVersion: 'v1',
      verified: true,
      resourceVersion: '1',
      failures: [],
    }),
    get: async () => secret,
    watch: refuse,
    stream: refuse,
    upgrade: refuse,
    clockSkew: () => undefined,
    stats: () => ({ connections: 1, requests: 1 }),
    close: () => {},
  }
}

function silent(config: ClusterConfig, gone: Promise<never>): ClusterClient {
  return { ...answering(config, '', SERVES.nothing), served: () => gone, serverVersion: () => gone, json: () => gone }
}

/** Opens the fleet; the unreachable cluster fails only after the discovered one was opened. */
async function withDark(discover: 'all' | ReadonlyMap<string, Candidate>) {
  const found = Promise.withResolvers<void>()
  const gone = found.promise.then(() => {
    throw new ClusterError({ fault: 'timeout', message: 'no connection within 3s' })
  })
  return openFleet({ candidates: [management, storage], discover }, (config) => {
    if (config.server === DARK) return silent(config, gone)
    if (config.server !== FOUND) return answering(config, 'm', SERVES.management)
    found.resolve()
    return answering(config, 'h', SERVES.hypervisor)
  })
}

const shown = (fleet: Awaited<ReturnType<typeof withDark>>) =>
  fleet.members.map(({ label, failure }) => `${label} ${failure?.fault ?? 'answers'}`)

test('clusters are discovered and opened while another one does not answer', async () => {
  expect(shown(await withDark('all'))).toEqual([
    'management answers',
    'hypervisor/hv-pool-a answers',
    'storage/st timeout',
  ])
})

test('a cluster of the profile that only the management cluster knows is opened meanwhile too', async () => {
  const { config: _, ...pool } = candidate('hv', [{ role: 'hypervisor', name: 'hv' }], '')
  const gone = { ...pool, roles: [{ role: 'hypervisor', name: 'old' } as const], name: 'old' }
  const expected = new Map([
    ['ProviderConfig hv-pool-a', pool],
    ['ProviderConfig old', gone],
  ])
  const fleet = await withDark(expected)
  expect(shown(fleet)).toEqual([
    'management answers',
    'hypervisor/hv answers',
    'hypervisor/old internal',
    'storage/st timeout',
  ])
  expect(fleet.members[2]?.failure?.message).toBe('ProviderConfig old is not known to the management cluster')
})
