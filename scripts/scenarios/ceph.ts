// SPDX-License-Identifier: Apache-2.0
// Storage pools: Rook's CephCluster, what each tenant holds on it, and the way of its key to the control plane.
import { baseNamespaces, boundClaim, configMap, deployment, event, namespace, node, secret } from './core.ts'
import {
  after,
  conditions,
  type Obj,
  type ObjectMaker,
  objectsOf,
  type Section,
  sha256,
  uuid,
  withBody,
} from './kube.ts'
import {
  type CephAccess,
  cephOf,
  GARDEN_LINUX,
  KUBERNETES,
  nodeNames,
  openstackNamespace,
  type StoragePool,
  TENANTS,
  type Tenant,
} from './landscape.ts'
import { cephxKey, kubeconfigOf } from './secret-values.ts'
import { clusterSecretStore, externalSecret, pushSecret } from './secrets.ts'

const NAMESPACE = 'rook-ceph'
const CEPH_IMAGE = 'quay.io/ceph/ceph:v19.2.3'
const CEPH_VERSION = 'ceph version 19.2.3 (demo) squid (stable)'
const ROOK_IMAGE = 'docker.io/rook/ceph:v1.18.2'
const CHECKED = '2026-11-16T11:59:04Z'

/** The ExternalSecret in the control plane that draws a Ceph key, and the Secret it makes. */
export function cephSecretOf(make: ObjectMaker, tenant: Tenant, ceph: CephAccess): [Obj, Obj] {
  const id = { name: ceph.secret, namespace: openstackNamespace(tenant), age: tenant.age }
  return externalSecret(make, id, { path: ceph.path, values: clientKey(ceph) })
}

function clientKey(ceph: CephAccess): { userID: string; userKey: string } {
  return { userID: ceph.client, userKey: cephxKey(`${ceph.pool.name}/${ceph.client}`) }
}

/** What Crossplane applies for a tenant on one storage pool, by template name. */
export function appliedOnStorage(tenant: Tenant, ceph: CephAccess): Record<string, Obj> {
  const make = objectsOf(ceph.pool.cluster)
  const tail = ceph.first ? '' : `-${ceph.pool.name}`
  const id = { namespace: NAMESPACE, age: tenant.age }
  const applied: Record<string, Obj> = {}
  for (const [use, name] of Object.entries(ceph.pools)) {
    applied[`ceph-blockpool-${use}${tail}`] = blockPool(make, tenant, ceph.pool, use, name)
  }
  applied[`ceph-client-openstack${tail}`] = cephClient(make, tenant, ceph)
  applied[`ceph-pushsecret${tail}`] = pushSecret(
    make,
    { ...id, name: ceph.secret },
    {
      secret: `rook-ceph-client-${ceph.client}`,
      path: ceph.path,
      keys: ['userID', 'userKey'],
    },
  )
  return applied
}

function blockPool(make: ObjectMaker, tenant: Tenant, pool: StoragePool, use: string, name: string): Obj {
  const o = make('ceph.rook.io/v1', 'CephBlockPool', {
    name,
    namespace: NAMESPACE,
    age: tenant.age,
    generation: 1,
    finalizers: ['cephblockpool.ceph.rook.io'],
  })
  const volumes = use === 'volumes'
  const ephemeral = use === 'ephemeral'
  return withBody(o, {
    spec: {
      failureDomain: 'host',
      deviceClass: pool.deviceClass,
      replicated: { size: ephemeral ? 2 : 3, requireSafeReplicaSize: !ephemeral },
      parameters: { compression_mode: ephemeral ? 'none' : 'aggressive' },
      ...(volumes && { quotas: { maxSize: `${tenant.quotaGB}G` } }),
    },
    status: {
      phase: 'Ready',
      observedGeneration: 1,
      poolID: (Number.parseInt(sha256(name).slice(0, 4), 16) % 90) + 10,
      info: { failureDomain: 'host', type: 'Replicated' },
    },
  })
}

function cephClient(make: ObjectMaker, tenant: Tenant, ceph: CephAccess): Obj {
  const o = make('ceph.rook.io/v1', 'CephClient', {
    name: ceph.client,
    namespace: NAMESPACE,
    age: tenant.age,
    generation: 1,
    finalizers: ['cephclient.ceph.rook.io'],
  })
  return withBody(o, {
    spec: {
      caps: {
        mon: 'profile rbd',
        mgr: 'profile rbd',
        osd: Object.values(ceph.pools)
          .map((p) => `profile rbd pool=${p}`)
          .join(', '),
      },
    },
    status: {
      phase: 'Ready',
      observedGeneration: 1,
      info: { secretName: `rook-ceph-client-${ceph.client}` },
      cephx: { keyGeneration: 1, keyCephVersion: '19.2.3-0', keyType: 'aes' },
    },
  })
}

