// SPDX-License-Identifier: Apache-2.0
// Two pools are being created and the first tenant of one of them was just claimed: a hypervisor pool whose machines
// join one after another, a storage pool whose API server does not exist yet, a control plane that waits for its
// database. Nothing is wrong.

import { says } from '../conditions.ts'
import { baseNamespaces, namespace, node } from '../core.ts'
import { healthy } from '../healthy.ts'
import { Incident } from '../incident.ts'
import { after, ago, conditions, type Obj, objectsOf, suffix, withBody } from '../kube.ts'
import { cephOf, GARDEN_LINUX, KUBERNETES, type Tenant } from '../landscape.ts'
import {
  BY_CONDITION,
  BY_EXISTENCE,
  BY_PHASE,
  BY_SHOOT,
  type Claim,
  type Composed,
  render,
} from '../management/claim.ts'
import { at, derived } from '../management/crossplane-events.ts'
import { controlPlaneSpec, EU_CLUSTER } from '../openstack/control-plane.ts'
import { GARDEN_NAMESPACE } from '../pools/garden.ts'

const [AGE, TENANT_AGE] = ['34m', '9m']
const HV = 'hypervisor.hv-pool-b'
const [MACHINES, JOINED] = [8, 3]

const TENANT: Tenant = {
  claim: 'customer-d-prod',
  namespace: 'tenant-customer-d',
  xr: 'customer-d-prod-h5v2n',
  size: 'medium',
  hypervisorPools: ['hv-pool-b'],
  storagePools: ['st-pool-a'],
  quotaGB: 5000,
  cortex: false,
  age: TENANT_AGE,
  externalNetwork: 'ext-customer-d',
}

export function midProvisioning(): Incident {
  const incident = new Incident(healthy())
  const management = objectsOf('management')
  const pools = [
    pool('HypervisorCluster', 'hv-pool-b', 'hypervisor-pool', growingShoot()),
    pool('StorageCluster', 'st-pool-c', 'storage-pool', startingShoot()),
  ]

  incident
    .chapter('pools of the platform that are being made')
    .add('management', ...pools.flatMap(render).map(isCreating))
  incident
    .chapter('a tenant that was asked for nine minutes ago')
    .add('management', namespace(management, TENANT.namespace, TENANT_AGE), ...render(tenantClaim()).map(isCreating))
  incident.chapter('Gardener is at it').add('garden', growingShoot(), startingShoot(), ...machinePools(), ...servers())
  incident.chapter(`${JOINED} of ${MACHINES} machines have joined`).add(HV, ...cluster())
  const [home, plane, database, ...ceph] = applied()
  if (!home || !plane || !database) throw new Error('a control plane was applied')
  incident.chapter('the tenant’s control plane waits for its database').add(EU_CLUSTER, home, plane, database)
  incident.chapter('the tenant’s pools in Ceph').add('storage.st-pool-a', ...ceph)
  return derived(incident, ago('9m'))
}

function pool(kind: string, name: string, composition: string, shoot: Obj): Claim {
  const storage = kind === 'StorageCluster'
  const spec = {
    region: 'eu-de-1',
    name,
    kubernetesVersion: KUBERNETES.version.replace(/\.\d+$/, ''),
    workers: storage ? 5 : MACHINES,
    ...(!storage && { maxWorkers: 20 }),
    ironcore: {
      machinePool: `ironcore-${name}`,
      machineClass: storage ? 'baremetal-storage' : 'baremetal-kvm',
    },
    ...(storage
      ? { ceph: { osdCount: 24, deviceClass: 'ssd', targetCapacity: '400Ti', replicationFactor: 3 } }
      : { labels: { tier: 'standard' } }),
  }
  const composed: Composed = { template: 'shoot', providerConfig: 'gardener', remote: shoot, policy: BY_SHOOT }
  return {
    apiVersion: 'crossplane.c5c3.io/v1alpha1',
    kind,
    name,
    namespace: 'infrastructure',
    xr: `${name}-${suffix(name)}`,
    composition,
    age: AGE,
    spec,
    status: { phase: 'Provisioning', clusterName: name },
    composed: [composed],
  }
}

