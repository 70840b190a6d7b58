// SPDX-License-Identifier: Apache-2.0
// The OpenStack services of one tenant's control plane. Keystone and Placement have the released operators' shape;
// Glance on RBD, Nova, Neutron, Cinder and Cortex exist in the seeds only and follow them.
import { completedJob, cronJob, deployment, disruptionBudget } from './core.ts'
import type { CatalogService } from './identity.ts'
import { after, type ConditionWords, conditions, type Obj, type ObjectMaker, withBody } from './kube.ts'
import { cephOf, hypervisorPool, openstackNamespace, REGION, RELEASE, REPLICAS, type Tenant } from './landscape.ts'
import { OVN_ENDPOINTS } from './ovn.ts'

export interface ServiceSite {
  readonly tenant: Tenant
  readonly namespace: string
  readonly owner: Obj
}

const PORTS: Readonly<Record<string, number>> = {
  keystone: 5000,
  glance: 9292,
  placement: 8778,
  nova: 8774,
  neutron: 9696,
  cinder: 8776,
  cortex: 8080,
}

const TYPES: readonly (readonly [string, string])[] = [
  ['glance', 'image'],
  ['placement', 'placement'],
  ['nova', 'compute'],
  ['neutron', 'network'],
  ['cinder', 'volumev3'],
]

/** In-cluster address of a service. */
export function internalUrl(tenant: Tenant, service: string): string {
  const path = service === 'keystone' ? '/v3' : ''
  return `https://${service}.${openstackNamespace(tenant)}.svc.cluster.local:${PORTS[service]}${path}`
}

export function publicHost(tenant: Tenant, service: string): string {
  return `${service}.${tenant.claim}.${REGION}.c5c3.example.com`
}

/** The catalog entries K-ORC makes for a tenant. */
export function catalogOf(tenant: Tenant): CatalogService[] {
  return TYPES.map(([name, type]) => ({
    name,
    type,
    internal: internalUrl(tenant, name),
    public: `https://${publicHost(tenant, name)}`,
  }))
}

/** Every service object of a tenant with the workloads behind it. */
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

function identityOf(site: ServiceSite, name: string) {
  return { name, namespace: site.namespace, age: site.tenant.age, owner: site.owner, generation: 1 }
}

function workloads(
  make: ObjectMaker,
  site: ServiceSite,
  owner: Obj,
  service: string,
  parts: Record<string, number>,
): Obj[] {
  return Object.entries(parts).map(([name, replicas]) => {
    const labels = { 'app.kubernetes.io/name': service, 'app.kubernetes.io/component': name }
    const image = `ghcr.io/c5c3/${service}:${RELEASE}`
    return deployment(
      make,
      { name, namespace: site.namespace, age: site.tenant.age, owner },
      { image, replicas, labels },
    )
  })
}

const READY: ConditionWords = { type: 'Ready', reason: 'AllReady', message: 'All sub-conditions are ready' }

function sharedDatabase(schema: string, replicas: number) {
  return {
    clusterRef: { name: 'openstack-db' },
    credentialsMode: 'Static',
    database: schema,
    replicas,
    secretRef: { name: `${schema}-db-credentials`, key: 'password' },
    storageSize: '100Gi',
  }
}

const SHARED_CACHE = { backend: 'dogpile.cache.pymemcache', clusterRef: { name: 'openstack-memcached' }, replicas: 3 }
const SHARED_STORE = { kind: 'ClusterSecretStore', name: 'openbao-cluster-store' }

function gateway(tenant: Tenant, service: string) {
  return { hostname: publicHost(tenant, service), parentRef: { name: 'openstack', namespace: 'gateway-system' } }
}

