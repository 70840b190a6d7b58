// SPDX-License-Identifier: Apache-2.0
// The process compared with kubectl: reads all Nodes and Hypervisors of the current context as a command does, and
// holds them until the end.
import { openCluster } from '../../src/lib/cluster/client.ts'
import { loadKubeconfigFile } from '../../src/lib/cluster/kubeconfig/load.ts'
import { resolveContext } from '../../src/lib/cluster/kubeconfig/resolve.ts'
import { collect } from '../../src/lib/cluster/read/collect.ts'
import { hypervisor } from '../../src/lib/kinds/hypervisor-operator/hypervisor.ts'
import { node } from '../../src/lib/kinds/kubernetes/node.ts'

const [, , file = '', expected = ''] = process.argv
const client = openCluster(resolveContext(await loadKubeconfigFile(file)))
const cluster = { uid: 'bench', name: 'bench', roles: [{ role: 'hypervisor', name: 'bench' }] } as const
const { objects, gaps } = await collect([{ cluster, label: 'bench', client }], [node, hypervisor])
client.close()
if (gaps.length > 0 || objects.length !== Number(expected))
  throw new Error(`${objects.length} objects, ${gaps.length} gaps`)