function tenantClaim(): Claim {
  const [home, plane, , ...ceph] = applied()
  if (!home || !plane) throw new Error('a control plane was applied')
  const there = (template: string, remote: Obj, policy: Composed['policy']) => ({
    template,
    providerConfig: 'eu-de-1-control-plane',
    remote,
    policy,
  })
  return {
    apiVersion: 'c5c3.io/v1alpha1',
    kind: 'OpenStackCluster',
    name: TENANT.claim,
    namespace: TENANT.namespace,
    xr: TENANT.xr,
    composition: 'openstack-cluster',
    age: TENANT_AGE,
    spec: {
      region: 'eu-de-1',
      size: TENANT.size,
      hypervisorClusters: TENANT.hypervisorPools,
      storageClusters: TENANT.storagePools,
      services: { nova: true, neutron: true, cinder: true, glance: true, octavia: false, manila: false },
      cortex: { enabled: false, pipelines: ['nova', 'cinder'] },
      network: { externalNetwork: TENANT.externalNetwork, mtu: 1500 },
      storage: { ceph: { volumePool: { replication: 3, compression: 'aggressive', quotaGB: TENANT.quotaGB } } },
    },
    status: { phase: 'Provisioning' },
    composed: [
      there('namespace', home, BY_EXISTENCE),
      there('controlplane', plane, BY_CONDITION),
      ...ceph.map((remote) => ({
        template: remote.metadata.name.replace(`${TENANT.xr}-`, 'ceph-blockpool-'),
        providerConfig: 'st-pool-a',
        remote,
        policy: BY_PHASE,
      })),
    ],
  }
}

/** Crossplane applied it and waits. */
function isCreating(o: Obj): Obj {
  const isThere = at(o, 'spec.readiness.policy') === 'SuccessfulCreate'
  const isDone = at(o, 'status.atProvider.manifest.status.phase') === 'Ready'
  const waits = o.kind === 'Object' && !isThere && !isDone
  const born = o.metadata.creationTimestamp
  if (!waits) return o
  const change = says(o, { Ready: ['False', 'Creating'] }, after(born, 1)) as { status: object }
  return withBody(o, { status: { ...(o['status'] as object), ...change.status } })
}

interface Progress {
  readonly percent: number
  readonly doing: string
  readonly conditions: readonly (readonly [type: string, status: string, reason: string, message: string])[]
}

function shoot(
  name: string,
  workers: number,
  machineType: string,
  { percent, doing, conditions: reached }: Progress,
): Obj {
  const o = objectsOf('garden')('core.gardener.cloud/v1beta1', 'Shoot', {
    name,
    namespace: GARDEN_NAMESPACE,
    age: AGE,
    generation: 1,
    labels: { 'shoot.gardener.cloud/status': 'progressing' },
    finalizers: ['gardener'],
  })
  return withBody(o, {
    spec: {
      cloudProfile: { kind: 'CloudProfile', name: 'ironcore-metal' },
      credentialsBindingName: 'c5c3-ironcore-metal',
      purpose: 'production',
      region: 'eu-de-1',
      seedName: 'eu-de-1-soil',
      kubernetes: { version: KUBERNETES.version },
      provider: {
        type: 'ironcore-metal',
        workers: [
          {
            name,
            minimum: workers,
            maximum: workers,
            machine: { type: machineType, image: { name: 'gardenlinux', version: '1877.6.0' } },
            zones: ['eu-de-1a'],
          },
        ],
      },
    },
    status: {
      observedGeneration: 1,
      technicalID: `shoot--c5c3--${name}`,
      uid: o.metadata.uid,
      hibernated: false,
      lastOperation: {
        type: 'Create',
        state: 'Processing',
        progress: percent,
        description: doing,
        lastUpdateTime: ago('40s'),
      },
      conditions: reached.map(([type, status, reason, message]) => ({
        type,
        status,
        reason,
        message,
        lastTransitionTime: ago('12m'),
        lastUpdateTime: ago('40s'),
      })),
    },
  })
}

