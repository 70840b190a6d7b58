// SPDX-License-Identifier: Apache-2.0
import type { Served } from '../cluster/types.ts'
import { ROLES, type Role } from '../model/landscape/role.ts'

/** A role is recognised by any of the resources only that kind of cluster serves: seeds' names and released ones. */
const SIGNS: Readonly<Record<Role, readonly (readonly [group: string, plural: string])[]>> = {
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
  // An arbiter runs a lone monitor and serves nothing of its own: it is only known by name.
  arbiter: [],
  garden: [['core.gardener.cloud', 'shoots']],
}

/** The roles a cluster can play, by what its API serves. */
export function detectRoles(served: Served): readonly Role[] {
  return ROLES.filter((role) => SIGNS[role].some(([group, plural]) => served.versionsOf(group, plural).length > 0))
}
