// SPDX-License-Identifier: Apache-2.0
// Effects of an incident on Crossplane: observed copies of remote objects, and derived conditions up to the claim.

import { conditionsOf, says } from '../conditions.ts'
import { addressOf, type Incident } from '../incident.ts'
import type { Obj } from '../kube.ts'
import { HYPERVISOR_POOLS, SITES, STORAGE_POOLS } from '../landscape.ts'

const MANAGEMENT = 'management'

/** The cluster of each ProviderConfig. */
export const clusterOf: Readonly<Record<string, string>> = {
  gardener: 'garden',
  ...Object.fromEntries(SITES.map((s) => [s.claim, s.cluster])),
  ...Object.fromEntries([...HYPERVISOR_POOLS, ...STORAGE_POOLS].map((p) => [p.name, p.cluster])),
}

/** Crossplane polls at `time`: Objects with a changed remote object, their composites and claims are updated. */
export function crossplaneSees(incident: Incident, time: string): Incident {
  for (const o of incident.all(MANAGEMENT).filter(({ kind }) => kind === 'Object')) {
    const remote = remoteOf(incident, o)
    const copy = at(o, 'status.atProvider.manifest')
    if (!remote || JSON.stringify(remote) === JSON.stringify(copy)) continue
    incident.change(MANAGEMENT, addressOf(o), { status: { atProvider: { manifest: remote } } })
    if (!isReady(o, remote))
      incident.change(MANAGEMENT, addressOf(o), (now) => says(now, { Ready: ['False', 'Unavailable'] }, time))
  }
  return derived(incident, time)
}

/** Crossplane cannot reach a cluster: its Objects keep the last observed copy and report an error. */
export function crossplaneIsBlind(incident: Incident, cluster: string, time: string, cause: string): Incident {
  for (const o of incident.all(MANAGEMENT).filter(({ kind }) => kind === 'Object')) {
    if (clusterOf[String(at(o, 'spec.providerConfigRef.name'))] !== cluster) continue
    const words = `observe failed: cannot get object: failed to get API group resources: unable to retrieve the complete list of server APIs: ${cause}`
    incident.change(MANAGEMENT, addressOf(o), (now) => says(now, { Synced: ['False', 'ReconcileError', words] }, time))
  }
  return incident
}

function remoteOf(incident: Incident, o: Obj): Obj | undefined {
  const cluster = clusterOf[String(at(o, 'spec.providerConfigRef.name'))]
  const desired = at(o, 'spec.forProvider.manifest') as Obj
  return cluster === undefined
    ? undefined
    : incident.all(cluster).find((each) => addressOf(each) === addressOf(desired))
}

/** Follows the readiness policy of the Object. */
function isReady(o: Obj, remote: Obj): boolean {
  const policy = at(o, 'spec.readiness.policy')
  if (policy === 'DeriveFromObject') return conditionsOf(remote).some((c) => c.type === 'Ready' && c.status === 'True')
  if (policy !== 'DeriveFromCelQuery') return true
  const [phase, operation] = [at(remote, 'status.phase'), at(remote, 'status.lastOperation.state')]
  return remote.kind === 'Shoot'
    ? operation === 'Succeeded' && conditionsOf(remote).every((c) => c.status === 'True')
    : phase === 'Ready'
}

/** Composites count their unready Objects; claims wait for their composites. */
export function derived(incident: Incident, time: string): Incident {
  const objects = incident.all(MANAGEMENT)
  for (const xr of objects.filter((o) => at(o, 'spec.claimRef') !== undefined)) {
    const unready = objects
      .filter((o) => o.kind === 'Object' && o.metadata.labels?.['crossplane.io/composite'] === xr.metadata.name)
      .filter((o) => !conditionsOf(o).some((c) => c.type === 'Ready' && c.status === 'True'))
      .map((o) => o.metadata.annotations?.['crossplane.io/composition-resource-name'] ?? '')
    if (unready.length === 0) continue
    const { kind, namespace, name } = at(xr, 'spec.claimRef') as { kind: string; namespace: string; name: string }
    const waiting = 'Claim is waiting for composite resource to become Ready'
    incident.change(MANAGEMENT, addressOf(xr), (o) =>
      says(o, { Ready: ['False', 'Creating', `Unready resources: ${someOf(unready.sort())}`] }, time),
    )
    incident.change(MANAGEMENT, `${kind} ${namespace}/${name}`, (o) =>
      says(o, { Ready: ['False', 'Waiting', waiting] }, time),
    )
  }
  return incident
}

/** Crossplane names three and counts the rest. */
function someOf(names: readonly string[]): string {
  if (names.length > 3) return `${names.slice(0, 3).join(', ')}, and ${names.length - 3} more`
  return names.length === 3 ? `${names.slice(0, 2).join(', ')}, and ${names[2]}` : names.join(', ')
}

export function at(o: unknown, path: string): unknown {
  let value: unknown = o
  for (const key of path.split('.'))
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  return value
}
