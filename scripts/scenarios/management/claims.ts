// SPDX-License-Identifier: Apache-2.0
// All claims of the fleet: those of tenants, and the pools of the platform.

import { namespace } from '../core.ts'
import { objectsOf, type Section } from '../kube.ts'
import { cephOf, hypervisorPool, REGION, SITES, TENANTS, type Tenant } from '../landscape.ts'
import { appliedByCrossplane, EU_CLUSTER } from '../openstack/control-plane.ts'
import { internalUrl } from '../openstack/service-addresses.ts'
import { appliedOnStorage, monEndpoints } from '../pools/ceph.ts'
import { BY_CONDITION, BY_EXISTENCE, BY_PHASE, type Claim, render } from './claim.ts'
import { poolClaims } from './pool-claims.ts'

const make = objectsOf('management')

/** One section each for tenants and the platform. */
export function claims(): Section[] {
  return [
    { title: 'pools of the platform: claims, composite resources, Objects', objects: poolClaims().flatMap(render) },
    ...TENANTS.map((t) => ({
      title: `tenant ${t.claim}: claim, composite resource, Objects`,
      objects: [namespace(make, t.namespace, t.age), ...render(openStackClaim(t))],
    })),
  ]
}

/** The number of Objects that use each ProviderConfig. */
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