/** The ConfigMap with the monitors' addresses; the control planes have to name the same ones. */
export function monEndpoints(pool: StoragePool): Obj {
  const own = pool.monitors.filter((m) => !m.external)
  const nodes = nodeNames(pool)
  const mapping = Object.fromEntries(own.map((m, i) => [m.id, { Name: nodes[i], Hostname: nodes[i], Address: m.ip }]))
  const addresses = pool.monitors.map((m) => `${m.ip}:6789`)
  return configMap(
    objectsOf(pool.cluster),
    {
      name: 'rook-ceph-mon-endpoints',
      namespace: NAMESPACE,
      age: pool.age,
      finalizers: ['ceph.rook.io/disaster-protection'],
    },
    {
      data: pool.monitors.map((m) => `${m.id}=${m.ip}:6789`).join(','),
      mapping: JSON.stringify({ node: mapping }),
      maxMonId: String(own.length - 1),
      outOfQuorum: '',
      externalMons: pool.monitors
        .filter((m) => m.external)
        .map((m) => m.id)
        .join(','),
      'csi-cluster-config-json': JSON.stringify([{ clusterID: NAMESPACE, monitors: addresses, namespace: '' }]),
    },
  )
}

function cephCluster(make: ObjectMaker, pool: StoragePool): Obj {
  const own = pool.monitors.filter((m) => !m.external)
  const external = pool.monitors.filter((m) => m.external).map((m) => m.id)
  const o = make('ceph.rook.io/v1', 'CephCluster', {
    name: 'rook-ceph',
    namespace: NAMESPACE,
    age: pool.age,
    generation: 2,
    finalizers: ['cephcluster.ceph.rook.io'],
  })
  const osds = pool.nodes * pool.osdsPerNode
  const daemons = { mon: pool.monitors.length, mgr: 2, osd: osds }
  return withBody(o, {
    spec: {
      cephVersion: { image: CEPH_IMAGE },
      dataDirHostPath: '/var/lib/rook',
      mon: { count: own.length, allowMultiplePerNode: false, ...(external.length > 0 && { externalMonIDs: external }) },
      mgr: { count: 2 },
      storage: { useAllNodes: true, useAllDevices: true },
    },
    status: {
      phase: 'Ready',
      state: 'Created',
      message: 'Cluster created successfully',
      observedGeneration: 2,
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'ClusterCreated',
          message: 'Cluster created successfully',
          lastHeartbeatTime: CHECKED,
          lastTransitionTime: after(o.metadata.creationTimestamp, 900),
        },
      ],
      ceph: {
        health: 'HEALTH_OK',
        lastChecked: CHECKED,
        lastChanged: '2026-11-02T07:14:30Z',
        previousHealth: 'HEALTH_WARN',
        fsid: uuid(`fsid:${pool.name}`),
        capacity: {
          bytesTotal: pool.bytesTotal,
          bytesUsed: pool.bytesUsed,
          bytesAvailable: pool.bytesTotal - pool.bytesUsed,
          lastUpdated: CHECKED,
        },
        versions: {
          ...Object.fromEntries(Object.entries(daemons).map(([k, n]) => [k, { [CEPH_VERSION]: n }])),
          overall: { [CEPH_VERSION]: daemons.mon + daemons.mgr + daemons.osd },
        },
      },
      storage: { deviceClasses: [{ name: pool.deviceClass }], osd: { storeType: { bluestore: osds } } },
      version: { image: CEPH_IMAGE, version: '19.2.3-0' },
    },
  })
}

