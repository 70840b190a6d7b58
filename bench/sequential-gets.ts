// SPDX-License-Identifier: Apache-2.0
import { openCluster } from '../src/lib/cluster/client.ts'
import { loadKubeconfigFile } from '../src/lib/cluster/kubeconfig/load.ts'
import { resolveContext } from '../src/lib/cluster/kubeconfig/resolve.ts'
import { namespace } from '../src/lib/kinds/kubernetes/namespace.ts'
import { writeKubeconfig } from './fixtures/kubeconfig.ts'
import { startApi } from './fixtures/start.ts'
import type { Measured } from './measured.ts'

const GETS = 200
const CONNECTIONS = 2

/** Sequential reads of single objects: the number of TLS connections that the server saw. */
export async function sequentialGets(): Promise<Measured[]> {
  return [await getsOver('http2'), await getsOver('http1')]
}

async function getsOver(protocol: 'http2' | 'http1'): Promise<Measured> {
  await using api = await startApi({ clusters: 1, protocol, nodes: 1, hypervisors: 1 })
  using kubeconfig = writeKubeconfig(api.ports, api.ca)
  const client = openCluster(resolveContext(await loadKubeconfigFile(kubeconfig.file)))
  const begun = performance.now()
  for (let i = 0; i < GETS; i++) await client.get(namespace, 'kube-system')
  const each = (performance.now() - begun) / GETS
  client.close()
  const { connections, requests } = await api.takeStats()
  return {
    what: `${GETS} gets one after the other, TLS connections (${protocol === 'http2' ? 'HTTP/2' : 'HTTP/1.1'})`,
    value: String(connections),
    target: `≤ ${CONNECTIONS}`,
    met: connections <= CONNECTIONS,
    detail: `${requests} requests with discovery, ${each.toFixed(1)} ms each`,
  }
}
