// SPDX-License-Identifier: Apache-2.0
// Reads eight small lists from each of four clusters, three times with new connections, and reports the time. Loading
// modules and reading the kubeconfig are excluded; connecting, authentication and discovery are included.
import { openCluster } from '../../src/lib/cluster/client.ts'
import { loadKubeconfigFile } from '../../src/lib/cluster/kubeconfig/load.ts'
import { resolveContext } from '../../src/lib/cluster/kubeconfig/resolve.ts'
import { collect } from '../../src/lib/cluster/read/collect.ts'
import { externalSecret } from '../../src/lib/kinds/external-secrets/external-secret.ts'
import { hypervisor } from '../../src/lib/kinds/hypervisor-operator/hypervisor.ts'
import { namespace } from '../../src/lib/kinds/kubernetes/namespace.ts'
import { node } from '../../src/lib/kinds/kubernetes/node.ts'
import { mariaDb } from '../../src/lib/kinds/mariadb/maria-db.ts'
import { cephBlockPool } from '../../src/lib/kinds/rook/ceph-block-pool.ts'
import { cephClient } from '../../src/lib/kinds/rook/ceph-client.ts'
import { cephCluster } from '../../src/lib/kinds/rook/ceph-cluster.ts'

export interface ManyRead {
  /** From the first byte to the last object, in ms: the first time, with cold code. */
  readonly cold: number
  /** The third time. */
  readonly warm: number
  /** TLS connections of one round. */
  readonly connections: number
}

const kinds = [cephBlockPool, cephClient, cephCluster, externalSecret, hypervisor, mariaDb, namespace, node]
const loaded = await loadKubeconfigFile(process.argv[2] ?? '')
const configs = loaded.contexts.map(({ name }) => resolveContext(loaded, name))

async function readAll(): Promise<{ duration: number; connections: number }> {
  const begun = performance.now()
  const members = configs.map((config) => ({
    cluster: { uid: config.server, name: config.context, roles: [] },
    label: config.context,
    client: openCluster(config),
  }))
  const { gaps, read } = await collect(members, kinds, { anyRole: true })
  const duration = performance.now() - begun
  const connections = members.reduce((sum, { client }) => sum + client.stats().connections, 0)
  for (const { client } of members) client.close()
  if (gaps.length > 0 || read.length !== members.length * kinds.length)
    throw new Error(`${read.length} lists, ${gaps.length} gaps`)
  return { duration, connections }
}

const { duration: cold } = await readAll()
await readAll()
const { duration: warm, connections } = await readAll()
process.send?.({ cold, warm, connections } satisfies ManyRead)