/** A file system (first pool) or an object store with a user (second pool) of the platform itself, claimed by no tenant. */
function platformStorage(make: ObjectMaker, pool: StoragePool): Obj[] {
  const id = { namespace: NAMESPACE, age: pool.age, generation: 1 }
  const replicated = { replicated: { size: 3 } }
  if (pool.deviceClass === 'nvme') {
    return [
      make(
        'ceph.rook.io/v1',
        'CephFilesystem',
        { ...id, name: 'platform-cephfs' },
        {
          spec: {
            metadataPool: replicated,
            dataPools: [{ name: 'data0', ...replicated }],
            metadataServer: { activeCount: 1, activeStandby: true },
          },
          status: { phase: 'Ready', observedGeneration: 1 },
        },
      ),
    ]
  }
  const endpoint = 'http://rook-ceph-rgw-platform-rgw.rook-ceph.svc:80'
  const userSecret = 'rook-ceph-object-user-platform-rgw-database-backup'
  const user = make(
    'ceph.rook.io/v1',
    'CephObjectStoreUser',
    { ...id, name: 'database-backup' },
    {
      spec: { store: 'platform-rgw', displayName: 'Database backups' },
      status: { phase: 'Ready', observedGeneration: 1, info: { secretName: userSecret } },
    },
  )
  return [
    make(
      'ceph.rook.io/v1',
      'CephObjectStore',
      { ...id, name: 'platform-rgw' },
      {
        spec: { metadataPool: replicated, dataPool: replicated, gateway: { port: 80, instances: 2 } },
        status: { phase: 'Ready', observedGeneration: 1, endpoints: { insecure: [endpoint] }, info: { endpoint } },
      },
    ),
    user,
    secret(
      make,
      { name: userSecret, namespace: NAMESPACE, age: pool.age, owner: user },
      { AccessKey: 'DEMOONLYACCESSKEY', SecretKey: 'demo-only-secret-key', Endpoint: endpoint },
      'kubernetes.io/rook',
    ),
  ]
}

function arbiter(make: ObjectMaker, pool: StoragePool): Obj[] {
  if (!pool.arbiter) return []
  const id = { namespace: NAMESPACE, age: pool.age, generation: 1 }
  const remote = make('ceph.cobaltcore.sap.com/v1alpha1', 'RemoteCluster', { ...id, name: 'arbiter' })
  const mon = make('ceph.cobaltcore.sap.com/v1alpha1', 'RemoteArbiter', { ...id, name: 'arbiter' })
  const ok = (type: string) => ({ type, reason: 'OK', message: '' })
  return [
    withBody(remote, {
      spec: {
        namespace: 'ceph-arbiter',
        accesskeyRef: { name: 'arbiter', key: 'kubeconfig.yaml' },
        checkInterval: '1m',
        timeout: '10s',
      },
      status: {
        state: 'Ready',
        message: '',
        conditions: conditions(
          remote,
          ['SecretAvailable', 'ConfigValid', 'ClusterReachable', 'HasEnoughPermissions'].map(ok),
        ),
      },
    }),
    withBody(mon, {
      spec: {
        cephCluster: { name: 'rook-ceph', namespace: NAMESPACE },
        remoteCluster: { name: 'arbiter' },
        monIdPrefix: 'ext-',
        service: { type: 'NodePort', nodeIp: '10.60.0.11' },
      },
      status: {
        state: 'Ready',
        monId: 'ext-a',
        message: '',
        conditions: conditions(
          mon,
          [
            'RemoteClusterExists',
            'RemoteClusterReady',
            'CephClusterExists',
            'CephClusterReady',
            'CephClusterConfigured',
            'MonitorDeploymentExists',
            'MonitorDeploymentReady',
            'ArbiterDeploymentExists',
            'ArbiterDeploymentReady',
          ].map(ok),
        ),
      },
    }),
    secret(
      make,
      { name: 'arbiter', namespace: NAMESPACE, age: pool.age },
      { 'kubeconfig.yaml': kubeconfigOf('arbiter') },
    ),
  ]
}

/** Everything in one storage cluster. */
export function storageCluster(pool: StoragePool): Section[] {
  const make = objectsOf(pool.cluster)
  const { age } = pool
  const ceph = cephCluster(make, pool)
  const holders = TENANTS.flatMap((t) => cephOf(t).map((c) => ({ t, c }))).filter(({ c }) => c.pool === pool)
  const daemon = (name: string, app: string, image: string, replicas = 1) =>
    deployment(
      make,
      { name, namespace: NAMESPACE, age, owner: ceph },
      { image, replicas, labels: { app, ceph_daemon_id: name.replace(/^.*-/, '') } },
    )
  return [
    {
      title: 'the cluster itself',
      objects: [
        ...baseNamespaces(make, age),
        ...[NAMESPACE, 'external-secrets'].map((n) => namespace(make, n, age)),
        ...storageNodes(make, pool),
        clusterSecretStore(make, age, pool.name),
      ],
    },
    {
      title: 'Ceph',
      objects: [
        ceph,
        monEndpoints(pool),
        ...platformStorage(make, pool),
        ...arbiter(make, pool),
        deployment(
          make,
          { name: 'rook-ceph-operator', namespace: NAMESPACE, age },
          { image: ROOK_IMAGE, replicas: 1, labels: { app: 'rook-ceph-operator' } },
        ),
        ...(pool.arbiter
          ? [
              deployment(
                make,
                { name: 'external-arbiter-operator', namespace: NAMESPACE, age },
                {
                  image: 'ghcr.io/cobaltcore-dev/external-arbiter-operator:v0.4.1',
                  replicas: 1,
                  labels: { 'app.kubernetes.io/name': 'external-arbiter-operator' },
                },
              ),
            ]
          : []),
        ...pool.monitors
          .filter((m) => !m.external)
          .map((m) => daemon(`rook-ceph-mon-${m.id}`, 'rook-ceph-mon', CEPH_IMAGE)),
        ...['a', 'b'].map((x) => daemon(`rook-ceph-mgr-${x}`, 'rook-ceph-mgr', CEPH_IMAGE)),
        deployment(
          make,
          { name: 'external-secrets', namespace: 'external-secrets', age },
          {
            image: 'ghcr.io/external-secrets/external-secrets:v0.20.4',
            replicas: 2,
            labels: { 'app.kubernetes.io/name': 'external-secrets' },
          },
        ),
        event(make, ceph, {
          reason: 'ReconcileSucceeded',
          message: 'cluster has been configured successfully',
          source: 'rook-ceph-cluster-controller',
          age: '2h',
        }),
      ],
    },
    ...holders.map(({ t, c }) => ({
      title: `tenant ${t.claim}`,
      objects: [...Object.values(appliedOnStorage(t, c)), clientSecret(make, t, c)],
    })),
  ]
}

