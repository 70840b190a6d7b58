// SPDX-License-Identifier: Apache-2.0
// The OpenStack services of the control plane of one tenant. Glance on RBD, Nova, Neutron, Cinder and Cortex are not
// released and follow the specification.
import type { Obj, ObjectMaker } from '../kube.ts'
import { cephOf, hypervisorPool, REPLICAS } from '../landscape.ts'
import { OVN_ENDPOINTS } from './ovn.ts'
import { internalUrl } from './service-addresses.ts'
import type { ServiceSite } from './service-site.ts'
import { DATABASE_READY, MESSAGING_READY, messaging, needs, seedService } from './specified-service.ts'
import { keystone, placement } from './tenant-identity-services.ts'

/** Every service object of a tenant with its workloads. */
export function services(make: ObjectMaker, site: ServiceSite): Obj[] {
  return [
    ...keystone(make, site),
    ...placement(make, site),
    ...glance(make, site),
    ...nova(make, site),
    ...neutron(make, site),
    ...cinder(make, site),
    ...(site.tenant.cortex ? cortex(make, site) : []),
  ]
}

function glance(make: ObjectMaker, site: ServiceSite): Obj[] {
  const [ceph] = cephOf(site.tenant)
  if (!ceph) return []
  return seedService(make, site, {
    apiVersion: 'glance.openstack.c5c3.io/v1alpha1',
    kind: 'Glance',
    name: 'glance',
    spec: {
      replicas: 2,
      database: { database: 'glance', secretRef: { name: 'glance-db-credentials' } },
      storage: {
        backend: 'rbd',
        rbd: {
          pool: ceph.pools['images'],
          cephSecretRef: { name: ceph.secret },
          cephClientRef: { name: ceph.client, namespace: 'rook-ceph' },
        },
      },
      dependsOn: needs('Keystone'),
    },
    conditions: [
      DATABASE_READY,
      { type: 'CephConnected', reason: 'Connected', message: `RBD pool ${ceph.pools['images']} is open` },
    ],
    parts: { 'glance-api': 2 },
  })
}

function nova(make: ObjectMaker, site: ServiceSite): Obj[] {
  const { tenant, namespace } = site
  const [ceph] = cephOf(tenant)
  const api = REPLICAS[tenant.size].novaApi
  const cells = tenant.hypervisorPools.map((pool, i) => ({ name: `cell${i + 1}`, pool: hypervisorPool(pool) }))
  return seedService(make, site, {
    apiVersion: 'nova.openstack.c5c3.io/v1alpha1',
    kind: 'Nova',
    name: 'nova',
    spec: {
      api: { replicas: api },
      scheduler: {
        replicas: 2,
        externalScheduler: tenant.cortex
          ? { enabled: true, endpoint: internalUrl(tenant, 'cortex') }
          : { enabled: false },
      },
      conductor: { replicas: 3 },
      database: {
        database: 'nova',
        apiDatabase: 'nova_api',
        cellDatabase: 'nova_cell0',
        secretRef: { name: 'nova-db-credentials' },
      },
      messaging: messaging(namespace),
      serviceAuth: Object.fromEntries(
        ['placement', 'neutron', 'glance', 'cinder'].map((s) => [`${s}ServiceUserRef`, { name: s }]),
      ),
      ephemeral: { backend: 'rbd', pool: ceph?.pools['ephemeral'], cephSecretRef: { name: ceph?.secret } },
      cells: cells.map((c) => ({ name: c.name, computeRef: { name: c.pool.name } })),
      dependsOn: needs('Keystone', 'Placement', 'Glance'),
    },
    conditions: [
      DATABASE_READY,
      MESSAGING_READY,
      { type: 'APIReady', reason: 'APIHealthy', message: 'Nova API is responding' },
      { type: 'SchedulerReady', reason: 'DeploymentReady', message: 'Nova scheduler deployment is available' },
      { type: 'ConductorReady', reason: 'DeploymentReady', message: 'Nova conductor deployment is available' },
    ],
    status: { cells: cells.map((c) => ({ name: c.name, status: 'Ready', computeNodes: c.pool.nodes })) },
    parts: { 'nova-api': api, 'nova-scheduler': 2, 'nova-conductor': 3 },
  })
}

