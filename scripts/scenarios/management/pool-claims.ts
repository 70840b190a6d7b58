// SPDX-License-Identifier: Apache-2.0
// Claims of the platform: control-plane clusters, hypervisor pools, storage pools. Each becomes a Shoot.

import { suffix } from '../kube.ts'
import { HYPERVISOR_POOLS, KUBERNETES, SITES, STORAGE_POOLS } from '../landscape.ts'
import { shootOf, shootSpec } from '../pools/garden.ts'
import { BY_SHOOT, type Claim, type Composed } from './claim.ts'

export function poolClaims(): Claim[] {
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
