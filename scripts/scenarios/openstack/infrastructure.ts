// SPDX-License-Identifier: Apache-2.0
// Dependencies of an OpenStack control plane: MariaDB, RabbitMQ, Valkey, Memcached.
import { boundClaim, secret, statefulSet } from '../core.ts'
import { after, ago, conditions, type Obj, type ObjectMaker, withBody } from '../kube.ts'
import { password } from './secret-values.ts'

export interface InfrastructureSite {
  readonly namespace: string
  readonly owner: Obj
  readonly age: string
  readonly databaseReplicas: number
  readonly databases: readonly { readonly name: string; readonly database: string }[]
}

/** The four backing services of one control plane, with their StatefulSets and Secrets. */
export function infrastructure(make: ObjectMaker, site: InfrastructureSite): Obj[] {
  return [...mariadb(make, site), ...rabbitmq(make, site), ...valkey(make, site), ...memcached(make, site, 3)]
}

/** A MariaDB (a Galera cluster if it has more than one replica) and its databases. */
export function mariadb(make: ObjectMaker, site: InfrastructureSite): Obj[] {
  const { namespace, age, owner, databaseReplicas: replicas } = site
  const name = 'openstack-db'
  const o = make('k8s.mariadb.com/v1alpha1', 'MariaDB', { name, namespace, age, owner, generation: 1 })
  const galera = replicas > 1
  const certificate = {
    issuer: `CN=${name}-ca`,
    notBefore: ago('20d'),
    notAfter: after(ago('20d'), 90 * 86400),
  }
  const db = withBody(o, {
    spec: {
      replicas,
      ...(galera && { galera: { enabled: true } }),
      port: 3306,
      rootPasswordSecretKeyRef: { name: `${name}-root`, key: 'password', generate: false },
      storage: { size: '100Gi', storageClassName: 'ceph-rbd' },
      tls: { enabled: true },
      metrics: { enabled: true },
      suspend: false,
    },
    status: {
      conditions: conditions(
        o,
        [
          { type: 'Ready', reason: 'StatefulSetReady', message: 'Running' },
          ...(galera
            ? [
                { type: 'GaleraReady', reason: 'GaleraReady', message: 'Galera ready' },
                { type: 'GaleraConfigured', reason: 'GaleraConfigured', message: 'Galera configured' },
              ]
            : []),
        ],
        40,
        false,
      ),
      currentPrimary: `${name}-0`,
      currentPrimaryPodIndex: 0,
      replicas,
      tls: {
        serverCert: { ...certificate, subject: `CN=${name}.${namespace}.svc` },
        clientCert: { ...certificate, subject: `CN=${name}-client` },
      },
    },
  })
  return [
    db,
    ...site.databases.map((d) => database(make, site, d.name, d.database, name)),
    statefulSet(
      make,
      { name, namespace, age, owner: db },
      workload('docker.io/library/mariadb:11.8.3', replicas, name),
    ),
    ...Array.from({ length: replicas }, (_, i) =>
      boundClaim(make, { name: `storage-${name}-${i}`, namespace, age }, '100Gi', 'ceph-rbd'),
    ),
    secret(make, { name: `${name}-root`, namespace, age, owner }, { password: password(`${namespace}/root`) }),
  ]
}

function database(make: ObjectMaker, site: InfrastructureSite, name: string, schema: string, mariadbName: string): Obj {
  const { namespace, age, owner } = site
  const o = make('k8s.mariadb.com/v1alpha1', 'Database', { name, namespace, age, owner, generation: 1 })
  return withBody(o, {
    spec: {
      name: schema,
      characterSet: 'utf8',
      collate: 'utf8_general_ci',
      mariaDbRef: { name: mariadbName, waitForIt: true },
    },
    status: { conditions: conditions(o, [{ type: 'Ready', reason: 'Created', message: 'Created' }], 0, false) },
  })
}

