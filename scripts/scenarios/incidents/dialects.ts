// SPDX-License-Identifier: Apache-2.0
// One kind, one version, five ways to write it: ControlPlanes A to E side by side. E is the one that is there already.
import { completedJob, namespace } from '../core.ts'
import { Incident } from '../incident.ts'
import { after, ago, conditions, type Obj, objectsOf, withBody } from '../kube.ts'
import { oneCluster } from '../one-cluster.ts'

const CLUSTER = 'management'
const make = objectsOf('one-cluster/management')

export function dialects(): Incident {
  const incident = new Incident(oneCluster())
  const there = (kind: string, name: string) => incident.get(CLUSTER, `${kind} openstack/${name}`)
  incident.chapter('A: the seeds’ provisioning; its status is a word for each service').add(CLUSTER, ...dialectA())
  incident
    .chapter('B: the seeds’ control plane; Keystone fills its database')
    .add(CLUSTER, ...dialectB(there('MariaDB', 'openstack-db'), there('Keystone', 'cobaltcore-keystone')))
  incident.chapter('C: the architecture documents; its status is a map of services').add(CLUSTER, ...dialectC())
  incident.chapter('D: the documents on credentials; only identity is spoken of').add(CLUSTER, ...dialectD())
  return incident
}

function controlPlane(name: string, age: string, spec: object, status: (o: Obj) => object): [Obj, Obj] {
  const home = namespace(make, name, age)
  const o = make('c5c3.io/v1alpha1', 'ControlPlane', { name, namespace: name, age, generation: 1 })
  return [home, withBody(o, { spec, status: { observedGeneration: 1, ...status(o) } })]
}

function dialectA(): Obj[] {
  const spec = {
    compute: { hypervisorClusters: [] },
    infrastructure: {
      mariadb: { replicas: 3 },
      rabbitmq: { replicas: 3 },
      valkey: { replicas: 3 },
      memcached: { replicas: 3 },
    },
    openstack: {
      keystone: { replicas: 3 },
      glance: { replicas: 2 },
      placement: { replicas: 2 },
      octavia: { enabled: false },
    },
    cortex: { enabled: false },
    tls: { enabled: true, issuerRef: 'openbao-ca-issuer' },
  }
  return controlPlane('dialect-a', '9d', spec, () => ({
    services: { keystone: 'Running', glance: 'Running', placement: 'Running' },
  }))
}

function dialectB(database: Obj, keystone: Obj): Obj[] {
  const spec = {
    global: {
      region: 'RegionOne',
      tls: { enabled: true, issuerRef: { name: 'openbao-ca-issuer', kind: 'ClusterIssuer' } },
    },
    infrastructure: {
      mariadb: { enabled: true, replicas: 1, storageSize: '20Gi', storageClass: 'standard' },
      memcached: { enabled: true, replicas: 1 },
    },
    services: {
      keystone: { enabled: true, replicas: 1 },
      glance: { enabled: true, replicas: 1 },
      nova: { enabled: false },
    },
    korc: { enabled: true, bootstrapResources: ['domains', 'projects', 'roles'] },
    tempest: { enabled: false },
  }
  const [home, plane] = controlPlane('dialect-b', '7m', spec, (o) => ({
    conditions: conditions(o, [
      { type: 'InfrastructureReady', reason: 'InfrastructureReady', message: 'All backing services are ready' },
      {
        type: 'KeystoneReady',
        status: 'False',
        reason: 'WaitingForKeystone',
        message: 'Keystone "keystone" is not ready',
      },
      { type: 'Ready', status: 'False', reason: 'NotAllReady', message: 'One or more sub-conditions are not ready' },
    ]),
  }))
  const id = { namespace: 'dialect-b', age: '6m', generation: 1, owner: plane }
  const db = make('k8s.mariadb.com/v1alpha1', 'MariaDB', { ...id, name: 'openstack-db' })
  const service = make('keystone.openstack.c5c3.io/v1alpha1', 'Keystone', { ...id, name: 'keystone' })
  const done = completedJob(
    make,
    { ...id, name: 'keystone-db-sync', owner: service },
    'ghcr.io/c5c3/keystone:2025.2',
    ago('2m'),
    40,
  )
  return [
    home,
    plane,
    withBody(db, {
      spec: database['spec'],
      status: {
        conditions: conditions(db, [{ type: 'Ready', reason: 'StatefulSetReady', message: 'Running' }], 0, false),
        currentPrimary: 'openstack-db-0',
        currentPrimaryPodIndex: 0,
        replicas: 1,
      },
    }),
    withBody(service, {
      spec: keystone['spec'],
      status: {
        observedGeneration: 1,
        conditions: conditions(service, [
          { type: 'SecretsReady', reason: 'SecretsAvailable', message: '' },
          { type: 'DatabaseReady', status: 'False', reason: 'DBSyncInProgress', message: 'db_sync job is running' },
          {
            type: 'Ready',
            status: 'False',
            reason: 'NotAllReady',
            message: 'One or more sub-conditions are not ready',
          },
        ]),
      },
    }),
    withBody(done, { status: { startTime: ago('2m'), active: 1, ready: 1 } }),
  ]
}

function dialectC(): Obj[] {
  const spec = {
    openStackRelease: '2025.2',
    infrastructure: { database: { replicas: 3 }, messaging: { replicas: 3 }, cache: { replicas: 3 } },
    services: {
      keystone: { enabled: true, replicas: 3 },
      nova: { enabled: true, replicas: { api: 3, scheduler: 2, conductor: 3 } },
    },
    global: { region: 'RegionOne' },
    korc: { cloudCredentialsRef: { cloudName: 'openstack', secretName: 'k-orc-clouds-yaml' } },
  }
  return controlPlane('dialect-c', '40d', spec, (o) => ({
    updatePhase: 'UpdatingServices',
    conditions: conditions(o, [
      { type: 'InfrastructureReady', reason: 'InfrastructureReady', message: 'All backing services are ready' },
      { type: 'KeystoneReady', reason: 'KeystoneReady', message: 'Keystone is ready' },
      { type: 'KORCReady', reason: 'KORCReady', message: 'K-ORC resources are available' },
      { type: 'ServicesReady', status: 'False', reason: 'UpdateInProgress', message: 'nova is being updated' },
      { type: 'Ready', status: 'False', reason: 'NotAllReady', message: 'One or more sub-conditions are not ready' },
    ]),
    services: {
      keystone: { ready: true, version: '2025.2', message: '' },
      nova: { ready: false, version: '2025.1', message: '1 of 3 API replicas updated' },
    },
  }))
}

function dialectD(): Obj[] {
  const user = (name: string) => ({ name, project: 'service', roles: ['service'] })
  const spec = { identity: { keystone: { bootstrap: { serviceUsers: [user('glance'), user('nova')] } } } }
  return controlPlane('dialect-d', '40d', spec, (o) => ({
    phase: 'Ready',
    conditions: conditions(o, [
      { type: 'KeystoneReady', reason: 'KeystoneReady', message: 'Keystone is ready' },
      { type: 'CredentialsReady', reason: 'CredentialsReady', message: '2 of 2 application credentials are valid' },
      { type: 'CrossClusterSyncReady', reason: 'Synced', message: 'Credentials are in sync' },
      { type: 'Ready', reason: 'Ready', message: 'All sub-conditions are ready' },
    ]),
    identity: {
      serviceUsers: ['glance', 'nova'].map((name) => ({
        name,
        applicationCredential: {
          status: 'Active',
          credentialID: `ac-${name}`,
          expiresAt: after(o.metadata.creationTimestamp, 7776000),
        },
      })),
    },
  }))
}
