// SPDX-License-Identifier: Apache-2.0
// The four APIs of tenants and operators, as CompositeResourceDefinitions.
import { conditions, type Obj, objectsOf, withBody } from '../kube.ts'

const make = objectsOf('management')
export const PLATFORM_AGE = '96d'

type Schema = Readonly<Record<string, unknown>>

const text: Schema = { type: 'string' }
const count: Schema = { type: 'integer' }
const texts: Schema = { type: 'array', items: text }
const pools: Schema = { type: 'array', minItems: 1, items: text }

function object(properties: Record<string, Schema>, required?: readonly string[]): Schema {
  return { type: 'object', ...(required && { required }), properties }
}

function number(value: number): Schema {
  return { type: 'integer', default: value }
}

function flag(value: boolean): Schema {
  return { type: 'boolean', default: value }
}

function word(value: string, allowed?: readonly string[]): Schema {
  return { type: 'string', ...(allowed && { enum: allowed }), default: value }
}

function choice(...allowed: readonly string[]): Schema {
  return { type: 'string', enum: allowed }
}

const openStackSpec = object(
  {
    region: text,
    size: choice('small', 'medium', 'large', 'xlarge'),
    hypervisorClusters: pools,
    storageClusters: pools,
    controlPlaneCluster: text,
    services: object({
      nova: flag(true),
      neutron: flag(true),
      cinder: flag(true),
      glance: flag(true),
      octavia: flag(false),
      manila: flag(false),
    }),
    cortex: object({ enabled: flag(true), pipelines: { ...texts, default: ['nova', 'cinder'] } }),
    tls: object({ enabled: flag(true), issuerRef: text }),
    network: object({ externalNetwork: text, mtu: number(1500) }),
    storage: object({
      ceph: object({
        volumePool: object({
          replication: { ...number(3), minimum: 1, maximum: 5 },
          compression: word('aggressive', ['none', 'passive', 'aggressive', 'force']),
          quotaGB: count,
        }),
        imagePool: object({ replication: number(3), compression: word('aggressive') }),
        ephemeralPool: object({ enabled: flag(true), replication: number(2) }),
        filesystem: object({
          enabled: flag(false),
          dataPoolReplication: number(3),
          metadataPoolReplication: number(3),
        }),
        objectStore: object({ enabled: flag(false), dataPoolReplication: number(3) }),
      }),
    }),
  },
  ['region', 'size', 'hypervisorClusters', 'storageClusters'],
)

const pool = object({ name: text, status: text })

const openStackStatus = object({
  phase: choice('Pending', 'Provisioning', 'Ready', 'Degraded', 'Failed'),
  endpoints: object({ keystone: text, horizon: text, nova: text }),
  consumedPools: object({
    hypervisor: { type: 'array', items: object({ name: text, status: text, nodeCount: count }) },
    storage: { type: 'array', items: object({ name: text, status: text, availableCapacity: text }) },
  }),
  cephResources: object({
    volumePool: object({
      name: text,
      status: choice('Creating', 'Ready', 'Degraded', 'Failed'),
      usedBytes: count,
      availableBytes: count,
    }),
    imagePool: pool,
    ephemeralPool: pool,
    filesystem: object({ name: text, status: text, mdsActive: count }),
    client: object({ name: text, secretRef: text }),
  }),
})

const ironcore = (machineClass: string) =>
  object({ machinePool: text, machineClass: word(machineClass) }, ['machinePool'])

export function xrds(): Obj[] {
  return [
    xrd('crossplane.c5c3.io', 'ControlPlaneCluster', 'control-plane-cluster', {
      spec: object(
        {
          region: text,
          kubernetesVersion: word('1.29'),
          workers: number(5),
          machineType: word('m5.2xlarge'),
          volumeSize: word('200Gi'),
          highAvailability: flag(true),
        },
        ['region'],
      ),
      status: object({ phase: choice('Provisioning', 'Ready', 'Failed'), clusterName: text, kubeconfig: text }),
    }),
    xrd('crossplane.c5c3.io', 'HypervisorCluster', 'hypervisor-pool', {
      spec: object(
        {
          region: text,
          name: text,
          kubernetesVersion: word('1.29'),
          workers: number(20),
          maxWorkers: number(100),
          ironcore: ironcore('baremetal-kvm'),
          labels: { type: 'object', additionalProperties: text },
        },
        ['region', 'name'],
      ),
      status: object({
        phase: choice('Provisioning', 'Ready', 'Scaling', 'Failed'),
        clusterName: text,
        nodeCount: count,
        availableCapacity: object({ vcpus: count, memoryGB: count }),
      }),
    }),
    xrd('crossplane.c5c3.io', 'StorageCluster', 'storage-pool', {
      spec: object(
        {
          region: text,
          name: text,
          kubernetesVersion: word('1.29'),
          workers: number(5),
          ironcore: ironcore('baremetal-storage'),
          ceph: object({
            osdCount: number(15),
            deviceClass: word('nvme', ['hdd', 'ssd', 'nvme']),
            targetCapacity: text,
            replicationFactor: number(3),
          }),
          arbiterCluster: text,
        },
        ['region', 'name'],
      ),
      status: object({
        phase: choice('Provisioning', 'Ready', 'Expanding', 'Failed'),
        clusterName: text,
        capacity: object({ total: text, available: text, used: text }),
        health: choice('HEALTH_OK', 'HEALTH_WARN', 'HEALTH_ERR'),
      }),
    }),
    xrd('c5c3.io', 'OpenStackCluster', 'openstack-cluster', { spec: openStackSpec, status: openStackStatus }),
  ]
}

function xrd(group: string, kind: string, composition: string, properties: Record<string, Schema>): Obj {
  const plural = `${kind.toLowerCase()}s`
  const o = make('apiextensions.crossplane.io/v1', 'CompositeResourceDefinition', {
    name: `x${plural}.${group}`,
    age: PLATFORM_AGE,
    generation: 1,
    finalizers: ['offered.apiextensions.crossplane.io', 'defined.apiextensions.crossplane.io'],
  })
  const apiVersion = `${group}/v1alpha1`
  return withBody(o, {
    spec: {
      group,
      names: { kind: `X${kind}`, plural: `x${plural}` },
      claimNames: { kind, plural },
      defaultCompositionRef: { name: composition },
      defaultCompositeDeletePolicy: 'Background',
      defaultCompositionUpdatePolicy: 'Automatic',
      versions: [
        {
          name: 'v1alpha1',
          served: true,
          referenceable: true,
          schema: { openAPIV3Schema: { type: 'object', properties } },
        },
      ],
    },
    status: {
      conditions: conditions(
        o,
        [
          { type: 'Offered', reason: 'WatchingCompositeResourceClaim' },
          { type: 'Established', reason: 'WatchingCompositeResource' },
        ],
        0,
        false,
      ),
      controllers: {
        compositeResourceClaimType: { apiVersion, kind },
        compositeResourceType: { apiVersion, kind: `X${kind}` },
      },
    },
  })
}
