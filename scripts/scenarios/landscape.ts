// SPDX-License-Identifier: Apache-2.0
// The definition of the healthy fleet: regions, pools, tenants. Everything else is derived from this file.

/** The fleet of the failure modes: one tenant, one pool of each kind, three nodes each. See small.ts. */
export const IS_SMALL = process.env['C5C3_LANDSCAPE'] === 'small'

const kept = <T>(all: readonly T[]): readonly T[] => (IS_SMALL ? all.slice(0, 1) : all)

export type Size = 'small' | 'medium' | 'large'

export interface ControlPlaneSite {
  readonly region: string
  readonly cluster: string
  readonly claim: string
  readonly workers: number
  readonly age: string
}

export interface HypervisorPool {
  readonly name: string
  readonly cluster: string
  readonly region: string
  readonly nodes: number
  readonly maxNodes: number
  readonly machinePool: string
  readonly machineClass: string
  readonly labels: Readonly<Record<string, string>>
  readonly zones: readonly string[]
  /** Second octet of the network of the pool. */
  readonly net: number
  readonly age: string
}

export interface StoragePool {
  readonly name: string
  readonly cluster: string
  readonly region: string
  readonly nodes: number
  readonly machinePool: string
  readonly deviceClass: 'nvme' | 'hdd'
  readonly targetCapacity: string
  readonly osdsPerNode: number
  readonly bytesTotal: number
  readonly bytesUsed: number
  readonly monitors: readonly { readonly id: string; readonly ip: string; readonly external?: boolean }[]
  readonly arbiter: boolean
  readonly net: number
  readonly age: string
}

export interface Tenant {
  readonly claim: string
  readonly namespace: string
  readonly xr: string
  readonly size: Size
  readonly hypervisorPools: readonly string[]
  readonly storagePools: readonly string[]
  readonly quotaGB: number
  readonly cortex: boolean
  readonly age: string
  readonly externalNetwork: string
}

export const REGION = 'eu-de-1'
export const KUBERNETES = { version: '1.33.5', kubelet: 'v1.33.5' }
export const GARDEN_LINUX = 'Garden Linux 1877.6'
export const RELEASE = '2025.2'
export const OPENBAO = 'https://openbao.mgmt.c5c3.example.com:8200'
export const STORE = 'openbao-cluster-store'

export const SITES: readonly ControlPlaneSite[] = kept([
  { region: 'eu-de-1', cluster: 'control-plane.eu-de-1', claim: 'eu-de-1-control-plane', workers: 5, age: '96d' },
  { region: 'us-east-1', cluster: 'control-plane.us-east-1', claim: 'us-east-1-control-plane', workers: 5, age: '33d' },
])

export const HYPERVISOR_POOLS: readonly HypervisorPool[] = kept([
  {
    name: 'hv-pool-a',
    cluster: 'hypervisor.hv-pool-a',
    region: REGION,
    nodes: IS_SMALL ? 3 : 50,
    maxNodes: 80,
    machinePool: 'ironcore-eu-de-1-rack-1',
    machineClass: 'baremetal-kvm',
    labels: { tier: 'standard' },
    zones: ['eu-de-1a', 'eu-de-1b'],
    net: 40,
    age: '94d',
  },
  {
    name: 'hv-pool-compliance',
    cluster: 'hypervisor.hv-pool-compliance',
    region: REGION,
    nodes: 20,
    maxNodes: 20,
    machinePool: 'ironcore-dedicated-rack-1',
    machineClass: 'baremetal-kvm-isolated',
    labels: { dedicated: 'true', compliance: 'sox', isolation: 'physical', tier: 'premium' },
    zones: ['eu-de-1c'],
    net: 41,
    age: '30d',
  },
])

const TIB = 1024 ** 4

export const STORAGE_POOLS: readonly StoragePool[] = kept([
  {
    name: 'st-pool-a',
    cluster: 'storage.st-pool-a',
    region: REGION,
    nodes: 5,
    machinePool: 'ironcore-eu-de-1-storage-nvme',
    deviceClass: 'nvme',
    targetCapacity: '500Ti',
    osdsPerNode: 15,
    bytesTotal: 1536 * TIB,
    bytesUsed: 942 * TIB,
    monitors: [
      { id: 'a', ip: '10.50.0.11' },
      { id: 'b', ip: '10.50.0.12' },
      { id: 'c', ip: '10.50.0.13' },
      { id: 'd', ip: '10.50.0.14' },
      { id: 'ext-a', ip: '10.60.0.11', external: true },
    ],
    arbiter: true,
    net: 50,
    age: '93d',
  },
  {
    name: 'st-pool-b',
    cluster: 'storage.st-pool-b',
    region: REGION,
    nodes: 5,
    machinePool: 'ironcore-eu-de-1-storage-hdd',
    deviceClass: 'hdd',
    targetCapacity: '1000Ti',
    osdsPerNode: 24,
    bytesTotal: 3072 * TIB,
    bytesUsed: 1014 * TIB,
    monitors: [
      { id: 'a', ip: '10.51.0.11' },
      { id: 'b', ip: '10.51.0.12' },
      { id: 'c', ip: '10.51.0.13' },
    ],
    arbiter: false,
    net: 51,
    age: '91d',
  },
])

