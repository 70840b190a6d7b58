// SPDX-License-Identifier: Apache-2.0
// The control plane of one tenant in the regional control-plane cluster: the ControlPlane that Crossplane applied and
// its parts.

import { namespace, secret } from '../core.ts'
import { after, conditions, type Obj, type ObjectMaker, objectsOf, startOf, withBody } from '../kube.ts'
import { cephOf, openstackNamespace, REGION, REPLICAS, type Tenant } from '../landscape.ts'
import { cephSecretOf } from '../pools/ceph.ts'
import { identity } from './identity.ts'
import { infrastructure } from './infrastructure.ts'
import { fernetKey, password } from './secret-values.ts'
import { externalSecret } from './secrets.ts'
import { catalogOf, internalUrl, publicHost } from './service-addresses.ts'
import { services } from './services.ts'
import { tempest } from './tempest.ts'

export const EU_CLUSTER = 'control-plane.eu-de-1'

export interface TenantControlPlane {
  readonly namespace: Obj
  readonly controlPlane: Obj
  readonly rest: readonly Obj[]
}

/** The objects Crossplane applies for a tenant in the control-plane cluster, by template name of the Composition. */
export function appliedByCrossplane(tenant: Tenant): Record<string, Obj> {
  const make = objectsOf(EU_CLUSTER)
  const ns = openstackNamespace(tenant)
  const applied: Record<string, Obj> = {
    // Crossplane creates it shortly after the claim.
    namespace: namespace(make, ns, tenant.age, { 'c5c3.io/openstack-cluster': 'true' }, after(startOf(tenant.age), 3)),
    controlplane: controlPlane(make, tenant),
  }
  for (const ceph of cephOf(tenant)) {
    const [pull] = cephSecretOf(make, tenant, ceph)
    applied[ceph.first ? 'ceph-externalsecret' : `ceph-externalsecret-${ceph.pool.name}`] = pull
  }
  return applied
}

/** All objects of a tenant in the control-plane cluster. */
export function tenantControlPlane(tenant: Tenant): Obj[] {
  const make = objectsOf(EU_CLUSTER)
  const ns = openstackNamespace(tenant)
  const applied = appliedByCrossplane(tenant)
  const owner = applied['controlplane']
  if (!owner) throw new Error(`${tenant.claim}: no ControlPlane`)
  const { age } = tenant
  const databases = [
    'keystone',
    'glance',
    'placement',
    'nova',
    'neutron',
    'cinder',
    ...(tenant.cortex ? ['cortex'] : []),
  ]
  return [
    ...Object.values(applied),
    ...cephOf(tenant).map((ceph) => cephSecretOf(make, tenant, ceph)[1]),
    ...infrastructure(make, {
      namespace: ns,
      owner,
      age,
      databaseReplicas: REPLICAS[tenant.size].mariadb,
      databases: [
        ...databases.map((name) => ({ name, database: name })),
        { name: 'nova-api', database: 'nova_api' },
        { name: 'nova-cell0', database: 'nova_cell0' },
      ],
    }),
    ...identity(make, {
      namespace: ns,
      path: `openstack/${tenant.xr}`,
      owner,
      age,
      authUrl: internalUrl(tenant, 'keystone'),
      publicAuthUrl: `https://${publicHost(tenant, 'keystone')}/v3`,
      region: REGION,
      cloud: 'openstack',
      catalog: catalogOf(tenant),
      clients: [...(tenant.cortex ? ['cortex'] : []), 'tempest'],
    }),
    ...databases.flatMap((name) =>
      externalSecret(
        make,
        { name: `${name}-db-credentials`, namespace: ns, age, owner },
        {
          path: `database/${tenant.xr}/${name}`,
          values: { username: name, password: password(`${ns}/db/${name}`) },
        },
      ),
    ),
    ...externalSecret(
      make,
      { name: 'keystone-admin-credentials', namespace: ns, age, owner },
      {
        path: `bootstrap/${tenant.xr}/admin`,
        values: { password: password(`admin:${ns}`) },
      },
    ),
    ...['fernet', 'credential'].map((kind) =>
      secret(
        make,
        { name: `keystone-${kind}-keys`, namespace: ns, age, owner },
        {
          '0': fernetKey(`${ns}/${kind}/0`),
          '1': fernetKey(`${ns}/${kind}/1`),
          '2': fernetKey(`${ns}/${kind}/2`),
        },
      ),
    ),
    ...services(make, { tenant, namespace: ns, owner }),
    ...tempest(make, { tenant, namespace: ns, owner }),
  ]
}