function growingShoot(): Obj {
  return shoot('hv-pool-b', MACHINES, 'baremetal-kvm', {
    percent: 86,
    doing: 'Waiting until shoot worker nodes have been reconciled',
    conditions: [
      [
        'APIServerAvailable',
        'True',
        'HealthzRequestSucceeded',
        'API server /healthz endpoint responded with success status code.',
      ],
      ['ControlPlaneHealthy', 'True', 'ControlPlaneRunning', 'All control plane components are healthy.'],
      [
        'EveryNodeReady',
        'Progressing',
        'MissingNodes',
        `Not enough worker nodes registered in worker pool "hv-pool-b" (${JOINED}/${MACHINES}).`,
      ],
      ['SystemComponentsHealthy', 'Progressing', 'SystemComponentsUnhealthy', 'System components are being deployed.'],
    ],
  })
}

function startingShoot(): Obj {
  return shoot('st-pool-c', 5, 'baremetal-storage', {
    percent: 41,
    doing: 'Waiting until Kubernetes API server rolled out',
    conditions: [
      ['APIServerAvailable', 'Progressing', 'APIServerNotYetDeployed', 'API server is being deployed.'],
      ['ControlPlaneHealthy', 'Progressing', 'ControlPlaneNotYetDeployed', 'Control plane is being deployed.'],
    ],
  })
}

function machinePools(): Obj[] {
  return ['hv-pool-b', 'st-pool-c'].map((name) => {
    const o = objectsOf('garden')('compute.ironcore.dev/v1alpha1', 'MachinePool', {
      name: `ironcore-${name}`,
      age: '2d',
    })
    const ready = {
      type: 'Ready',
      status: 'True',
      reason: 'Ready',
      message: '',
      lastTransitionTime: o.metadata.creationTimestamp,
    }
    return withBody(o, {
      spec: { providerID: `metal://ironcore-${name}` },
      status: { state: 'Ready', conditions: [ready] },
    })
  })
}

const MACHINE_NAMES = Array.from({ length: MACHINES }, (_, i) => `hv-b-${String(i + 1).padStart(3, '0')}`)

/** Every machine is claimed; those that have joined are bound to a server. */
function servers(): Obj[] {
  const make = objectsOf('garden')
  const ns = 'shoot--c5c3--hv-pool-b'
  const image = 'ghcr.io/ironcore-dev/os-images/gardenlinux:1877.6.0'
  return [
    namespace(make, ns, AGE),
    ...MACHINE_NAMES.map((name, i) =>
      make(
        'metal.ironcore.dev/v1alpha1',
        'ServerClaim',
        { name, namespace: ns, age: '20m', generation: 1 },
        i < JOINED
          ? { spec: { power: 'On', image, serverRef: { name } }, status: { phase: 'Bound' } }
          : { spec: { power: 'On', image }, status: { phase: 'Unbound' } },
      ),
    ),
    ...MACHINE_NAMES.slice(0, JOINED).map((name) =>
      make(
        'metal.ironcore.dev/v1alpha1',
        'Server',
        { name, age: '2d', generation: 1, labels: { 'metal.ironcore.dev/machine-pool': 'ironcore-hv-pool-b' } },
        {
          spec: {
            systemUUID: `00000000-0000-4000-8000-0000000000${name.slice(-2)}`,
            power: 'On',
            reclaimPolicy: 'Recycle',
            unclaimable: false,
            serverClaimRef: { name, namespace: ns },
          },
          status: { state: 'Reserved', powerState: 'On' },
        },
      ),
    ),
  ]
}

/** The new cluster: its first nodes, and their Hypervisors being tested. */
function cluster(): Obj[] {
  const make = objectsOf(HV)
  const nodes = MACHINE_NAMES.slice(0, JOINED).map((name, i) =>
    node(make, name, '11m', {
      ip: `10.42.0.${i + 11}`,
      labels: {
        'nova.openstack.cloud.sap/virt-driver': 'kvm',
        'node-role.kubernetes.io/hypervisor': '',
        'topology.kubernetes.io/region': 'eu-de-1',
        'topology.kubernetes.io/zone': 'eu-de-1a',
        'worker.gardener.cloud/pool': 'hv-pool-b',
      },
      providerID: `metal://shoot--c5c3--hv-pool-b/${name}`,
      cpu: 128,
      memoryGi: 1024,
      kubelet: KUBERNETES.kubelet,
      os: GARDEN_LINUX,
      kernel: '6.12.48-cloud-amd64',
    }),
  )
  return [...baseNamespaces(make, AGE), ...nodes, ...nodes.map((machine) => onboarding(machine))]
}

