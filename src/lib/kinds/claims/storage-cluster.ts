// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { CountedTargets, KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { countAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { compositeLinks, crossplaneHealth } from '../crossplane/health-and-links.ts'
import { machinePoolLink } from '../ironcore/machine-pool.ts'
import { ROOK } from '../rook/health-and-links.ts'
import { memberLink, poolName, shortfall, wantedNodes } from './pool-members.ts'

export const storageCluster: KindSpec = {
  group: 'crossplane.c5c3.io',
  kind: 'StorageCluster',
  plural: 'storageclusters',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['management'],
  keep: ['spec', 'status', 'metadata.managedFields'],
  links: (object) => [...compositeLinks(object), ...storagePoolLinks(object)],
  health: crossplaneHealth,
  quorum: storagePoolQuorum,
  aliases: (object) => [poolName(object)],
}

const ARBITER_GROUPS = ['ceph.cobaltcore.sap.com', 'ceph.c5c3.io']

/** The members of a storage pool: nodes and one Ceph cluster in its own cluster, optionally an arbiter elsewhere. */
export function storagePoolLinks(object: KubeObject): readonly Link[] {
  const arbiter = textAt(object, 'spec.arbiterCluster')
  const remote = { group: ARBITER_GROUPS, kind: 'RemoteCluster' }
  return [
    memberLink(object, 'storage', { group: '', kind: 'Node' }, false),
    {
      rel: 'depends-on',
      to: { where: { role: 'storage', name: poolName(object) }, group: ROOK, kind: 'CephCluster' },
      path: 'spec.name',
    },
    memberLink(object, 'storage', { group: ARBITER_GROUPS, kind: 'RemoteArbiter' }),
    ...(arbiter
      ? [
          {
            ...memberLink(object, 'storage', { ...remote, name: arbiter }, false),
            path: 'spec.arbiterCluster',
          },
        ]
      : []),
    ...machinePoolLink(object),
  ]
}

/** Writes need more than half of the copies on available nodes. A lost arbiter only reduces the margin. */
export function storagePoolQuorum(
  object: KubeObject,
  counts: ReadonlyMap<string, CountedTargets>,
  now: number,
): Health | undefined {
  const copies = countAt(object, 'spec.ceph.replicationFactor') ?? 1
  const countsOf = (kind: string) => ARBITER_GROUPS.map((group) => counts.get(`${kind}.${group}`)).find((c) => c)
  const [clusters, arbiters] = [countsOf('RemoteCluster'), countsOf('RemoteArbiter')]
  const requested = textAt(object, 'spec.arbiterCluster') === undefined ? 0 : 1
  const number = Math.max(requested, clusters?.total ?? 0)
  return (
    shortfall(object, counts.get('Node'), wantedNodes(object, Math.floor(copies / 2) + 1), now) ??
    shortfall(object, clusters, { what: 'arbiter clusters', number, minimum: 0 }, now) ??
    shortfall(object, arbiters, { what: 'arbiters', number: arbiters?.total ?? 0, minimum: 0 }, now)
  )
}
