// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { textAt, textsAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { compositeLinks, crossplaneHealth } from '../crossplane/health-and-links.ts'

export const openStackCluster: KindSpec = {
  group: 'c5c3.io',
  kind: 'OpenStackCluster',
  plural: 'openstackclusters',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['management'],
  keep: ['spec', 'status', 'metadata.managedFields'],
  links: (object) => [...compositeLinks(object), ...tenantLinks(object)],
  health: crossplaneHealth,
}

/** The pools a tenant shares with others, by the names they are known by: what only degrades them is a note here. */
export function tenantLinks(object: KubeObject): readonly Link[] {
  return [
    ...textsAt(object, 'spec.hypervisorClusters').map((name, i) =>
      pool('HypervisorCluster', name, `spec.hypervisorClusters[${i}]`),
    ),
    ...textsAt(object, 'spec.storageClusters').map((name, i) =>
      pool('StorageCluster', name, `spec.storageClusters[${i}]`),
    ),
    ...controlPlaneLink(object),
  ]
}

/** A claim that names no control plane means that of its region, which carries the usual name or none. */
function controlPlaneLink(object: KubeObject): Link[] {
  const [asked, region] = [textAt(object, 'spec.controlPlaneCluster'), textAt(object, 'spec.region')]
  if (asked) return [pool('ControlPlaneCluster', asked, 'spec.controlPlaneCluster')]
  if (!region) return []
  return [{ ...pool('ControlPlaneCluster', `${region}-control-plane`, 'spec.region (by name)'), optional: true }]
}

function pool(kind: string, name: string, path: string): Link {
  // Where Crossplane has no claims, the composite is the pool.
  const to = { where: 'here', group: 'crossplane.c5c3.io', kind, otherKind: `X${kind}`, name } as const
  return { rel: 'consumes', to, path, weak: 'degraded' }
}
