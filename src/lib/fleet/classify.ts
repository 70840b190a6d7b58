// SPDX-License-Identifier: Apache-2.0
import type { Served } from '../cluster/types.ts'
import { ROLES, type Role } from '../model/landscape/role.ts'

export function detectRoles(served: Served): readonly Role[] {
  return ROLES.filter((role) =>
    ROLE_RESOURCES[role].some(([group, plural]) => served.versionsOf(group, plural).length > 0),
  )
}

/** Resources that only clusters of a role serve, by their names in the specification and in released operators. */
const ROLE_RESOURCES: Readonly<Record<Role, readonly (readonly [group: string, plural: string])[]>> = {
  management: [
    ['c5c3.io', 'openstackclusters'],
    ['crossplane.c5c3.io', 'hypervisorclusters'],
    ['crossplane.c5c3.io', 'storageclusters'],
    ['crossplane.c5c3.io', 'controlplaneclusters'],
  ],
  'control-plane': [
    ['c5c3.io', 'controlplanes'],
    ['keystone.openstack.c5c3.io', 'keystones'],
  ],
  hypervisor: [
    ['kvm.cloud.sap', 'hypervisors'],
    ['hypervisor.c5c3.io', 'hypervisors'],
  ],
  storage: [['ceph.rook.io', 'cephclusters']],
  // An arbiter runs one Ceph monitor and serves no resources of its own: it cannot be detected.
  arbiter: [],
  garden: [['core.gardener.cloud', 'shoots']],
}
