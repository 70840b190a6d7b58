// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest'
import { detectRoles } from '../../../src/lib/fleet/classify.ts'
import { serving } from './opened.ts'

it.each([
  ['openstackclusters.c5c3.io', ['management']],
  ['storageclusters.crossplane.c5c3.io', ['management']],
  ['hypervisorclusters.crossplane.c5c3.io', ['management']],
  ['controlplaneclusters.crossplane.c5c3.io', ['management']],
  ['controlplanes.c5c3.io', ['control-plane']],
  ['keystones.keystone.openstack.c5c3.io', ['control-plane']],
  ['hypervisors.kvm.cloud.sap', ['hypervisor']],
  ['hypervisors.hypervisor.c5c3.io', ['hypervisor']],
  ['cephclusters.ceph.rook.io', ['storage']],
  ['shoots.core.gardener.cloud', ['garden']],
  ['deployments.apps', []],
  // The same plural in another group is another resource.
  ['cephclusters.example.org', []],
])('an API that serves %s has the roles %j', (resource, roles) => {
  expect(detectRoles(serving(resource))).toEqual(roles)
})

it('a cluster that serves several kinds has several roles, in display order', () => {
  const all = serving('cephclusters.ceph.rook.io', 'openstackclusters.c5c3.io', 'controlplanes.c5c3.io')
  expect(detectRoles(all)).toEqual(['management', 'control-plane', 'storage'])
})
