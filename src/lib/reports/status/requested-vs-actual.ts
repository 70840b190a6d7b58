// SPDX-License-Identifier: Apache-2.0
import { type ControlPlaneModel, normaliseControlPlane } from '../../kinds/c5c3-operator/spec.ts'
import { sizeOf } from '../../kinds/claims/claim-sizes.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { kindName } from '../../model/graph/kind.ts'
import { countAt, flagAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** A requested setting and its actual value. */
export interface Requested {
  readonly what: string
  readonly requested: string
  readonly actual: string
  /** Absent if unknown. */
  readonly same?: boolean
}

const SERVICES = ['nova', 'neutron', 'cinder', 'glance', 'octavia', 'manila']
const POOL_USES = [
  ['volumePool', 'volumes'],
  ['imagePool', 'images'],
  ['ephemeralPool', 'ephemeral'],
] as const

export function requestedOf(claim: GraphNode, nodes: readonly GraphNode[]): readonly Requested[] {
  if (kindName(claim) !== 'OpenStackCluster.c5c3.io') return []
  const plane = nodes.find((node) => kindName(node) === 'ControlPlane.c5c3.io')?.object
  const model = plane && normaliseControlPlane(plane)
  return [
    ...sizes(claim, nodes),
    ...services(claim, nodes),
    ...network(claim, nodes, plane, model),
    ...cephPools(claim, nodes, model),
    ...cephServices(claim, nodes),
  ]
}

function sizes(claim: GraphNode, nodes: readonly GraphNode[]): Requested[] {
  const size = textAt(claim.object, 'spec.size')
  const desired = sizeOf(size)
  if (!desired) return []
  const count = (kind: string, ...paths: readonly string[]) => {
    const object = nodes.find((each) => each.kind === kind && each.object)?.object
    return paths.map((path) => countAt(object, path)).find((found) => found !== undefined)
  }
  const isDisabled = flagAt(claim.object, 'spec.services.nova') === false
  const replicas = (what: string, requested: number, actual: number | undefined) =>
    row(`${what} replicas (size ${size})`, String(requested), actual === undefined ? UNKNOWN : String(actual))
  return [
    replicas('MariaDB', desired.mariadb, count('MariaDB', 'spec.replicas')),
    replicas('Keystone', desired.keystone, count('Keystone', 'spec.replicas', 'spec.deployment.replicas')),
    ...(isDisabled ? [] : [replicas('Nova API', desired.nova, count('Nova', 'spec.api.replicas'))]),
  ]
}

function services(claim: GraphNode, nodes: readonly GraphNode[]): Requested[] {
  return SERVICES.flatMap((service) => {
    const desired = flagAt(claim.object, `spec.services.${service}`)
    if (desired === undefined) return []
    const matches = nodes.filter(
      ({ kind, group }) => kind.toLowerCase() === service && group.endsWith('.openstack.c5c3.io'),
    )
    const exists = matches.some(({ object }) => object)
    if (!desired && !exists) return []
    const absent = matches.some(({ source }) => source === 'unseen') ? UNKNOWN : desired ? 'not there' : 'off'
    return [row(`service ${service}`, desired ? 'on' : 'off', exists ? 'on' : absent)]
  })
}

/** The Neutron object, else the ControlPlane's settings for Neutron. */
function network(
  claim: GraphNode,
  nodes: readonly GraphNode[],
  plane: KubeObject | undefined,
  model: ControlPlaneModel | undefined,
): Requested[] {
  const neutron = nodes.find(({ kind, object }) => kind === 'Neutron' && object)?.object
  const path = model?.services.find(({ name }) => name === 'neutron')?.path
  const name = textAt(claim.object, 'spec.network.externalNetwork')
  const mtu = countAt(claim.object, 'spec.network.mtu')
  const actual = (read: (value: unknown, path: string) => string | number | undefined, field: string): string => {
    if (!neutron) return UNKNOWN
    const value = read(neutron, `spec.${field}`) ?? (path === undefined ? undefined : read(plane, `${path}.${field}`))
    return String(value ?? NOT_AVAILABLE)
  }
  return [
    ...(name === undefined ? [] : [row('external network', name, actual(textAt, 'externalNetwork'))]),
    ...(mtu === undefined ? [] : [row('network MTU', String(mtu), actual(countAt, 'mtu'))]),
  ]
}

function cephPools(claim: GraphNode, nodes: readonly GraphNode[], model: ControlPlaneModel | undefined): Requested[] {
  const pools = nodes.filter((node) => kindName(node) === 'CephBlockPool.ceph.rook.io')
  return POOL_USES.flatMap(([field, use]) => {
    if (flagAt(claim.object, `spec.storage.ceph.${field}.enabled`) === false) return []
    const size = countAt(claim.object, `spec.storage.ceph.${field}.replication`)
    const quota = countAt(claim.object, `spec.storage.ceph.${field}.quotaGB`)
    const poolName = model?.ceph.pools[use]
    // the Composition suffixes further pools of the same use
    const ownPools = pools.filter(({ name, object }) => object && (name === poolName || name.endsWith(`-${use}`)))
    const absent = pools.some(({ source }) => source === 'unseen') ? UNKNOWN : 'not there'
    const readAll = (read: (object: unknown) => string) =>
      ownPools.length === 0 ? absent : unique(ownPools.map(({ object }) => read(object)))
    const copies = readAll((object) => String(countAt(object, 'spec.replicated.size') ?? UNKNOWN))
    const quotas = readAll((object) => textAt(object, 'spec.quotas.maxSize') ?? 'none')
    return [
      ...(size === undefined ? [] : [row(`${use} pool replication`, String(size), copies)]),
      ...(quota === undefined ? [] : [row(`${use} pool quota`, `${quota} GB`, quotas, gigabytesOf(quotas) === quota)]),
    ]
  })
}

const CEPH_SERVICES = [
  ['filesystem', 'CephFilesystem.ceph.rook.io', 'Ceph filesystem'],
  ['objectStore', 'CephObjectStore.ceph.rook.io', 'Ceph object store'],
] as const

function cephServices(claim: GraphNode, nodes: readonly GraphNode[]): Requested[] {
  return CEPH_SERVICES.flatMap(([field, kind, what]) => {
    if (flagAt(claim.object, `spec.storage.ceph.${field}.enabled`) !== true) return []
    const matches = nodes.filter((node) => kindName(node) === kind)
    const absent = matches.some(({ source }) => source === 'unseen') ? UNKNOWN : 'not there'
    return [row(what, 'on', matches.some(({ object }) => object) ? 'on' : absent)]
  })
}

const UNKNOWN = 'unknown'
const NOT_AVAILABLE = 'not available from the API'

const unique = (texts: readonly string[]) => [...new Set(texts)].join(', ')

const UNITS: Readonly<Record<string, number>> = { Gi: 1.073741824, G: 1, Ti: 1099.511627776, T: 1000 }

/** Gigabytes of a Kubernetes quantity; both 10000Gi and 10000G satisfy a request of 10000 GB. */
function gigabytesOf(quantity: string): number | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(Gi|G|Ti|T)$/.exec(quantity) ?? []
  if (number === undefined || unit === undefined) return undefined
  return unit.endsWith('i')
    ? Math.round(Number(number) * (unit === 'Ti' ? 1024 : 1))
    : Math.round(Number(number) * (UNITS[unit] ?? 1))
}

const row = (what: string, requested: string, actual: string, same = requested === actual): Requested => ({
  what,
  requested,
  actual,
  ...(actual === UNKNOWN || actual === NOT_AVAILABLE ? {} : { same }),
})
