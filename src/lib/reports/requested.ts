// SPDX-License-Identifier: Apache-2.0
import { countAt, flagAt, textAt } from '../model/fields.ts'
import type { GraphNode } from '../model/graph.ts'
import { kindName } from '../model/kind.ts'

/** One thing a claim asks for and what became of it. */
export interface Requested {
  readonly what: string
  readonly requested: string
  readonly actual: string
  readonly same: boolean
}

/** Replicas by size, as the platform promises them. */
const SIZES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  small: { MariaDB: 1, Keystone: 1 },
  medium: { MariaDB: 3, Keystone: 3 },
  large: { MariaDB: 3, Keystone: 3 },
  xlarge: { MariaDB: 5, Keystone: 5 },
}

const SERVICES = ['nova', 'neutron', 'cinder', 'glance', 'octavia', 'manila']
const POOLS = [
  ['volumePool', 'volumes'],
  ['imagePool', 'images'],
  ['ephemeralPool', 'ephemeral'],
] as const

/** What the claim asks for beside what its objects are. Only what can be compared is listed. */
export function requestedOf(claim: GraphNode, nodes: readonly GraphNode[]): readonly Requested[] {
  if (kindName(claim) !== 'OpenStackCluster.c5c3.io') return []
  return [...sizes(claim, nodes), ...services(claim, nodes), ...network(claim), ...cephPools(claim, nodes)]
}

function sizes(claim: GraphNode, nodes: readonly GraphNode[]): Requested[] {
  const size = textAt(claim.object, 'spec.size')
  const wanted = size && Object.hasOwn(SIZES, size) ? SIZES[size] : undefined
  return Object.entries(wanted ?? {}).flatMap(([kind, count]) => {
    const node = nodes.find((each) => each.kind === kind && each.object)
    const actual = countAt(node?.object, 'spec.replicas') ?? countAt(node?.object, 'spec.deployment.replicas')
    return [row(`${kind} replicas (size ${size})`, String(count), actual === undefined ? 'unknown' : String(actual))]
  })
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
    const absent = mine.some(({ source }) => source === 'unseen') ? 'unknown' : wanted ? 'not there' : 'off'
    return [row(`service ${service}`, wanted ? 'on' : 'off', there ? 'on' : absent)]
  })
}

function network(claim: GraphNode): Requested[] {
  const name = textAt(claim.object, 'spec.network.externalNetwork')
  return name ? [{ what: 'external network', requested: name, actual: 'not available from the API', same: true }] : []
}

function cephPools(claim: GraphNode, nodes: readonly GraphNode[]): Requested[] {
  const pools = nodes.filter((node) => kindName(node) === 'CephBlockPool.ceph.rook.io' && node.object)
  return POOLS.flatMap(([field, use]) => {
    const mine = pools.filter(({ name }) => name.endsWith(`-${use}`))
    const size = countAt(claim.object, `spec.storage.ceph.${field}.replication`)
    const quota = countAt(claim.object, `spec.storage.ceph.${field}.quotaGB`)
    if (mine.length === 0) return []
    const sizesThere = unique(mine.map(({ object }) => String(countAt(object, 'spec.replicated.size') ?? 'unknown')))
    const quotas = unique(mine.map(({ object }) => textAt(object, 'spec.quotas.maxSize') ?? 'none'))
    return [
      ...(size === undefined ? [] : [row(`${use} pool replication`, String(size), sizesThere)]),
      ...(quota === undefined ? [] : [row(`${use} pool quota`, `${quota} GB`, quotas, bytesOf(quotas) === quota)]),
    ]
  })
}

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
  same,
})