function keystone(make: ObjectMaker, site: ServiceSite): Obj[] {
  const { tenant, namespace } = site
  const size = REPLICAS[tenant.size]
  const rotation = { maxActiveKeys: 3, rotationSchedule: '0 0 * * 0', suspend: false }
  const o = make('keystone.openstack.c5c3.io/v1alpha1', 'Keystone', {
    ...identityOf(site, 'keystone'),
    finalizers: ['keystone.openstack.c5c3.io/finalizer'],
  })
  const url = internalUrl(tenant, 'keystone')
  const cr = withBody(o, {
    spec: {
      deployment: { replicas: size.keystone },
      image: { repository: 'ghcr.io/c5c3/keystone', tag: RELEASE },
      database: sharedDatabase('keystone', size.mariadb),
      cache: SHARED_CACHE,
      fernet: rotation,
      credentialKeys: rotation,
      bootstrap: {
        adminUser: 'admin',
        adminPasswordSecretRef: { name: 'keystone-admin-credentials', key: 'password' },
        region: REGION,
        publicEndpoint: `https://${publicHost(tenant, 'keystone')}/v3`,
      },
      gateway: gateway(tenant, 'keystone'),
      secretStoreRef: SHARED_STORE,
    },
    status: {
      observedGeneration: 1,
      endpoint: url,
      installedRelease: RELEASE,
      conditions: conditions(o, [
        { type: 'SecretsReady', reason: 'SecretsAvailable', message: '' },
        {
          type: 'FernetKeysReady',
          reason: 'FernetKeysAvailable',
          message: 'Fernet keys Secret exists and rotation CronJob is configured',
        },
        {
          type: 'CredentialKeysReady',
          reason: 'CredentialKeysAvailable',
          message: 'Credential keys Secret exists and rotation CronJob is configured',
        },
        {
          type: 'DatabaseReady',
          reason: 'DatabaseSynced',
          message: 'Database schema is up to date (revision verified)',
        },
        {
          type: 'DatabaseTLSReady',
          reason: 'NotRequired',
          message: 'Database TLS is not enabled; using plaintext connection',
        },
        {
          type: 'PolicyValidReady',
          reason: 'PolicyValidationNotRequired',
          message: 'No policy overrides are configured',
        },
        { type: 'DeploymentReady', reason: 'DeploymentReady', message: 'Keystone API deployment is available' },
        { type: 'KeystoneAPIReady', reason: 'APIHealthy', message: `Keystone API is responding at ${url}` },
        { type: 'HPAReady', reason: 'HPANotRequired', message: 'Autoscaling is not configured' },
        {
          type: 'NetworkPolicyReady',
          reason: 'NetworkPolicyNotRequired',
          message: 'Network isolation is not configured',
        },
        { type: 'HTTPRouteReady', reason: 'HTTPRouteAccepted', message: 'HTTPRoute is accepted by its gateway' },
        { type: 'BootstrapReady', reason: 'BootstrapComplete', message: 'Keystone bootstrap completed successfully' },
        { type: 'TrustFlushReady', reason: 'TrustFlushNotRequired', message: 'Trust flush is not configured' },
        {
          type: 'PasswordRotationReady',
          reason: 'RotationDisabled',
          message: 'Scheduled admin password rotation is disabled',
        },
        {
          type: 'IdentityBackendsReady',
          reason: 'IdentityBackendsNotRequired',
          message: 'No KeystoneIdentityBackend references this Keystone',
        },
        READY,
      ]),
    },
  })
  const image = `ghcr.io/c5c3/keystone:${RELEASE}`
  const job = { namespace, age: tenant.age, owner: cr }
  const start = after(o.metadata.creationTimestamp, 60)
  // the Sunday before NOW
  const sunday = '2026-11-15T00:00:00Z'
  return [
    cr,
    ...workloads(make, site, cr, 'keystone', { keystone: size.keystone }),
    completedJob(make, { ...job, name: 'keystone-db-sync' }, image, start, 38),
    completedJob(make, { ...job, name: 'keystone-bootstrap' }, image, after(start, 40), 12),
    ...['fernet', 'credential'].map((keys) =>
      cronJob(
        make,
        { ...job, name: `keystone-${keys}-rotate`, age: tenant.age },
        { schedule: '0 0 * * 0', image, last: sunday },
      ),
    ),
    ...(size.keystone > 1
      ? [
          disruptionBudget(
            make,
            { ...job, name: 'keystone' },
            {
              minAvailable: size.keystone - 1,
              healthy: size.keystone,
              labels: { 'app.kubernetes.io/name': 'keystone' },
            },
          ),
        ]
      : []),
  ]
}

