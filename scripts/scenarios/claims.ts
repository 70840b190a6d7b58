// SPDX-License-Identifier: Apache-2.0
// Claims, their composite resources, and the provider-kubernetes Objects that reach into the other clusters.
import { appliedOnStorage, monEndpoints } from './ceph.ts'
import { revisionOf } from './compositions.ts'
import { appliedByCrossplane, EU_CLUSTER } from './control-plane.ts'
import { namespace } from './core.ts'
import { shootOf, shootSpec } from './garden.ts'
import {
  after,
  type Condition,
  conditions,
  type Obj,
  objectsOf,
  type Section,
  startOf,
  suffix,
  withBody,
} from './kube.ts'
import {
  cephOf,
  HYPERVISOR_POOLS,
  hypervisorPool,
  KUBERNETES,
  REGION,
  SITES,
  STORAGE_POOLS,
  TENANTS,
  type Tenant,
} from './landscape.ts'
import { internalUrl } from './services.ts'

const make = objectsOf('management')

interface Composed {
  readonly template: string
  readonly providerConfig: string
  readonly remote: Obj
  readonly policy: { readonly policy: string; readonly celQuery?: string }
  readonly observeOnly?: boolean
  /** What was asked for, where the remote side adds to it. */
  readonly spec?: Record<string, unknown>
}

interface Claim {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly namespace: string
  readonly xr: string
  readonly composition: string
  readonly age: string
  readonly spec: Record<string, unknown>
  readonly status: Record<string, unknown>
  readonly composed: readonly Composed[]
}

/** Seconds from a claim to all of it being up. */
const READY_AFTER = 1100

const BY_PHASE = { policy: 'DeriveFromCelQuery', celQuery: 'object.status.phase == "Ready"' }
const BY_CONDITION = { policy: 'DeriveFromObject' }
const BY_EXISTENCE = { policy: 'SuccessfulCreate' }
const BY_SHOOT = {
  policy: 'DeriveFromCelQuery',
  celQuery: 'object.status.lastOperation.state == "Succeeded" && object.status.conditions.all(c, c.status == "True")',
}

/** The claims of tenants and of the platform, one section each. */
export function claims(): Section[] {
  return [
    { title: 'pools of the platform: claims, composite resources, Objects', objects: poolClaims().flatMap(render) },
    ...TENANTS.map((t) => ({
      title: `tenant ${t.claim}: claim, composite resource, Objects`,
      objects: [namespace(make, t.namespace, t.age), ...render(openStackClaim(t))],
    })),
  ]
}

/** How many Objects use each ProviderConfig. */
export function usersOf(providerConfig: string): number {
  return [...poolClaims(), ...TENANTS.map(openStackClaim)]
    .flatMap((c) => c.composed)
    .filter((c) => c.providerConfig === providerConfig).length
}

