// SPDX-License-Identifier: Apache-2.0
// A storage cluster: nodes, Rook's CephCluster with its daemons, and the resources of the tenants.

import { baseNamespaces, deployment, event, namespace, node, secret } from '../core.ts'
import { after, type Obj, type ObjectMaker, objectsOf, type Section, uuid, withBody } from '../kube.ts'
import { cephOf, GARDEN_LINUX, KUBERNETES, nodeNames, type StoragePool, TENANTS } from '../landscape.ts'
import { clusterSecretStore } from '../openstack/secrets.ts'
import { arbiter, CEPH_IMAGE } from './arbiter.ts'
import { appliedOnStorage, clientSecret, monEndpoints, NAMESPACE } from './ceph.ts'

const CEPH_VERSION = 'ceph version 19.2.3 (demo) squid (stable)'
const ROOK_IMAGE = 'docker.io/rook/ceph:v1.18.2'
const CHECKED = '2026-11-16T11:59:04Z'

export function storageCluster(pool: StoragePool): Section[] {
  const make = objectsOf(pool.cluster)
  const { age } = pool
  const ceph = cephCluster(make, pool)
  const holders = TENANTS.flatMap((t) => cephOf(t).map((c) => ({ t, c }))).filter(({ c }) => c.pool === pool)
  const daemon = (name: string, app: string, image: string, host?: string) =>
    deployment(
      make,
      { name, namespace: NAMESPACE, age, owner: ceph },
      { image, replicas: 1, labels: { app, ceph_daemon_id: name.replace(/^.*-/, '') }, ...(host && { host }) },
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
          .map((m, i) => daemon(`rook-ceph-mon-${m.id}`, 'rook-ceph-mon', CEPH_IMAGE, nodeNames(pool)[i])),
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

/** A file system (first pool) or an object store with a user (second pool) of the platform itself, without a claim. */
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
