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

/** The pools of an OpenStack cluster, by name. They are shared: a degraded pool is only a note. */
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

/** A claim without a control plane uses that of its region, which may have the default name. */
function controlPlaneLink(object: KubeObject): Link[] {
  const [requested, region] = [textAt(object, 'spec.controlPlaneCluster'), textAt(object, 'spec.region')]
  if (requested) return [pool('ControlPlaneCluster', requested, 'spec.controlPlaneCluster')]
  if (!region) return []
  return [{ ...pool('ControlPlaneCluster', `${region}-control-plane`, 'spec.region (by name)'), optional: true }]
}

function pool(kind: string, name: string, path: string): Link {
  // Without claims in Crossplane, the composite is the pool.
  const to = { where: 'here', group: 'crossplane.c5c3.io', kind, otherKind: `X${kind}`, name } as const
  return { rel: 'consumes', to, path, weak: 'degraded' }
}