function rabbitmq(make: ObjectMaker, site: InfrastructureSite): Obj[] {
  const { namespace, age, owner } = site
  const name = 'openstack-rabbitmq'
  const o = make('rabbitmq.com/v1beta1', 'RabbitmqCluster', {
    name,
    namespace,
    age,
    owner,
    generation: 1,
    finalizers: ['deletion.finalizers.rabbitmqclusters.rabbitmq.com'],
  })
  const user = `${name}-default-user`
  const cluster = withBody(o, {
    spec: {
      replicas: 3,
      image: 'docker.io/library/rabbitmq:4.1.4-management',
      persistence: { storageClassName: 'ceph-rbd', storage: '50Gi' },
      resources: { requests: { cpu: '1', memory: '2Gi' }, limits: { cpu: '2', memory: '2Gi' } },
      rabbitmq: { additionalConfig: 'cluster_partition_handling = pause_minority\n' },
    },
    status: {
      observedGeneration: 1,
      quorumStatus: 'ok',
      binding: { name: user },
      defaultUser: {
        secretReference: { name: user, namespace, keys: { username: 'username', password: 'password' } },
        serviceReference: { name, namespace },
      },
      conditions: conditions(
        o,
        [
          { type: 'AllReplicasReady', reason: 'AllPodsAreReady' },
          { type: 'ClusterAvailable', reason: 'AtLeastOneEndpointAvailable' },
          { type: 'NoWarnings', reason: 'NoWarnings' },
          { type: 'ReconcileSuccess', reason: 'Success', message: 'Finish reconciling' },
        ],
        15,
        false,
      ),
    },
  })
  const login = { username: 'default_user_demo', password: password(`${namespace}/rabbitmq`) }
  return [
    cluster,
    statefulSet(
      make,
      { name: `${name}-server`, namespace, age, owner: cluster },
      workload('docker.io/library/rabbitmq:4.1.4-management', 3, name),
    ),
    secret(
      make,
      { name: user, namespace, age, owner: cluster },
      { ...login, host: `${name}.${namespace}.svc`, port: '5672' },
    ),
  ]
}

function valkey(make: ObjectMaker, site: InfrastructureSite): Obj[] {
  const { namespace, age, owner } = site
  const name = 'openstack-valkey'
  const o = make('cache.cs.sap.com/v1alpha1', 'Valkey', {
    name,
    namespace,
    age,
    owner,
    generation: 1,
    finalizers: ['valkey-operator.cs.sap.com'],
  })
  const cache = withBody(o, {
    spec: { replicas: 3, sentinel: { enabled: true }, tls: { enabled: true }, metrics: { enabled: true } },
    status: {
      state: 'Ready',
      observedGeneration: 1,
      appliedGeneration: 1,
      lastObservedAt: '2026-11-16T11:58:02Z',
      conditions: conditions(
        o,
        [{ type: 'Ready', reason: 'Ready', message: 'Dependent resources successfully reconciled' }],
        0,
        false,
      ),
    },
  })
  const binding = {
    host: `valkey-${name}.${namespace}.svc.cluster.local`,
    port: '6379',
    password: password(`${namespace}/valkey`),
    sentinelEnabled: 'true',
  }
  return [
    cache,
    statefulSet(
      make,
      { name: `valkey-${name}-node`, namespace, age, owner: cache },
      workload('docker.io/bitnami/valkey:8.1.3', 3, name),
    ),
    secret(make, { name: `valkey-${name}-binding`, namespace, age, owner: cache }, binding),
  ]
}

/** A Memcached of the C5C3 operator and its StatefulSet. */
export function memcached(
  make: ObjectMaker,
  site: Pick<InfrastructureSite, 'namespace' | 'age' | 'owner'>,
  replicas: number,
): Obj[] {
  const { namespace, age, owner } = site
  const name = 'openstack-memcached'
  const o = make('memcached.c5c3.io/v1beta1', 'Memcached', { name, namespace, age, owner, generation: 1 })
  const cache = withBody(o, {
    spec: { replicas, image: 'memcached:1.6', memcached: { maxMemoryMB: 1024, maxConnections: 4096 } },
    status: {
      observedGeneration: 1,
      readyReplicas: replicas,
      serverList: Array.from(
        { length: replicas },
        (_, i) => `${name}-${i}.${name}.${namespace}.svc.cluster.local:11211`,
      ),
      conditions: conditions(o, [
        { type: 'Available', reason: 'MinimumReplicasAvailable', message: 'minimum replicas are available' },
        { type: 'Degraded', status: 'False', reason: 'NotDegraded', message: 'all replicas are healthy' },
        { type: 'Progressing', status: 'False', reason: 'RolloutComplete', message: 'rollout is complete' },
        { type: 'Ready', reason: 'MemcachedReady', message: 'all replicas are ready' },
      ]),
    },
  })
  return [cache, statefulSet(make, { name, namespace, age, owner: cache }, workload('memcached:1.6', replicas, name))]
}

function workload(image: string, replicas: number, instance: string) {
  return { image, replicas, labels: { 'app.kubernetes.io/instance': instance } }
}