function clientSecret(make: ObjectMaker, tenant: Tenant, ceph: CephAccess): Obj {
  const owner = cephClient(make, tenant, ceph)
  const key = clientKey(ceph)
  const id = { name: `rook-ceph-client-${ceph.client}`, namespace: NAMESPACE, age: tenant.age, owner }
  return secret(make, id, { [ceph.client]: key.userKey, ...key }, 'kubernetes.io/rook')
}

function storageNodes(make: ObjectMaker, pool: StoragePool): Obj[] {
  return nodeNames(pool).map((name, i) =>
    node(make, name, pool.age, {
      ip: `10.${pool.net}.0.${i + 11}`,
      labels: {
        'worker.gardener.cloud/pool': pool.name,
        'topology.kubernetes.io/region': pool.region,
        'topology.kubernetes.io/zone': `${pool.region}${'abc'[i % 3]}`,
        'kubernetes.metal.cloud.sap/cluster': pool.name,
      },
      providerID: `metal://${'shoot--c5c3--'}${pool.name}/${name}`,
      cpu: 64,
      memoryGi: 512,
      kubelet: KUBERNETES.kubelet,
      os: GARDEN_LINUX,
      kernel: '6.12.48-cloud-amd64',
    }),
  )
}

/** The arbiter cluster: one monitor, nothing else. */
export function arbiterCluster(): Section[] {
  const make = objectsOf('arbiter')
  const age = '93d'
  return [
    {
      title: 'the cluster itself',
      objects: [
        ...baseNamespaces(make, age),
        namespace(make, 'ceph-arbiter', age),
        node(make, 'arbiter-001', age, {
          ip: '10.60.0.11',
          labels: {
            'worker.gardener.cloud/pool': 'default',
            'topology.kubernetes.io/region': 'eu-de-1',
            'topology.kubernetes.io/zone': 'eu-de-1d',
          },
          providerID: 'metal://shoot--c5c3--arbiter/arbiter-001',
          cpu: 8,
          memoryGi: 32,
          kubelet: KUBERNETES.kubelet,
          os: GARDEN_LINUX,
          kernel: '6.12.48-cloud-amd64',
        }),
      ],
    },
    {
      title: 'the fifth monitor of st-pool-a',
      objects: [
        deployment(
          make,
          { name: 'rook-ceph-mon-ext-a', namespace: 'ceph-arbiter', age },
          {
            image: CEPH_IMAGE,
            replicas: 1,
            labels: { app: 'rook-ceph-mon', mon: 'ext-a' },
          },
        ),
        make(
          'v1',
          'Service',
          { name: 'rook-ceph-mon-ext-a', namespace: 'ceph-arbiter', age },
          {
            spec: {
              type: 'NodePort',
              clusterIP: '100.64.12.7',
              selector: { app: 'rook-ceph-mon', mon: 'ext-a' },
              ports: [
                { name: 'tcp-msgr1', port: 6789, targetPort: 6789, protocol: 'TCP', nodePort: 30789 },
                { name: 'tcp-msgr2', port: 3300, targetPort: 3300, protocol: 'TCP', nodePort: 30300 },
              ],
            },
          },
        ),
        boundClaim(make, { name: 'rook-ceph-mon-ext-a', namespace: 'ceph-arbiter', age }, '10Gi', 'local-path'),
      ],
    },
  ]
}