function placement(make: ObjectMaker, site: ServiceSite): Obj[] {
  const { tenant } = site
  const size = REPLICAS[tenant.size]
  const o = make('placement.openstack.c5c3.io/v1alpha1', 'Placement', {
    ...identityOf(site, 'placement'),
    finalizers: ['placement.openstack.c5c3.io/finalizer'],
  })
  const url = internalUrl(tenant, 'placement')
  const cr = withBody(o, {
    spec: {
      deployment: { replicas: 2 },
      openStackRelease: RELEASE,
      image: { repository: 'ghcr.io/c5c3/placement', tag: RELEASE },
      region: REGION,
      database: sharedDatabase('placement', size.mariadb),
      cache: SHARED_CACHE,
      keystoneEndpoint: internalUrl(tenant, 'keystone'),
      serviceUser: {
        username: 'placement',
        userDomainName: 'Default',
        projectName: 'service',
        projectDomainName: 'Default',
        secretRef: { name: 'placement-keystone-credentials', key: 'password' },
      },
      gateway: gateway(tenant, 'placement'),
      secretStoreRef: SHARED_STORE,
    },
    status: {
      observedGeneration: 1,
      endpoint: url,
      installedRelease: RELEASE,
      installedImage: `ghcr.io/c5c3/placement:${RELEASE}`,
      conditions: conditions(o, [
        { type: 'SecretsReady', reason: 'SecretsAvailable', message: '' },
        {
          type: 'DatabaseReady',
          reason: 'DatabaseSynced',
          message: 'Database schema is up to date (revision verified)',
        },
        { type: 'DeploymentReady', reason: 'DeploymentReady', message: 'Placement API deployment is available' },
        { type: 'PlacementAPIReady', reason: 'APIHealthy', message: `Placement API is responding at ${url}` },
        { type: 'HPAReady', reason: 'HPANotRequired', message: 'Autoscaling is not configured' },
        {
          type: 'NetworkPolicyReady',
          reason: 'NetworkPolicyNotRequired',
          message: 'Network isolation is not configured',
        },
        { type: 'HTTPRouteReady', reason: 'HTTPRouteAccepted', message: 'HTTPRoute is accepted by its gateway' },
        READY,
      ]),
    },
  })
  return [cr, ...workloads(make, site, cr, 'placement', { placement: 2 })]
}

interface SeedService {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly spec: Record<string, unknown>
  readonly conditions: readonly ConditionWords[]
  readonly status?: Record<string, unknown>
  readonly parts: Record<string, number>
}

/** A service of the seeds: image, login and dependencies first, its own part after. */
function seedService(make: ObjectMaker, site: ServiceSite, service: SeedService): Obj[] {
  const { tenant } = site
  const { name } = service
  const o = make(service.apiVersion, service.kind, identityOf(site, name))
  const cr = withBody(o, {
    spec: {
      image: { repository: `ghcr.io/c5c3/${name}`, tag: RELEASE },
      keystone: {
        authUrl: internalUrl(tenant, 'keystone'),
        appCredentialRef: { secretName: `${name}-keystone-credentials` },
      },
      publicEndpoint: `https://${publicHost(tenant, name)}`,
      ...service.spec,
    },
    status: {
      observedGeneration: 1,
      endpoint: internalUrl(tenant, name),
      ...service.status,
      conditions: conditions(o, [
        ...service.conditions,
        { type: 'Ready', reason: 'AllReady', message: 'All sub-conditions are ready' },
      ]),
    },
  })
  return [cr, ...workloads(make, site, cr, name, service.parts)]
}

function needs(...kinds: readonly string[]) {
  return kinds.map((kind) => ({ kind, name: kind.toLowerCase(), condition: 'Ready' }))
}

function messaging(namespace: string) {
  const host = (i: number) => `openstack-rabbitmq-server-${i}.openstack-rabbitmq-nodes.${namespace}:5672`
  return { secretRef: { name: 'openstack-rabbitmq-default-user' }, hosts: [0, 1, 2].map(host) }
}

const DATABASE_READY: ConditionWords = {
  type: 'DatabaseReady',
  reason: 'DatabaseSynced',
  message: 'Database schema is up to date',
}
const MESSAGING_READY: ConditionWords = {
  type: 'MessagingReady',
  reason: 'Connected',
  message: 'Connected to openstack-rabbitmq',
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