function onboarding(machine: Obj): Obj {
  const o = objectsOf(HV)('kvm.cloud.sap/v1', 'Hypervisor', {
    name: machine.metadata.name,
    age: '10m',
    generation: 1,
    owner: machine,
  })
  return withBody(o, {
    spec: {
      aggregates: ['eu-de-1a'],
      allowedProjects: [],
      createCertManagerCertificate: true,
      customTraits: [],
      evacuateOnReboot: true,
      highAvailability: true,
      installCertificate: true,
      lifecycleEnabled: true,
      reboot: false,
      skipTests: false,
      version: '1877.6',
    },
    status: {
      numInstances: 0,
      conditions: conditions(
        o,
        [
          { type: 'Onboarding', reason: 'Testing', message: 'Waiting for the test instance to boot' },
          { type: 'Ready', status: 'False', reason: 'Onboarding', message: 'Onboarding in progress' },
        ],
        20,
        false,
      ),
    },
  })
}

/** Namespace, ControlPlane and MariaDB in the control-plane cluster; pools in Ceph. */
function applied(): Obj[] {
  const make = objectsOf(EU_CLUSTER)
  const ns = `openstack-${TENANT.xr}`
  const home = namespace(make, ns, TENANT_AGE, { 'c5c3.io/openstack-cluster': 'true' })
  const id = { namespace: ns, age: TENANT_AGE, generation: 1 }
  const plane = make('c5c3.io/v1alpha1', 'ControlPlane', { ...id, name: TENANT.xr, born: ago('8m30s') })
  const words = `MariaDB "openstack-db" in namespace "${ns}" is not ready`
  const controlPlane = withBody(plane, {
    spec: controlPlaneSpec(TENANT),
    status: {
      observedGeneration: 1,
      conditions: conditions(plane, [
        { type: 'InfrastructureReady', status: 'False', reason: 'WaitingForDatabase', message: words },
        { type: 'Ready', status: 'False', reason: 'NotAllReady', message: 'One or more sub-conditions are not ready' },
      ]),
    },
  })
  const db = make('k8s.mariadb.com/v1alpha1', 'MariaDB', { ...id, name: 'openstack-db', owner: plane })
  const database = withBody(db, {
    spec: {
      replicas: 3,
      galera: { enabled: true },
      port: 3306,
      rootPasswordSecretKeyRef: { name: 'openstack-db-root', key: 'password', generate: true },
      storage: { size: '100Gi', storageClassName: 'ceph-rbd' },
    },
    status: {
      conditions: conditions(
        db,
        [{ type: 'Ready', status: 'False', reason: 'Initializing', message: 'Initializing' }],
        0,
        false,
      ),
    },
  })
  return [home, controlPlane, database, ...rbdPools()]
}

function rbdPools(): Obj[] {
  const [ceph] = cephOf(TENANT)
  return Object.entries(ceph?.pools ?? {}).map(([use, name]) => {
    const o = objectsOf('storage.st-pool-a')('ceph.rook.io/v1', 'CephBlockPool', {
      name,
      namespace: 'rook-ceph',
      age: TENANT_AGE,
      generation: 1,
      finalizers: ['cephblockpool.ceph.rook.io'],
    })
    return withBody(o, {
      spec: {
        failureDomain: 'host',
        deviceClass: 'nvme',
        replicated: { size: use === 'ephemeral' ? 2 : 3 },
        ...(use === 'volumes' && { quotas: { maxSize: `${TENANT.quotaGB}G` } }),
      },
      status:
        use === 'volumes' ? { phase: 'Progressing', observedGeneration: 1 } : { phase: 'Ready', observedGeneration: 1 },
    })
  })
}
