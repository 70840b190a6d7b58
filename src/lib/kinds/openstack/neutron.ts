// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link, LinkTarget } from '../../model/graph/link.ts'
import { textAt } from '../../model/object/fields.ts'
import { orderedHealth } from '../../model/object/ordered-conditions.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { serviceHost } from './host.ts'
import { SEED_SERVICE_FIELDS, SERVICE_FIELDS, SERVICE_PARTS, serviceLinks } from './links.ts'

const ORDER: readonly string[] = ['DatabaseReady', 'MessagingReady', 'OVNConnected']

const NEEDS = { database: true, messaging: true, korc: true, services: ['keystone'] }

const SEEDS = [...SEED_SERVICE_FIELDS, 'spec.ovn', 'spec.api', 'spec.externalNetwork', 'spec.mtu']

/** Known from the seeds alone: no released operator serves it yet. */
export const neutron: KindSpec = {
  group: 'neutron.openstack.c5c3.io',
  kind: 'Neutron',
  plural: 'neutrons',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: [...SERVICE_FIELDS, ...SEEDS],
  links: (object) => [...serviceLinks(object, ORDER, NEEDS), ...ovn(object)],
  health: (object) => orderedHealth(object, ORDER),
  parts: SERVICE_PARTS,
  seedOnly: SEEDS,
}

/** By reference, or by the namespace its databases answer in. The seeds put OVN in either of two clusters. */
function ovn(object: KubeObject): readonly Link[] {
  const name = textAt(object, 'spec.ovn.clusterRef.name')
  const namespace = textAt(object, 'spec.ovn.clusterRef.namespace')
  const places: readonly LinkTarget[] = ['here', { role: 'hypervisor' }]
  const kind = { group: 'ovn.c5c3.io', kind: 'OVNCluster' }
  const link = { rel: 'depends-on', optional: true } as const
  const referred = name
    ? places.map((where): Link => {
        const to = { where, ...kind, name, ...(namespace ? { namespace } : {}) }
        return { ...link, path: 'spec.ovn.clusterRef.name', to }
      })
    : []
  const host = serviceHost(textAt(object, 'spec.ovn.nbConnection'))
  const path = 'spec.ovn.nbConnection'
  return [
    ...referred,
    ...(host ? [{ ...link, path, to: { where: 'here', ...kind, namespace: host.namespace } } as const] : []),
  ]
}
