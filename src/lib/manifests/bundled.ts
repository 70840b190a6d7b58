// SPDX-License-Identifier: Apache-2.0
// Schemas of the four APIs from the specification of CobaltCore, used when no cluster is read.
type Schema = Readonly<Record<string, unknown>>

const text: Schema = { type: 'string' }
const pools: Schema = { type: 'array', minItems: 1, items: text }
const map = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
})
const count = (value?: number): Schema => ({ type: 'integer', ...(value === undefined ? {} : { default: value }) })
const flag = (value: boolean): Schema => ({ type: 'boolean', default: value })
const word = (value: string, allowed?: readonly string[]): Schema => ({
  type: 'string',
  default: value,
  ...(allowed ? { enum: allowed } : {}),
})

const CEPH = map({
  volumePool: map({
    replication: { ...count(3), minimum: 1, maximum: 5 },
    compression: word('aggressive', ['none', 'passive', 'aggressive', 'force']),
    quotaGB: count(),
  }),
  imagePool: map({ replication: count(3), compression: word('aggressive') }),
  ephemeralPool: map({ enabled: flag(true), replication: count(2) }),
  filesystem: map({ enabled: flag(false), dataPoolReplication: count(3), metadataPoolReplication: count(3) }),
  objectStore: map({ enabled: flag(false), dataPoolReplication: count(3) }),
})

const ironcore = (machineClass: string) => map({ machinePool: text, machineClass: word(machineClass) }, ['machinePool'])

/** Schema of spec by Kind.group/version. */
export const BUNDLED: ReadonlyMap<string, Schema> = new Map([
  [
    'OpenStackCluster.c5c3.io/v1alpha1',
    map(
      {
        region: text,
        size: { type: 'string', enum: ['small', 'medium', 'large', 'xlarge'] },
        hypervisorClusters: pools,
        storageClusters: pools,
        controlPlaneCluster: text,
        services: map({
          nova: flag(true),
          neutron: flag(true),
          cinder: flag(true),
          glance: flag(true),
          octavia: flag(false),
          manila: flag(false),
        }),
        cortex: map({ enabled: flag(true), pipelines: { type: 'array', items: text, default: ['nova', 'cinder'] } }),
        tls: map({ enabled: flag(true), issuerRef: text }),
        network: map({ externalNetwork: text, mtu: count(1500) }),
        storage: map({ ceph: CEPH }),
      },
      ['region', 'size', 'hypervisorClusters', 'storageClusters'],
    ),
  ],
  [
    'ControlPlaneCluster.crossplane.c5c3.io/v1alpha1',
    map(
      {
        region: text,
        kubernetesVersion: word('1.29'),
        workers: count(5),
        machineType: word('m5.2xlarge'),
        volumeSize: word('200Gi'),
        highAvailability: flag(true),
      },
      ['region'],
    ),
  ],
  [
    'HypervisorCluster.crossplane.c5c3.io/v1alpha1',
    map(
      {
        region: text,
        name: text,
        kubernetesVersion: word('1.29'),
        workers: count(20),
        maxWorkers: count(100),
        ironcore: ironcore('baremetal-kvm'),
        labels: { type: 'object', additionalProperties: text },
      },
      ['region', 'name'],
    ),
  ],
  [
    'StorageCluster.crossplane.c5c3.io/v1alpha1',
    map(
      {
        region: text,
        name: text,
        kubernetesVersion: word('1.29'),
        workers: count(5),
        ironcore: ironcore('baremetal-storage'),
        ceph: map({
          osdCount: count(15),
          deviceClass: word('nvme', ['hdd', 'ssd', 'nvme']),
          targetCapacity: text,
          replicationFactor: count(3),
        }),
        arbiterCluster: text,
      },
      ['region', 'name'],
    ),
  ],
])

/** Fields that Crossplane adds to every claim. */
export const CROSSPLANE_FIELDS: ReadonlySet<string> = new Set([
  'compositionRef',
  'compositionSelector',
  'compositionRevisionRef',
  'compositionRevisionSelector',
  'compositionUpdatePolicy',
  'compositeDeletePolicy',
  'resourceRef',
  'writeConnectionSecretToRef',
  'publishConnectionDetailsTo',
  'crossplane',
])
