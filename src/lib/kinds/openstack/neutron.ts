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

const UNRELEASED_FIELDS = [...SEED_SERVICE_FIELDS, 'spec.ovn', 'spec.api', 'spec.externalNetwork', 'spec.mtu']

/** Known only from the specification: no released operator serves it yet. */
export const neutron: KindSpec = {
  group: 'neutron.openstack.c5c3.io',
  kind: 'Neutron',
  plural: 'neutrons',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: [...SERVICE_FIELDS, ...UNRELEASED_FIELDS],
  links: (object) => [...serviceLinks(object, ORDER, NEEDS), ...ovnLinks(object)],
  health: (object) => orderedHealth(object, ORDER),
  parts: SERVICE_PARTS,
  seedOnly: UNRELEASED_FIELDS,
}

/** By reference, or by the namespace of its databases. The specification has OVN in either of two clusters. */
function ovnLinks(object: KubeObject): readonly Link[] {
  const name = textAt(object, 'spec.ovn.clusterRef.name')
  const namespace = textAt(object, 'spec.ovn.clusterRef.namespace')
  const clusters: readonly LinkTarget[] = ['here', { role: 'hypervisor' }]
  const kind = { group: 'ovn.c5c3.io', kind: 'OVNCluster' }
  const link = { rel: 'depends-on', optional: true } as const
  const referenced = name
    ? clusters.map((where): Link => {
        const to = { where, ...kind, name, ...(namespace ? { namespace } : {}) }
        return { ...link, path: 'spec.ovn.clusterRef.name', to }
      })
    : []
  const host = serviceHost(textAt(object, 'spec.ovn.nbConnection'))
  const path = 'spec.ovn.nbConnection'
  return [
    ...referenced,
    ...(host ? [{ ...link, path, to: { where: 'here', ...kind, namespace: host.namespace } } as const] : []),
  ]
}
