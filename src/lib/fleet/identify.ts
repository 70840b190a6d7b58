// SPDX-License-Identifier: Apache-2.0
import { ClusterError } from '../cluster/failure.ts'
import type { ClusterClient } from '../cluster/types.ts'
import { controlPlaneCluster } from '../kinds/claims/control-plane-cluster.ts'
import { hypervisorCluster } from '../kinds/claims/hypervisor-cluster.ts'
import { storageCluster } from '../kinds/claims/storage-cluster.ts'
import { namespacedObject } from '../kinds/crossplane/namespaced-object.ts'
import { object as crossplaneObject } from '../kinds/crossplane/object.ts'
import { KINDS } from '../kinds/index.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { Role } from '../model/landscape/role.ts'
import { textAt } from '../model/object/fields.ts'
import type { KubeObject } from '../model/object/resource.ts'
import { detectRoles } from './classify.ts'
import { clustersByNodeLabel } from './node-labels.ts'
import { isUnidentified, type OpenedCandidate } from './open.ts'
import { listOrNote } from './sources/source.ts'

/**
 * Learns from the management cluster what candidates are that could not be opened. An Object that goes through a
 * ProviderConfig shows the UID of the remote object: a readable cluster that has it is the same cluster, and so is one
 * whose Nodes carry its name. Otherwise the pool claim of that name, or the kinds of the Objects, tell its role.
 */
export async function identifyUnopened(opened: readonly OpenedCandidate[]): Promise<readonly OpenedCandidate[]> {
  const management = opened.find(({ client, candidate }) => client && candidate.roles.some(isManagement))?.client
  if (!management || !opened.some(isUnidentified)) return opened
  const [roles, remotes] = await Promise.all([claimedRoles(management), remoteObjects(management)])
  const readable = opened.filter(({ client, uid }) => client && uid)
  const identified = await Promise.all(
    opened.map(async (one) => {
      if (!isUnidentified(one)) return one
      const own = remotes.get(one.candidate.origin.text) ?? []
      const role = roles.get(one.candidate.name) ?? roleOf(own)
      const uid = await clusterWith(own, readable)
      return { ...one, ...(role ? { likelyRole: role } : {}), ...(uid ? { uid } : {}) }
    }),
  )
  const tied = new Set(identified.filter(isUnidentified).map(({ uid }) => uid))
  if (identified.every((one) => !isUnidentified(one) || one.uid)) return identified
  const byLabel = await clustersByNodeLabel(readable.filter((one) => !tied.has(one.uid) && hasRole(one, POOL_ROLES)))
  return identified.map((one) => {
    const uid = isUnidentified(one) && !one.uid ? byLabel.get(one.candidate.name) : undefined
    return uid ? { ...one, uid } : one
  })
}

const POOL_ROLES: ReadonlySet<Role> = new Set(['hypervisor', 'storage'])

const hasRole = ({ served }: OpenedCandidate, roles: ReadonlySet<Role>) =>
  served !== undefined && detectRoles(served).some((role) => roles.has(role))

const isManagement = ({ role }: { readonly role: Role }) => role === 'management'

const POOL_KINDS: readonly (readonly [KindSpec, Role])[] = [
  [hypervisorCluster, 'hypervisor'],
  [storageCluster, 'storage'],
  [controlPlaneCluster, 'control-plane'],
]

/** Roles by the name of a pool claim; ProviderConfigs are named after the pool. */
async function claimedRoles(management: ClusterClient): Promise<ReadonlyMap<string, Role>> {
  const lists = await Promise.all(
    POOL_KINDS.map(async ([kind, role]) => {
      const { items } = await listOrNote(management, kind)
      return items.flatMap((claim) => [
        [claim.metadata.name, role] as const,
        [textAt(claim, 'spec.name') ?? claim.metadata.name, role] as const,
      ])
    }),
  )
  return new Map(lists.flat())
}

interface RemoteObject {
  readonly spec: KindSpec
  readonly name: string
  readonly namespace?: string
  readonly uid?: string
}

/** The remote objects of known kinds that Objects apply, by the address of their ProviderConfig. */
async function remoteObjects(management: ClusterClient): Promise<ReadonlyMap<string, readonly RemoteObject[]>> {
  const specs = new Map(KINDS.map((spec) => [kindName(spec), spec]))
  const found = new Map<string, RemoteObject[]>()
  for (const kind of [crossplaneObject, namespacedObject]) {
    const { items } = await listOrNote(management, kind)
    for (const { address, remote } of items.flatMap((item) => remoteOf(kind, item, specs))) {
      const known = found.get(address)
      if (known) known.push(remote)
      else found.set(address, [remote])
    }
  }
  return found
}

function remoteOf(kind: KindSpec, item: KubeObject, specs: ReadonlyMap<string, KindSpec>) {
  return (kind.links?.(item) ?? []).flatMap(({ to, observed }) => {
    const { where, group, name, namespace } = to
    if (typeof where === 'string' || !('providerConfig' in where) || name === undefined) return []
    const spec = typeof group === 'string' ? specs.get(kindName({ group, kind: to.kind })) : undefined
    const uid = textAt(observed?.copy, 'metadata.uid')
    if (!spec) return []
    const remote = { spec, name, ...(namespace === undefined ? {} : { namespace }), ...(uid ? { uid } : {}) }
    return [{ address: `ProviderConfig ${where.providerConfig}`, remote }]
  })
}

/** The role of most kinds that only one role has. */
function roleOf(remotes: readonly RemoteObject[]): Role | undefined {
  const votes = Map.groupBy(
    remotes.filter(({ spec }) => spec.roles.length === 1),
    ({ spec }) => spec.roles[0] as Role,
  )
  return [...votes].sort(([, a], [, b]) => b.length - a.length)[0]?.[0]
}

/** Objects tried per ProviderConfig: one that was recreated has another UID. */
const TRIED = 3

/** The UID of the readable cluster that has one of the objects, compared by UID. */
async function clusterWith(
  remotes: readonly RemoteObject[],
  readable: readonly OpenedCandidate[],
): Promise<string | undefined> {
  const tried = remotes.filter(({ uid, spec }) => uid && !spec.byReference).slice(0, TRIED)
  const matches = readable.map(async ({ client, served, uid }) => {
    const roles = served ? detectRoles(served) : []
    for (const remote of tried) {
      if (!client || !remote.spec.roles.some((role) => roles.includes(role))) continue
      if ((await uidOf(client, remote)) === remote.uid) return uid
    }
    return undefined
  })
  return (await Promise.all(matches)).find((uid) => uid !== undefined)
}

async function uidOf(client: ClusterClient, { spec, name, namespace }: RemoteObject): Promise<string | undefined> {
  try {
    return (await client.get(spec, name, namespace)).metadata.uid
  } catch (error) {
    if (error instanceof ClusterError) return undefined
    throw error
  }
}