function neutron(make: ObjectMaker, site: ServiceSite): Obj[] {
  return seedService(make, site, {
    apiVersion: 'neutron.openstack.c5c3.io/v1alpha1',
    kind: 'Neutron',
    name: 'neutron',
    spec: {
      api: { replicas: 3 },
      server: { replicas: 3 },
      database: { database: 'neutron', secretRef: { name: 'neutron-db-credentials' } },
      messaging: messaging(site.namespace),
      ovn: {
        enabled: true,
        clusterRef: { name: 'ovn', namespace: 'ovn-system' },
        nbConnection: OVN_ENDPOINTS.northbound,
        sbConnection: OVN_ENDPOINTS.southbound,
      },
      ml2: { typeDrivers: ['geneve', 'vlan', 'flat'], tenantNetworkTypes: ['geneve'], mechanismDrivers: ['ovn'] },
      externalNetwork: site.tenant.externalNetwork,
      mtu: 1500,
      dependsOn: needs('Keystone'),
    },
    conditions: [
      DATABASE_READY,
      MESSAGING_READY,
      { type: 'OVNConnected', reason: 'Connected', message: 'Connected to northbound and southbound databases' },
    ],
    parts: { 'neutron-api': 3, 'neutron-server': 3 },
  })
}

function cinder(make: ObjectMaker, site: ServiceSite): Obj[] {
  const backends = cephOf(site.tenant).map((ceph) => ({ ceph, name: `ceph-${ceph.pool.deviceClass}` }))
  return seedService(make, site, {
    apiVersion: 'cinder.openstack.c5c3.io/v1alpha1',
    kind: 'Cinder',
    name: 'cinder',
    spec: {
      api: { replicas: 2 },
      scheduler: { replicas: 2 },
      database: { database: 'cinder', secretRef: { name: 'cinder-db-credentials' } },
      messaging: messaging(site.namespace),
      backends: backends.map(({ ceph, name }) => ({
        name,
        driver: 'cinder.volume.drivers.rbd.RBDDriver',
        rbd: {
          pool: ceph.pools['volumes'],
          cephSecretRef: { name: ceph.secret },
          cephClientRef: { name: ceph.client, namespace: 'rook-ceph' },
        },
      })),
      defaultVolumeType: backends[0]?.name,
      dependsOn: needs('Keystone'),
    },
    conditions: [
      DATABASE_READY,
      MESSAGING_READY,
      {
        type: 'CephConnected',
        reason: 'Connected',
        message: `${backends.length} of ${backends.length} backends are connected`,
      },
    ],
    status: {
      backends: backends.map(({ name }) => ({ name, status: 'Ready', availableCapacityGb: site.tenant.quotaGB })),
    },
    parts: {
      'cinder-api': 2,
      'cinder-scheduler': 2,
      ...Object.fromEntries(backends.map((b) => [`cinder-volume-${b.name}`, 1])),
    },
  })
}

function cortex(make: ObjectMaker, site: ServiceSite): Obj[] {
  return seedService(make, site, {
    apiVersion: 'cortex.c5c3.io/v1alpha1',
    kind: 'Cortex',
    name: 'cortex',
    spec: {
      replicas: 2,
      database: { database: 'cortex', secretRef: { name: 'cortex-db-credentials' } },
      pipelines: { nova: { enabled: true }, cinder: { enabled: true } },
      datasources: { nova: { enabled: true, endpoint: internalUrl(site.tenant, 'nova') } },
      dependsOn: needs('Nova', 'Cinder'),
    },
    conditions: [{ type: 'PipelinesReady', reason: 'AllPipelinesReady', message: '2 of 2 pipelines are ready' }],
    status: { activePipelines: ['nova', 'cinder'] },
    parts: { cortex: 2 },
  })
}