/**
 * Every isolation strategy occurs once: customer-a-prod and customer-b-staging only share, hv-pool-compliance is
 * dedicated, finance-prod is hybrid (dedicated hypervisors, shared storage), internal-prod is tiered (NVMe and HDD).
 */
export const TENANTS: readonly Tenant[] = kept([
  {
    claim: 'customer-a-prod',
    namespace: 'tenant-customer-a',
    xr: 'customer-a-prod-x7k2p',
    size: 'large',
    hypervisorPools: ['hv-pool-a'],
    storagePools: ['st-pool-a'],
    quotaGB: 10000,
    cortex: true,
    age: '41d',
    externalNetwork: 'ext-customer-a',
  },
  {
    claim: 'customer-b-staging',
    namespace: 'tenant-customer-b',
    xr: 'customer-b-staging-m4q9t',
    size: 'small',
    hypervisorPools: ['hv-pool-a'],
    storagePools: ['st-pool-a'],
    quotaGB: 2000,
    cortex: false,
    age: '12d',
    externalNetwork: 'ext-customer-b',
  },
  {
    claim: 'finance-prod',
    namespace: 'tenant-finance',
    xr: 'finance-prod-c6zrd',
    size: 'large',
    hypervisorPools: ['hv-pool-compliance'],
    storagePools: ['st-pool-b'],
    quotaGB: 40000,
    cortex: true,
    age: '27d',
    externalNetwork: 'ext-finance',
  },
  {
    claim: 'internal-prod',
    namespace: 'tenant-internal',
    xr: 'internal-prod-8hn5w',
    size: 'medium',
    hypervisorPools: ['hv-pool-a'],
    storagePools: ['st-pool-a', 'st-pool-b'],
    quotaGB: 5000,
    cortex: true,
    age: '88d',
    externalNetwork: 'ext-internal',
  },
])

export interface Replicas {
  readonly mariadb: number
  readonly keystone: number
  readonly novaApi: number
}

/** Replicas by size of a claim; everything else is fixed. */
export const REPLICAS: Readonly<Record<Size | 'xlarge', Replicas>> = {
  small: { mariadb: 1, keystone: 1, novaApi: 1 },
  medium: { mariadb: 3, keystone: 3, novaApi: 3 },
  large: { mariadb: 3, keystone: 3, novaApi: 5 },
  xlarge: { mariadb: 5, keystone: 5, novaApi: 7 },
}

export interface CephAccess {
  readonly pool: StoragePool
  readonly first: boolean
  /** Names of the RBD pools, by use. */
  readonly pools: Readonly<Record<string, string>>
  readonly client: string
  /** Name of the Secret in the control plane, and of the objects that transport it. */
  readonly secret: string
  readonly path: string
}

/** The resources of a tenant on its storage pools: names derive from the XR, the second pool adds its name. */
export function cephOf(tenant: Tenant): CephAccess[] {
  return tenant.storagePools.map((name, i) => {
    const pool = STORAGE_POOLS.find((p) => p.name === name)
    if (!pool) throw new Error(`${tenant.claim}: no storage pool ${name}`)
    const first = i === 0
    const base = first ? tenant.xr : `${tenant.xr}-${name}`
    return {
      pool,
      first,
      pools: first
        ? { volumes: `${base}-volumes`, images: `${base}-images`, ephemeral: `${base}-ephemeral` }
        : { volumes: `${base}-volumes` },
      client: `openstack-${base}`,
      secret: `ceph-client-${base}`,
      path: `ceph/${name}/openstack-${base}`,
    }
  })
}

export function hypervisorPool(name: string): HypervisorPool {
  const pool = HYPERVISOR_POOLS.find((p) => p.name === name)
  if (!pool) throw new Error(`no hypervisor pool ${name}`)
  return pool
}

/** Names of the nodes of a pool, as Gardener generates them: shoot, worker group, a short hash. */
export function nodeNames(pool: HypervisorPool | StoragePool): string[] {
  const short = pool.name.replace(/^(hv|st)-pool-/, '')
  const prefix = pool.name.startsWith('hv') ? 'hv' : 'st'
  return Array.from({ length: pool.nodes }, (_, i) => `${prefix}-${short}-${String(i + 1).padStart(3, '0')}`)
}

export function openstackNamespace(tenant: Tenant): string {
  return `openstack-${tenant.xr}`
}
