// SPDX-License-Identifier: Apache-2.0
// The small fleet `news`, one cluster with the namespace shop, that a test changes through the API while a command
// runs.
import { openCluster } from '../../src/lib/cluster/client.ts'
import { seal } from '../../src/lib/cluster/secrets/seal.ts'
import { startFleet } from '../../src/lib/embedded/start.ts'
import { kubeconfigFor, small } from './landscape.ts'
import { tempFolder } from './temp-folder.ts'

const KEY = 'control-plane.eu-de-1'
export const WEB = '/apis/apps/v1/namespaces/shop/deployments/web'

export interface Shop {
  /** A home folder with a profile for this cluster only. */
  readonly home: string
  readonly now: Date
  send(method: 'PATCH' | 'DELETE' | 'POST', path: string, body?: object): Promise<unknown>
  close(): Promise<void>
}

/** Starts a separate fleet, because the shared ones (demos.ts) must not change. */
export async function startShop(): Promise<Shop> {
  const fleet = await startFleet(small('news'), {})
  const cluster = fleet.clusters.find(({ key }) => key === KEY)
  if (!cluster) throw new Error('no cluster')
  const admin = openCluster({
    context: KEY,
    source: 'test',
    server: cluster.url,
    ca: { data: seal(cluster.ca) },
    insecureSkipTlsVerify: false,
    auth: { token: seal(cluster.token) },
  })
  const member = { roles: ['control-plane=eu-de-1'], kubeconfig: 'k.yaml', context: KEY }
  return {
    home: tempFolder({
      '.config/c5c3/config.yaml': JSON.stringify({ current: 'x', profiles: { x: { clusters: [member] } } }),
      '.config/c5c3/k.yaml': kubeconfigFor(fleet, [KEY]),
    }),
    now: fleet.now,
    send: (method, path, body = {}) =>
      admin.json({
        method,
        path,
        headers: { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
        body: JSON.stringify(body),
      }),
    close: async () => {
      admin.close()
      await fleet.close()
    },
  }
}
