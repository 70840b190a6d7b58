// SPDX-License-Identifier: Apache-2.0

import type { ClusterConfig } from '../../cluster/config.ts'
import { ClusterError } from '../../cluster/failure.ts'
import { viewerConfig } from '../../cluster/secrets/viewer-kubeconfig.ts'
import type { ClusterClient } from '../../cluster/types.ts'
import { xControlPlaneCluster } from '../../kinds/claims/x-control-plane-cluster.ts'
import { xHypervisorCluster } from '../../kinds/claims/x-hypervisor-cluster.ts'
import { xStorageCluster } from '../../kinds/claims/x-storage-cluster.ts'
import { object } from '../../kinds/crossplane/object.ts'
import { shoot } from '../../kinds/gardener/shoot.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Role, RoleName } from '../../model/landscape/role.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import type { Candidate, Origin } from '../candidate.ts'
import { type DiscoveredClusters, listOrNote, MOST, textAtPath, valueAtPath } from './source.ts'

/**
 * Shoots of pool claims, opened with the garden's viewer kubeconfig, which is kept in memory only and cannot read
 * Secrets. A pool refers to its Shoot by XR → Shoot, or XR → Object → Shoot.
 */
export async function fromGarden(management: ClusterClient, garden: ClusterClient): Promise<DiscoveredClusters> {
  const shoots = await listOrNote(garden, shoot)
  if (shoots.items.length === 0) return { candidates: [], notes: shoots.notes }
  const [objects, ...pools] = await Promise.all([
    listOrNote(management, object),
    ...POOLS.map(([kind]) => listOrNote(management, kind)),
  ])
  const objectsByName = new Map(objects.items.map((item) => [item.metadata.name, item]))
  const candidates: Promise<Candidate>[] = []
  for (const [i, list] of pools.entries()) {
    const role = POOLS[i]?.[1]
    for (const pool of list.items) {
      const names = shootNames(pool, objectsByName)
      const match = shoots.items.find((item) => names.has(item.metadata.name))
      if (role && match && candidates.length < MOST) candidates.push(candidateOf(garden, match, poolRole(pool, role)))
    }
  }
  return {
    candidates: await Promise.all(candidates),
    notes: [...shoots.notes, ...objects.notes, ...pools.flatMap((list) => list.notes)],
  }
}

/** Claims refer to a pool by spec.name, not by the name of the XR with its random suffix. */
function poolRole(pool: KubeObject, role: Role): RoleName {
  const name = textAtPath(pool.spec, 'name') ?? textAtPath(pool.spec, 'claimRef', 'name') ?? pool.metadata.name
  return { role, name }
}

function shootNames(pool: KubeObject, objectsByName: ReadonlyMap<string, KubeObject>): Set<string> {
  const references = valueAtPath(pool.spec, 'resourceRefs') ?? valueAtPath(pool.spec, 'crossplane', 'resourceRefs')
  const names = new Set<string>()
  for (const reference of Array.isArray(references) ? references : []) {
    const [kind, name] = [textAtPath(reference, 'kind'), textAtPath(reference, 'name')]
    if (kind === 'Shoot' && name) names.add(name)
    const manifest =
      kind === 'Object' && name ? valueAtPath(objectsByName.get(name)?.spec, 'forProvider', 'manifest') : undefined
    const inner = textAtPath(manifest, 'kind') === 'Shoot' ? textAtPath(manifest, 'metadata', 'name') : undefined
    if (inner) names.add(inner)
  }
  return names
}

async function candidateOf(garden: ClusterClient, item: KubeObject, role: RoleName): Promise<Candidate> {
  const { name, namespace = '' } = item.metadata
  const origin: Origin = { type: 'garden', text: `garden Shoot ${namespace}/${name}` }
  const named = { name: role.name, roles: [role], origin, foundIn: origin, certain: true }
  const opened = await viewerOrRefusal(garden, namespace, name, origin.text)
  return 'refused' in opened ? { ...named, ...opened } : { ...named, config: opened }
}

async function viewerOrRefusal(
  garden: ClusterClient,
  namespace: string,
  name: string,
  source: string,
): Promise<ClusterConfig | { refused: string }> {
  try {
    return await viewerConfig(garden, namespace, name, source)
  } catch (error) {
    if (error instanceof ClusterError) return { refused: error.failure.message }
    if (error instanceof C5c3Error) return { refused: error.message }
    throw error
  }
}

const POOLS: readonly (readonly [KindSpec, Role])[] = [
  [xControlPlaneCluster, 'control-plane'],
  [xHypervisorCluster, 'hypervisor'],
  [xStorageCluster, 'storage'],
]