function openStackClaim(t: Tenant): Claim {
  const site = SITES.find((s) => s.cluster === EU_CLUSTER)
  const providerConfig = site?.claim ?? ''
  const local = appliedByCrossplane(t)
  const [first] = cephOf(t)
  return {
    apiVersion: 'c5c3.io/v1alpha1',
    kind: 'OpenStackCluster',
    name: t.claim,
    namespace: t.namespace,
    xr: t.xr,
    composition: 'openstack-cluster',
    age: t.age,
    spec: {
      region: REGION,
      size: t.size,
      hypervisorClusters: t.hypervisorPools,
      storageClusters: t.storagePools,
      services: { nova: true, neutron: true, cinder: true, glance: true, octavia: false, manila: false },
      cortex: { enabled: t.cortex, pipelines: ['nova', 'cinder'] },
      tls: { enabled: true, issuerRef: 'letsencrypt-prod' },
      network: { externalNetwork: t.externalNetwork, mtu: 1500 },
      storage: {
        ceph: {
          volumePool: { replication: 3, compression: 'aggressive', quotaGB: t.quotaGB },
          imagePool: { replication: 3, compression: 'aggressive' },
          ephemeralPool: { enabled: true, replication: 2 },
          filesystem: { enabled: false, dataPoolReplication: 3, metadataPoolReplication: 3 },
          objectStore: { enabled: false, dataPoolReplication: 3 },
        },
      },
    },
    status: {
      phase: 'Ready',
      endpoints: { keystone: internalUrl(t, 'keystone'), nova: internalUrl(t, 'nova') },
      consumedPools: {
        hypervisor: t.hypervisorPools.map((name) => ({ name, status: 'Ready', nodeCount: hypervisorPool(name).nodes })),
        storage: cephOf(t).map((c) => ({ name: c.pool.name, status: 'Ready', availableCapacity: free(c.pool) })),
      },
      cephResources: {
        volumePool: { name: first?.pools['volumes'], status: 'Ready' },
        imagePool: { name: first?.pools['images'], status: 'Ready' },
        ephemeralPool: { name: first?.pools['ephemeral'], status: 'Ready' },
        client: { name: first?.client, secretRef: first?.secret },
      },
    },
    composed: [
      ...Object.entries(local).map(([template, remote]) => ({
        template,
        providerConfig,
        remote,
        policy: remote.kind === 'Namespace' ? BY_EXISTENCE : BY_CONDITION,
      })),
      ...cephOf(t).flatMap((c) => [
        ...Object.entries(appliedOnStorage(t, c)).map(([template, remote]) => ({
          template,
          providerConfig: c.pool.name,
          remote,
          policy: remote.kind === 'PushSecret' ? BY_CONDITION : BY_PHASE,
        })),
        {
          template: c.first ? 'ceph-mon-endpoints' : `ceph-mon-endpoints-${c.pool.name}`,
          providerConfig: c.pool.name,
          remote: monEndpoints(c.pool),
          policy: BY_EXISTENCE,
          observeOnly: true,
        },
      ]),
    ],
  }
}

function free(pool: { bytesTotal: number; bytesUsed: number }): string {
  return `${Math.round((pool.bytesTotal - pool.bytesUsed) / 1024 ** 4)}Ti`
}

function poolClaims(): Claim[] {
  const shared = { apiVersion: 'crossplane.c5c3.io/v1alpha1', namespace: 'infrastructure' }
  const version = KUBERNETES.version.replace(/\.\d+$/, '')
  const shoot = (name: string): Composed[] => [
    { template: 'shoot', providerConfig: 'gardener', remote: shootOf(name), policy: BY_SHOOT, spec: shootSpec(name) },
  ]
  return [
    ...SITES.map((s) => ({
      ...shared,
      kind: 'ControlPlaneCluster',
      name: s.claim,
      xr: `${s.claim}-${suffix(s.claim)}`,
      composition: 'control-plane-cluster',
      age: s.age,
      spec: {
        region: s.region,
        kubernetesVersion: version,
        workers: s.workers,
        machineType: 'g_c16_m64',
        volumeSize: '200Gi',
        highAvailability: true,
      },
      status: { phase: 'Ready', clusterName: s.claim, kubeconfig: `${s.claim}-kubeconfig` },
      composed: shoot(s.claim),
    })),
    ...HYPERVISOR_POOLS.map((p) => ({
      ...shared,
      kind: 'HypervisorCluster',
      name: p.name,
      xr: `${p.name}-${suffix(p.name)}`,
      composition: 'hypervisor-pool',
      age: p.age,
      spec: {
        region: p.region,
        name: p.name,
        kubernetesVersion: version,
        workers: p.nodes,
        maxWorkers: p.maxNodes,
        ironcore: { machinePool: p.machinePool, machineClass: p.machineClass },
        labels: p.labels,
      },
      status: { phase: 'Ready', clusterName: p.name, nodeCount: p.nodes },
      composed: shoot(p.name),
    })),
    ...STORAGE_POOLS.map((p) => ({
      ...shared,
      kind: 'StorageCluster',
      name: p.name,
      xr: `${p.name}-${suffix(p.name)}`,
      composition: 'storage-pool',
      age: p.age,
      spec: {
        region: p.region,
        name: p.name,
        kubernetesVersion: version,
        workers: p.nodes,
        ironcore: { machinePool: p.machinePool, machineClass: 'baremetal-storage' },
        ceph: {
          osdCount: p.osdsPerNode,
          deviceClass: p.deviceClass,
          targetCapacity: p.targetCapacity,
          replicationFactor: 3,
        },
        ...(p.arbiter && { arbiterCluster: 'arbiter' }),
      },
      status: { phase: 'Ready', clusterName: p.name },
      composed: shoot(p.name),
    })),
  ]
}