/** The ControlPlane in the API flavour of the specification. */
function controlPlane(make: ObjectMaker, tenant: Tenant): Obj {
  const ns = openstackNamespace(tenant)
  const born = after(startOf(tenant.age), 4)
  const o = make('c5c3.io/v1alpha1', 'ControlPlane', {
    name: tenant.xr,
    namespace: ns,
    age: tenant.age,
    born,
    generation: 1,
  })
  return withBody(o, { spec: controlPlaneSpec(tenant), status: controlPlaneStatus(o, tenant) })
}

export function controlPlaneSpec(tenant: Tenant): Record<string, unknown> {
  const size = REPLICAS[tenant.size]
  const all = cephOf(tenant)
  const [ceph] = all
  if (!ceph) throw new Error(`${tenant.claim}: no storage pool`)
  return {
    compute: { hypervisorClusters: tenant.hypervisorPools },
    storage: {
      storageClusters: tenant.storagePools,
      ceph: {
        secretRef: { name: ceph.secret, key: 'userKey' },
        monitors: ceph.pool.monitors.map((m) => `${m.ip}:6789`),
        pools: ceph.pools,
      },
    },
    infrastructure: {
      mariadb: { replicas: size.mariadb, storageSize: '100Gi' },
      rabbitmq: { replicas: 3 },
      valkey: { replicas: 3, sentinel: { enabled: true } },
      memcached: { replicas: 3 },
    },
    openstack: {
      keystone: { enabled: true, replicas: size.keystone },
      placement: { enabled: true, replicas: 2 },
      glance: { enabled: true, replicas: 2, backend: { type: 'rbd', pool: ceph.pools['images'] } },
      nova: {
        enabled: true,
        api: { replicas: size.novaApi },
        scheduler: { replicas: 2 },
        conductor: { replicas: 3 },
        ephemeral: { backend: 'rbd', pool: ceph.pools['ephemeral'] },
      },
      neutron: {
        enabled: true,
        api: { replicas: 3 },
        server: { replicas: 3 },
        externalNetwork: tenant.externalNetwork,
        mtu: 1500,
      },
      cinder: {
        enabled: true,
        api: { replicas: 2 },
        scheduler: { replicas: 2 },
        backends: all.map((c) => ({
          name: `ceph-${c.pool.deviceClass}`,
          type: 'rbd',
          pool: c.pools['volumes'],
          secretRef: c.secret,
        })),
      },
      octavia: { enabled: false },
      manila: { enabled: false },
    },
    cortex: { enabled: tenant.cortex, pipelines: ['nova', 'cinder'] },
    tempest: { enabled: true, schedule: '0 2 * * *' },
    korc: { enabled: true, bootstrapResources: ['domains', 'projects', 'roles'] },
    global: { region: REGION },
    tls: { enabled: true, issuerRef: 'letsencrypt-prod' },
  }
}

function controlPlaneStatus(o: Obj, tenant: Tenant): Record<string, unknown> {
  const running = ['keystone', 'placement', 'glance', 'nova', 'neutron', 'cinder', ...(tenant.cortex ? ['cortex'] : [])]
  return {
    observedGeneration: 1,
    conditions: conditions(
      o,
      [
        { type: 'InfrastructureReady', reason: 'InfrastructureReady', message: 'All backing services are ready' },
        { type: 'KeystoneReady', reason: 'KeystoneReady', message: 'Keystone is ready' },
        {
          type: 'KORCReady',
          reason: 'BootstrapImported',
          message: 'Bootstrap resources are imported, the catalog is registered',
        },
        {
          type: 'ServicesReady',
          reason: 'ServicesReady',
          message: `${running.length} of ${running.length} services are ready`,
        },
        { type: 'Ready', reason: 'AllReady', message: 'All sub-conditions are ready' },
      ],
      240,
    ),
    ceph: { volumePool: 'Ready', imagePool: 'Ready', ephemeralPool: 'Ready' },
    services: Object.fromEntries(running.map((name) => [name, 'Running'])),
  }
}
