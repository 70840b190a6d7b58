// SPDX-License-Identifier: Apache-2.0
// One kind and version with five API flavours: ControlPlanes A to E side by side. E is the existing one; the others
// have a small control plane each, modelled on its parts.
import { completedJob, namespace } from '../core.ts'
import { Incident } from '../incident.ts'
import { after, ago, conditions, type Obj, objectsOf, ownerOf, withBody } from '../kube.ts'
import { oneCluster } from '../one-cluster.ts'

const CLUSTER = 'management'
const make = objectsOf('one-cluster/management')

type Clone = (kind: string, name: string, as: string, owner: Obj) => Obj

export function dialects(): Incident {
  const incident = new Incident(oneCluster())
  const clone: Clone = (kind, name, as, owner) => copyOf(incident.get(CLUSTER, `${kind} openstack/${name}`), as, owner)
  incident
    .chapter('A: the seeds’ provisioning; its status is a word for each service')
    .add(CLUSTER, ...withSecrets(incident, dialectA(clone)))
  incident
    .chapter('B: the seeds’ control plane; Keystone fills its database')
    .add(CLUSTER, ...withSecrets(incident, dialectB(clone)))
  incident
    .chapter('C: the architecture documents; its status is a map of services')
    .add(CLUSTER, ...withSecrets(incident, dialectC(clone)))
  incident
    .chapter('D: the documents on credentials; only identity is spoken of')
    .add(CLUSTER, ...withSecrets(incident, dialectD(clone)))
  return incident
}

/** With the Secrets that copied objects refer to by name. */
function withSecrets(incident: Incident, objects: readonly Obj[]): Obj[] {
  const named = objects.flatMap(({ spec, metadata }) =>
    [...JSON.stringify(spec ?? {}).matchAll(/ecretRef":\{"name":"([^"]+)"/g)].map(
      ([, name = '']) => `${metadata.namespace} ${name}`,
    ),
  )
  const secrets = [...new Set(named)].flatMap((place) => {
    const [namespace = '', name = ''] = place.split(' ')
    const found = incident
      .all(CLUSTER)
      .find(({ kind, metadata }) => kind === 'Secret' && metadata.namespace === 'openstack' && metadata.name === name)
    if (!found) throw new Error(`the first control plane has no Secret ${name}`)
    const created = make('v1', 'Secret', { name, namespace, age: '1h' })
    return [{ ...created, type: found['type'], data: found['data'] }]
  })
  return [...objects, ...secrets]
}

/** A copy of an object in the namespace of another owner. */
function copyOf(o: Obj, name: string, owner: Obj): Obj {
  const { namespace: ns = '', creationTimestamp } = owner.metadata
  const created = make(o.apiVersion, o.kind, {
    name,
    namespace: ns,
    age: '1d',
    born: after(creationTimestamp, 20),
    generation: 1,
  })
  const body = { spec: o['spec'], status: o['status'] }
  return { ...withBody(created, body), metadata: { ...created.metadata, ownerReferences: [ownerOf(owner)] } }
}

function infrastructure(clone: Clone, owner: Obj): Obj[] {
  return [
    clone('SecretStore', 'openbao-tenant-store', 'openbao-tenant-store', owner),
    clone('MariaDB', 'openstack-db', 'openstack-db', owner),
    clone('Memcached', 'openstack-memcached', 'openstack-memcached', owner),
  ]
}

function controlPlane(name: string, age: string, spec: object, status: (o: Obj) => object): [Obj, Obj] {
  const home = namespace(make, name, age)
  const o = make('c5c3.io/v1alpha1', 'ControlPlane', { name, namespace: name, age, generation: 1 })
  return [home, withBody(o, { spec, status: { observedGeneration: 1, ...status(o) } })]
}

function dialectA(clone: Clone): Obj[] {
  const spec = {
    compute: { hypervisorClusters: [] },
    infrastructure: { mariadb: { replicas: 1 }, memcached: { replicas: 1 } },
    openstack: { keystone: { replicas: 1 }, placement: { replicas: 1 }, octavia: { enabled: false } },
    cortex: { enabled: false },
    tls: { enabled: true, issuerRef: 'openbao-ca-issuer' },
  }
  const [home, plane] = controlPlane('dialect-a', '9d', spec, () => ({
    services: { keystone: 'Running', placement: 'Running' },
  }))
  return [
    home,
    plane,
    ...infrastructure(clone, plane),
    clone('Keystone', 'cobaltcore-keystone', 'keystone', plane),
    clone('Placement', 'cobaltcore-placement', 'placement', plane),
  ]
}

function dialectB(clone: Clone): Obj[] {
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
  const keystone = clone('Keystone', 'cobaltcore-keystone', 'keystone', plane)
  const id = { name: 'keystone-db-sync', namespace: 'dialect-b', age: '2m', born: ago('2m'), owner: keystone }
  const job = completedJob(make, id, 'ghcr.io/c5c3/keystone:2025.2', ago('2m'), 40)
  return [
    home,
    plane,
    ...infrastructure(clone, plane),
    withBody(keystone, {
      status: {
        observedGeneration: 1,
        conditions: conditions(keystone, [
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
    withBody(job, { status: { startTime: ago('2m'), active: 1, ready: 1 } }),
  ]
}

function dialectC(clone: Clone): Obj[] {
  const spec = {
    openStackRelease: '2025.2',
    infrastructure: { database: { replicas: 1 }, messaging: { replicas: 1 }, cache: { replicas: 1 } },
    services: {
      keystone: { enabled: true, replicas: 1 },
      nova: { enabled: true, replicas: { api: 3, scheduler: 2, conductor: 3 } },
    },
    global: { region: 'RegionOne' },
    korc: { cloudCredentialsRef: { cloudName: 'openstack', secretName: 'k-orc-clouds-yaml' } },
  }
  const [home, plane] = controlPlane('dialect-c', '40d', spec, (o) => ({
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
  const nova = make('nova.openstack.c5c3.io/v1alpha1', 'Nova', {
    name: 'nova',
    namespace: 'dialect-c',
    age: '40d',
    generation: 2,
    owner: plane,
  })
  return [
    home,
    plane,
    ...infrastructure(clone, plane),
    clone('Keystone', 'cobaltcore-keystone', 'keystone', plane),
    withBody(nova, {
      spec: { api: { replicas: 3 }, scheduler: { replicas: 2 }, conductor: { replicas: 3 } },
      status: {
        observedGeneration: 2,
        conditions: conditions(nova, [
          { type: 'DatabaseReady', reason: 'DatabaseSynced', message: 'Database schema is up to date' },
          { type: 'APIReady', status: 'False', reason: 'UpdateInProgress', message: '1 of 3 API replicas updated' },
          {
            type: 'Ready',
            status: 'False',
            reason: 'NotAllReady',
            message: 'One or more sub-conditions are not ready',
          },
        ]),
      },
    }),
  ]
}

function dialectD(clone: Clone): Obj[] {
  const user = (name: string) => ({ name, project: 'service', roles: ['service'] })
  const spec = { identity: { keystone: { bootstrap: { serviceUsers: [user('glance'), user('nova')] } } } }
  const [home, plane] = controlPlane('dialect-d', '40d', spec, (o) => ({
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
  return [home, plane, ...infrastructure(clone, plane), clone('Keystone', 'cobaltcore-keystone', 'keystone', plane)]
}
