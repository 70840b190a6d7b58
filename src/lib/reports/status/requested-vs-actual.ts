// SPDX-License-Identifier: Apache-2.0
import { type ControlPlaneModel, normaliseControlPlane } from '../../kinds/c5c3-operator/spec.ts'
import { sizeOf } from '../../kinds/claims/claim-sizes.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { kindName } from '../../model/graph/kind.ts'
import { countAt, flagAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** One thing a claim asks for and what became of it. */
export interface Requested {
  readonly what: string
  readonly requested: string
  readonly actual: string
  /** Left out where nobody can tell. */
  readonly same?: boolean
}

const SERVICES = ['nova', 'neutron', 'cinder', 'glance', 'octavia', 'manila']
const POOLS = [
  ['volumePool', 'volumes'],
  ['imagePool', 'images'],
  ['ephemeralPool', 'ephemeral'],
] as const

/** What the claim asks for beside what its objects are. */
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
  const wanted = sizeOf(size)
  if (!wanted) return []
  const count = (kind: string, ...paths: readonly string[]) => {
    const object = nodes.find((each) => each.kind === kind && each.object)?.object
    return paths.map((path) => countAt(object, path)).find((found) => found !== undefined)
  }
  const isOff = flagAt(claim.object, 'spec.services.nova') === false
  const replicas = (what: string, wish: number, actual: number | undefined) =>
    row(`${what} replicas (size ${size})`, String(wish), actual === undefined ? UNKNOWN : String(actual))
  return [
    replicas('MariaDB', wanted.mariadb, count('MariaDB', 'spec.replicas')),
    replicas('Keystone', wanted.keystone, count('Keystone', 'spec.replicas', 'spec.deployment.replicas')),
    ...(isOff ? [] : [replicas('Nova API', wanted.nova, count('Nova', 'spec.api.replicas'))]),
  ]
}

function services(claim: GraphNode, nodes: readonly GraphNode[]): Requested[] {
  return SERVICES.flatMap((service) => {
    const wanted = flagAt(claim.object, `spec.services.${service}`)
    if (wanted === undefined) return []
    const mine = nodes.filter(
      ({ kind, group }) => kind.toLowerCase() === service && group.endsWith('.openstack.c5c3.io'),
    )
    const there = mine.some(({ object }) => object)
    if (!wanted && !there) return []
    const absent = mine.some(({ source }) => source === 'unseen') ? UNKNOWN : wanted ? 'not there' : 'off'
    return [row(`service ${service}`, wanted ? 'on' : 'off', there ? 'on' : absent)]
  })
}

/** Neutron knows its network; where it does not say, the ControlPlane says what it was told. */
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
    const told = read(neutron, `spec.${field}`) ?? (path === undefined ? undefined : read(plane, `${path}.${field}`))
    return String(told ?? NOT_TOLD)
  }
  return [
    ...(name === undefined ? [] : [row('external network', name, actual(textAt, 'externalNetwork'))]),
    ...(mtu === undefined ? [] : [row('network MTU', String(mtu), actual(countAt, 'mtu'))]),
  ]
}

function cephPools(claim: GraphNode, nodes: readonly GraphNode[], model: ControlPlaneModel | undefined): Requested[] {
  const pools = nodes.filter((node) => kindName(node) === 'CephBlockPool.ceph.rook.io')
  return POOLS.flatMap(([field, use]) => {
    if (flagAt(claim.object, `spec.storage.ceph.${field}.enabled`) === false) return []
    const size = countAt(claim.object, `spec.storage.ceph.${field}.replication`)
    const quota = countAt(claim.object, `spec.storage.ceph.${field}.quotaGB`)
    const known = model?.ceph.pools[use]
    // The Composition names further pools of the same use after it.
    const mine = pools.filter(({ name, object }) => object && (name === known || name.endsWith(`-${use}`)))
    const absent = pools.some(({ source }) => source === 'unseen') ? UNKNOWN : 'not there'
    const told = (read: (object: unknown) => string) =>
      mine.length === 0 ? absent : unique(mine.map(({ object }) => read(object)))
    const copies = told((object) => String(countAt(object, 'spec.replicated.size') ?? UNKNOWN))
    const quotas = told((object) => textAt(object, 'spec.quotas.maxSize') ?? 'none')
    return [
      ...(size === undefined ? [] : [row(`${use} pool replication`, String(size), copies)]),
      ...(quota === undefined ? [] : [row(`${use} pool quota`, `${quota} GB`, quotas, bytesOf(quotas) === quota)]),
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
    const mine = nodes.filter((node) => kindName(node) === kind)
    const absent = mine.some(({ source }) => source === 'unseen') ? UNKNOWN : 'not there'
    return [row(what, 'on', mine.some(({ object }) => object) ? 'on' : absent)]
  })
}

const UNKNOWN = 'unknown'
const NOT_TOLD = 'not available from the API'

const unique = (texts: readonly string[]) => [...new Set(texts)].join(', ')

const UNITS: Readonly<Record<string, number>> = { Gi: 1.073741824, G: 1, Ti: 1099.511627776, T: 1000 }

/** Gigabytes of a Kubernetes quantity; a request of 10000 GB is met by 10000Gi as well as by 10000G. */
function bytesOf(quantity: string): number | undefined {
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
  ...(actual === UNKNOWN || actual === NOT_TOLD ? {} : { same }),
})
