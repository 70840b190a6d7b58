// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path'
import type { Candidate } from '../../fleet/candidate.ts'
import type { Io } from '../../io/io.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Role } from '../../model/landscape/role.ts'
import type { FleetFlags } from '../flags/cluster-flags.ts'

/** Names that must be read from clusters. */
export type LiveNames = 'claims' | 'controlplanes' | 'pools' | 'nodes' | 'namespaces'

/** The current names in the clusters of the command line. Rejects or hangs if a cluster does. */
export async function liveNames(
  what: LiveNames,
  flags: FleetFlags,
  root: string,
  io: Io,
  signal: AbortSignal,
): Promise<string[]> {
  const { plan, close } = await planFor(flags, root, io)
  const { clusterOpener } = await import('../../pipeline/open/cluster-opener.ts')
  // Completion must not print anything onto the line that the user is typing.
  const silent: Io = { ...io, interactive: false, stderr: { ...io.stderr, write: async () => {} } }
  const options = { flags, signal, deadline: Number.POSITIVE_INFINITY, offset: 0, userAgent: 'kubectl-c5c3' }
  const open = clusterOpener(silent, options)
  const { role, kinds } = await kindsOf(what)
  const clients = candidatesFor(plan.candidates, role).flatMap(({ config }) =>
    config ? [open(config, { mayAsk: false })] : [],
  )
  try {
    const lists = clients.flatMap((client) => kinds.map((kind) => client.list(kind, { signal }).catch(() => undefined)))
    const names = (await Promise.all(lists)).flatMap((list) => list?.items.map(({ metadata }) => metadata.name) ?? [])
    // A hostile API server may send any text, and the shell inserts these names into a command line.
    return [...new Set(names)].filter(isDnsName)
  } finally {
    for (const client of clients) client.close()
    await close()
  }
}

/** An RFC 1123 subdomain: what Kubernetes accepts as the name of these kinds. */
const DNS_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/

const isDnsName = (name: string) => name.length <= 253 && DNS_NAME.test(name)

async function planFor(flags: FleetFlags, root: string, io: Io) {
  if (flags.demo !== undefined) {
    const { scenarioFolder, startDemo } = await import('../demo/demo-fleet.ts')
    return startDemo(await scenarioFolder(root, io.cwd, flags.demo))
  }
  const { planFleet } = await import('../../pipeline/open/plan-fleet.ts')
  return { plan: await planFleet(flags, io, () => {}), close: async () => {} }
}

async function kindsOf(what: LiveNames): Promise<{ role: Role; kinds: readonly KindSpec[] }> {
  if (what === 'nodes') return { role: 'hypervisor', kinds: [(await import('../../kinds/kubernetes/node.ts')).node] }
  if (what === 'namespaces')
    return { role: 'management', kinds: [(await import('../../kinds/kubernetes/namespace.ts')).namespace] }
  if (what === 'claims' || what === 'controlplanes') {
    const { controlPlane } = await import('../../kinds/c5c3-operator/control-plane.ts')
    if (what === 'controlplanes') return { role: 'control-plane', kinds: [controlPlane] }
    const { openStackCluster } = await import('../../kinds/claims/openstack-cluster.ts')
    return { role: 'management', kinds: [openStackCluster, controlPlane] }
  }
  const { hypervisorCluster } = await import('../../kinds/claims/hypervisor-cluster.ts')
  const { storageCluster } = await import('../../kinds/claims/storage-cluster.ts')
  return { role: 'management', kinds: [hypervisorCluster, storageCluster] }
}

/** The candidates with this role; if there are none, the first one, which may be the only cluster. */
function candidatesFor(candidates: readonly Candidate[], role: Role): readonly Candidate[] {
  const matching = candidates.filter(({ roles }) => roles.some((each) => each.role === role))
  return matching.length > 0 ? matching : candidates.slice(0, 1)
}

/** Clusters whose role is known without a request, and the pools that the management cluster lists. */
export async function clusterNames(
  flags: FleetFlags,
  root: string,
  io: Io,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { labelOf } = await import('../../fleet/parse-role.ts')
  const { plan, close } = await planFor(flags, root, io)
  await close()
  const known = plan.candidates.flatMap(({ roles }) => roles.map(labelOf))
  const isWhole = plan.discover !== 'all'
  const names = isWhole ? known : [...known, ...(await liveNames('pools', flags, root, io, signal))]
  return names.map((name) => `@${name}`)
}

export async function contextNames(flags: FleetFlags, io: Io): Promise<string[]> {
  const { loadKubeconfig } = await import('../../cluster/kubeconfig/load.ts')
  const explicit = flags.kubeconfig ? { explicit: resolve(io.cwd, flags.kubeconfig) } : {}
  const { contexts } = await loadKubeconfig({ ...explicit, env: io.env, home: io.home })
  return contexts.map(({ name }) => name)
}