/** Claim, XR and Objects, wired by references as Crossplane does it. */
function render(c: Claim): Obj[] {
  const machinery = {
    compositionRef: { name: c.composition },
    compositionRevisionRef: { name: revisionOf(c.composition) },
  }
  const claim = make(c.apiVersion, c.kind, {
    name: c.name,
    namespace: c.namespace,
    age: c.age,
    born: startOf(c.age),
    generation: 3,
    finalizers: ['finalizer.apiextensions.crossplane.io'],
  })
  const marks = {
    'crossplane.io/claim-name': c.name,
    'crossplane.io/claim-namespace': c.namespace,
    'crossplane.io/composite': c.xr,
  }
  const xr = make(c.apiVersion, `X${c.kind}`, {
    name: c.xr,
    generateName: `${c.name}-`,
    age: c.age,
    born: after(startOf(c.age), 1),
    generation: 3,
    labels: marks,
    finalizers: ['composite.apiextensions.crossplane.io'],
  })
  const objects = c.composed.map((composed) => composedObject(c, xr, marks, composed))
  const ref = (o: Obj) => ({ apiVersion: o.apiVersion, kind: o.kind, name: o.metadata.name })
  return [
    withBody(claim, {
      spec: { ...c.spec, ...machinery, compositeDeletePolicy: 'Background', resourceRef: ref(xr) },
      status: { ...c.status, conditions: ready(claim) },
    }),
    withBody(xr, {
      spec: {
        ...c.spec,
        ...machinery,
        compositionUpdatePolicy: 'Automatic',
        claimRef: { apiVersion: c.apiVersion, kind: c.kind, name: c.name, namespace: c.namespace },
        resourceRefs: objects.map(ref),
      },
      status: { ...c.status, conditions: ready(xr) },
    }),
    ...objects,
  ]
}

/** Synced at once, Ready when the last service was up. */
function ready(o: Obj): Condition[] {
  return conditions(
    o,
    [
      { type: 'Synced', reason: 'ReconcileSuccess' },
      { type: 'Ready', reason: 'Available' },
    ],
    READY_AFTER,
    false,
  )
}

function composedObject(c: Claim, xr: Obj, labels: Record<string, string>, composed: Composed): Obj {
  const name = `${c.xr}-${suffix(`${c.xr}/${composed.template}`)}`
  const born = after(xr.metadata.creationTimestamp, 1)
  const o = make('kubernetes.crossplane.io/v1alpha2', 'Object', {
    name,
    generateName: `${c.xr}-`,
    age: c.age,
    born,
    generation: 2,
    labels,
    annotations: {
      'crossplane.io/composition-resource-name': composed.template,
      'crossplane.io/external-name': name,
      ...(!composed.observeOnly && {
        'crossplane.io/external-create-pending': born,
        'crossplane.io/external-create-succeeded': after(born, 1),
      }),
    },
    owner: xr,
    finalizers: ['finalizer.managedresource.crossplane.io'],
  })
  return withBody(o, {
    spec: {
      deletionPolicy: 'Delete',
      managementPolicies: [composed.observeOnly ? 'Observe' : '*'],
      providerConfigRef: { name: composed.providerConfig },
      readiness: composed.policy,
      watch: false,
      forProvider: { manifest: desired(composed) },
    },
    status: {
      atProvider: { manifest: composed.remote },
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'Available',
          lastTransitionTime: after(born, composed.policy === BY_EXISTENCE ? 2 : READY_AFTER),
        },
        ...conditions(o, [{ type: 'Synced', reason: 'ReconcileSuccess' }], 0),
      ],
    },
  })
}

/** What the Composition asks for: identity and spec, never status. */
function desired({ remote, spec, observeOnly }: Composed): Record<string, unknown> {
  const { apiVersion, kind } = remote
  const { name, namespace: ns, labels } = remote.metadata
  const ownLabels = kind === 'Namespace' &&
    labels && { 'c5c3.io/openstack-cluster': labels['c5c3.io/openstack-cluster'] }
  const metadata = { name, ...(ns && { namespace: ns }), ...(ownLabels && { labels: ownLabels }) }
  if (observeOnly || kind === 'Namespace') return { apiVersion, kind, metadata }
  return { apiVersion, kind, metadata, spec: spec ?? remote['spec'] }
}
