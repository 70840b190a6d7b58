// SPDX-License-Identifier: Apache-2.0
// Pools and tenants of a few objects each, read as the commands read them.
import { assess } from '../../../src/lib/assess/assess.ts'
import { buildGraph } from '../../../src/lib/graph/build.ts'
import { KINDS } from '../../../src/lib/kinds/index.ts'
import type { Assessment } from '../../../src/lib/model/graph/assessment.ts'
import type { Snapshot } from '../../../src/lib/model/landscape/snapshot.ts'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'
import { type PoolIndex, poolView } from '../../../src/lib/reports/pools/pool-index.ts'
import { LONG_AGO, NOW, type Small, snapshotOf } from '../graph/small.ts'

type Fields = Readonly<Record<string, unknown>>

const READY = { conditions: ['Synced', 'Ready'].map((type) => ({ type, status: 'True', reason: 'Available' })) }

function object(apiVersion: string, kind: string, at: string, more: Fields & { labels?: Fields } = {}): KubeObject {
  const [first = '', second] = at.split('/')
  const { labels, ...body } = more
  const named = second === undefined ? { name: first } : { namespace: first, name: second }
  const metadata = { ...named, creationTimestamp: LONG_AGO, ...(labels ? { labels: labels as never } : {}) }
  return { apiVersion, kind, metadata, ...body }
}

export const claim = (at: string, hypervisorClusters: readonly string[], storageClusters: readonly string[]) =>
  object('c5c3.io/v1alpha1', 'OpenStackCluster', at, {
    spec: { region: 'r1', hypervisorClusters, storageClusters },
    status: READY,
  })

export const hypervisorPool = (name: string, spec: Fields = {}) =>
  object('crossplane.c5c3.io/v1alpha1', 'HypervisorCluster', `infra/${name}`, {
    spec: { region: 'r1', name, workers: 2, ...spec },
    status: READY,
  })

export const storagePool = (name: string, ceph: Fields = {}, spec: Fields = {}) =>
  object('crossplane.c5c3.io/v1alpha1', 'StorageCluster', `infra/${name}`, {
    spec: { region: 'r1', name, workers: 3, ceph, ...spec },
    status: READY,
  })

export const node = (name: string, more: { ready?: boolean; labels?: Fields; cpu?: string } = {}) =>
  object('v1', 'Node', name, {
    labels: { 'kubernetes.io/hostname': name, ...more.labels },
    status: {
      allocatable: { cpu: more.cpu ?? '10', memory: '100Gi' },
      conditions: [{ type: 'Ready', status: more.ready === false ? 'False' : 'True', reason: 'Kubelet' }],
    },
  })

export const hypervisor = (name: string, status: Fields = {}, spec: Fields = {}) =>
  object('kvm.cloud.sap/v1', 'Hypervisor', name, {
    spec,
    status: {
      capacity: { cpu: '10', memory: '100Gi' },
      effectiveCapacity: { cpu: '20', memory: '100Gi' },
      allocation: { cpu: '5', memory: '40Gi' },
      numInstances: 3,
      conditions: [{ type: 'Ready', status: 'True', reason: 'Ready' }],
      ...status,
    },
  })

export const cephCluster = (ceph: Fields = {}, spec: Fields = { mon: { count: 3 } }) =>
  object('ceph.rook.io/v1', 'CephCluster', 'rook-ceph/rook-ceph', {
    spec,
    status: {
      phase: 'Ready',
      ceph: {
        health: 'HEALTH_OK',
        lastChecked: new Date(NOW - 60_000).toISOString(),
        capacity: { bytesTotal: 1000, bytesUsed: 250, bytesAvailable: 750 },
        ...ceph,
      },
    },
  })

export const monitor = (id: string, host?: string, ready = 1) =>
  object('apps/v1', 'Deployment', `rook-ceph/mon-${id}`, {
    labels: { app: 'rook-ceph-mon', mon: id },
    spec: {
      replicas: 1,
      template: { spec: host ? { nodeSelector: { 'kubernetes.io/hostname': host } } : {} },
    },
    status: { replicas: 1, readyReplicas: ready, updatedReplicas: 1 },
  })

export const arbiter = (state = 'Ready') =>
  object('ceph.cobaltcore.sap.com/v1alpha1', 'RemoteArbiter', 'rook-ceph/arbiter', {
    spec: { cephCluster: { name: 'rook-ceph', namespace: 'rook-ceph' } },
    status: { state, monId: 'ext-a' },
  })

export const blockPool = (name: string, spec: Fields = {}) =>
  object('ceph.rook.io/v1', 'CephBlockPool', `rook-ceph/${name}`, {
    spec: { failureDomain: 'host', replicated: { size: 3 }, ...spec },
    status: { phase: 'Ready' },
  })

/** The composite of a claim and one Object for each of these RBD pools: pool → names. */
export function composed(name: string, pools: Readonly<Record<string, readonly string[]>>): readonly KubeObject[] {
  const all = Object.entries(pools).flatMap(([pool, rbds]) => rbds.map((rbd) => ({ pool, rbd })))
  const objects = all.map(({ pool, rbd }) =>
    object('kubernetes.crossplane.io/v1alpha2', 'Object', `${name}-${pool}-${rbd}`, {
      spec: {
        providerConfigRef: { name: pool },
        forProvider: {
          manifest: {
            apiVersion: 'ceph.rook.io/v1',
            kind: 'CephBlockPool',
            metadata: { name: rbd, namespace: 'rook-ceph' },
          },
        },
      },
      status: READY,
    }),
  )
  const refs = objects.map(({ apiVersion, kind, metadata }) => ({ apiVersion, kind, name: metadata.name }))
  return [
    object('c5c3.io/v1alpha1', 'XOpenStackCluster', name, {
      spec: { claimRef: {}, resourceRefs: refs },
      status: READY,
    }),
    ...objects,
  ]
}

export const withComposite = (tenant: KubeObject, name: string): KubeObject => ({
  ...tenant,
  spec: {
    ...(tenant.spec as Fields),
    resourceRef: { apiVersion: 'c5c3.io/v1alpha1', kind: 'XOpenStackCluster', name },
  },
})

export interface Read {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly view: PoolIndex
}

/** The clusters as a command reads them; a ProviderConfig refers to the storage pool of its name. */
export function read(clusters: Small['clusters'], gaps: Small['gaps'] = []): Read {
  const kinds = KINDS.filter(({ onDemand }) => !onDemand)
  const addresses = Object.fromEntries(
    Object.keys(clusters)
      .filter((label) => label.startsWith('storage/'))
      .map((label) => [`ProviderConfig ${label.slice('storage/'.length)}`, label]),
  )
  const snapshot = snapshotOf({ kinds, clusters, gaps, addresses })
  const assessment = assess(buildGraph(snapshot, kinds), { now: NOW })
  return { snapshot, assessment, view: poolView(snapshot, assessment) }
}

export { NOW }
