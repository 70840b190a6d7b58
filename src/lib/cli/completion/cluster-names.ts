// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path'
import type { Candidate } from '../../fleet/candidate.ts'
import type { Io } from '../../io/io.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Role } from '../../model/landscape/role.ts'
import type { FleetFlags } from '../flags/cluster-flags.ts'

/** Names that only clusters know. */
export type LiveNames = 'claims' | 'controlplanes' | 'pools' | 'nodes' | 'namespaces'

/** The names there are now, from the clusters the line is about. Rejects or never ends where a cluster does. */
export async function liveNames(
  what: LiveNames,
  flags: FleetFlags,
  root: string,
  io: Io,
  signal: AbortSignal,
): Promise<string[]> {
  const { plan, close } = await planned(flags, root, io)
  const { clusterOpener } = await import('../../pipeline/open/cluster-opener.ts')
  // nothing may be written beside what is being typed
  const silent: Io = { ...io, interactive: false, stderr: { ...io.stderr, write: async () => {} } }
  const options = { flags, signal, deadline: Number.POSITIVE_INFINITY, offset: 0, userAgent: 'kubectl-c5c3' }
  const open = clusterOpener(silent, options)
  const { role, kinds } = await asked(what)
  const clients = holders(plan.candidates, role).flatMap(({ config }) =>
    config ? [open(config, { mayAsk: false })] : [],
  )
  try {
    const lists = clients.flatMap((client) => kinds.map((kind) => client.list(kind, { signal }).catch(() => undefined)))
    const names = (await Promise.all(lists)).flatMap((list) => list?.items.map(({ metadata }) => metadata.name) ?? [])
    // a hostile API server may send any text, and the shell gets these as words of a command line
    return [...new Set(names)].filter(isDnsName)
  } finally {
    for (const client of clients) client.close()
    await close()
  }
}

/** An RFC 1123 subdomain: what Kubernetes accepts as the name of these kinds. */
const DNS_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/

const isDnsName = (name: string) => name.length <= 253 && DNS_NAME.test(name)

async function planned(flags: FleetFlags, root: string, io: Io) {
  if (flags.demo !== undefined) {
    const { scenarioFolder, startDemo } = await import('../demo/demo-fleet.ts')
    return startDemo(await scenarioFolder(root, io.cwd, flags.demo))
  }
  const { planFleet } = await import('../../pipeline/open/plan-fleet.ts')
  return { plan: await planFleet(flags, io, () => {}), close: async () => {} }
}

async function asked(what: LiveNames): Promise<{ role: Role; kinds: readonly KindSpec[] }> {
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

/** Clusters known to play the role; where none is, the first, which may be all there is. */
function holders(candidates: readonly Candidate[], role: Role): readonly Candidate[] {
  const found = candidates.filter(({ roles }) => roles.some((each) => each.role === role))
  return found.length > 0 ? found : candidates.slice(0, 1)
}

/** The clusters whose role is known without asking any of them, and the pools that the management cluster lists. */
export async function clusterNames(
  flags: FleetFlags,
  root: string,
  io: Io,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { labelOf } = await import('../../fleet/parse-role.ts')
  const { plan, close } = await planned(flags, root, io)
  await close()
  const known = plan.candidates.flatMap(({ roles }) => roles.map(labelOf))
  const isWhole = plan.discover !== 'all'
  const names = isWhole ? known : [...known, ...(await liveNames('pools', flags, root, io, signal))]
  return names.map((name) => `@${name}`)
}

/** The contexts of the kubeconfig the line is about. */
export async function contextNames(flags: FleetFlags, io: Io): Promise<string[]> {
  const { loadKubeconfig } = await import('../../cluster/kubeconfig/load.ts')
  const explicit = flags.kubeconfig ? { explicit: resolve(io.cwd, flags.kubeconfig) } : {}
  const { contexts } = await loadKubeconfig({ ...explicit, env: io.env, home: io.home })
  return contexts.map(({ name }) => name)
}
