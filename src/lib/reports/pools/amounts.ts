// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { countAt, textAt } from '../../model/object/fields.ts'
import { quantityAt } from '../../model/object/quantity.ts'
import { hiddenIn, membersOf, type PoolContext, type PoolSite } from './sites.ts'

/** How much there is of something. What is not known is left out, and said in words: it is never 0. */
export interface Amount {
  readonly total?: number
  readonly used?: number
  /** What can still be given away: not what is free on machines that are out of service. */
  readonly free?: number
  /** What of the above is not known, and why. */
  readonly unavailable?: string
}

export interface PoolAmounts {
  readonly vcpus?: Amount
  readonly memoryBytes?: Amount
  /** All copies counted, as Ceph counts. */
  readonly cephBytes?: Amount & { readonly copies?: number; readonly lastUpdated?: string }
  readonly instances?: number
  /** Hypervisors that take no new instances. */
  readonly outOfService?: number
}

/** What a pool has and what of it is used. */
export function amountsOf(assessment: Assessment, world: PoolContext, site: PoolSite): PoolAmounts {
  if (site.type === 'storage') return { cephBytes: cephAmount(world, site) }
  return site.type === 'hypervisor' ? computeAmounts(assessment, world, site) : nodeAmounts(world, site, PODS)
}

const PODS = 'use is not available from the API'
const NO_HYPERVISORS = 'use is not available from the API: there is no Hypervisor that says it'

export const hypervisorsOf = (world: PoolContext, site: PoolSite): readonly GraphNode[] =>
  membersOf(world, site, 'Hypervisor.kvm.cloud.sap', 'Hypervisor.hypervisor.c5c3.io')

function computeAmounts(assessment: Assessment, world: PoolContext, site: PoolSite): PoolAmounts {
  const hypervisors = hypervisorsOf(world, site)
  const hidden = hiddenIn(world, site, 'Hypervisor.kvm.cloud.sap')
  if (hypervisors.length === 0) return nodeAmounts(world, site, hidden ?? NO_HYPERVISORS)
  const instances = hypervisors.map(({ object }) => countAt(object, 'status.numInstances'))
  const outOfService = hypervisors.filter((node) => !takesInstances(assessment, node)).length
  return {
    vcpus: hypervisorAmount(assessment, hypervisors, 'cpu', hidden),
    memoryBytes: hypervisorAmount(assessment, hypervisors, 'memory', hidden),
    ...(instances.every((count) => count !== undefined) ? { instances: sum(instances) } : {}),
    ...(outOfService > 0 ? { outOfService } : {}),
  }
}

/** A hypervisor that Nova may give a new instance to. */
export function takesInstances(assessment: Assessment, { id, object }: GraphNode): boolean {
  const { state } = assessment.own(id)
  const disabled = object && conditionsOf(object).get('HypervisorDisabled')?.status === 'True'
  return (state === 'healthy' || state === 'degraded') && !disabled
}

/** What a hypervisor has to give and has given: with its overcommitment where it says so. */
export function loadOf({ object }: GraphNode, resource: 'cpu' | 'memory'): { total?: number; used?: number } {
  const total =
    quantityAt(object, `status.effectiveCapacity.${resource}`) ?? quantityAt(object, `status.capacity.${resource}`)
  const used = quantityAt(object, `status.allocation.${resource}`)
  return { ...(total === undefined ? {} : { total }), ...(used === undefined ? {} : { used }) }
}

function hypervisorAmount(
  assessment: Assessment,
  hypervisors: readonly GraphNode[],
  resource: 'cpu' | 'memory',
  hidden: string | undefined,
): Amount {
  const loads = hypervisors.map((node) => ({ ...loadOf(node, resource), takes: takesInstances(assessment, node) }))
  const known = loads.filter(({ total }) => total !== undefined)
  const both = known.filter(({ used }) => used !== undefined)
  const silent = loads.length - both.length
  const words = [
    ...(hidden === undefined ? [] : [hidden]),
    ...(silent > 0 ? [`${silent} of ${loads.length} hypervisors do not say what they have and gave`] : []),
  ]
  return {
    ...(known.length > 0 ? { total: sum(known.map(({ total }) => total)) } : {}),
    ...(both.length > 0 ? { used: sum(both.map(({ used }) => used)), free: freeOf(both) } : {}),
    ...(words.length > 0 ? { unavailable: words.join('; ') } : {}),
  }
}

function freeOf(loads: readonly { total?: number; used?: number; takes: boolean }[]): number {
  return sum(loads.filter(({ takes }) => takes).map(({ total = 0, used = 0 }) => Math.max(0, total - used)))
}

/** What the machines have when nobody says what is used of it. */
function nodeAmounts(world: PoolContext, site: PoolSite, unavailable: string): PoolAmounts {
  const nodes = membersOf(world, site, 'Node')
  const hidden = hiddenIn(world, site, 'Node')
  const amount = (resource: string): Amount => {
    const known = nodes.flatMap(({ object }) => quantityAt(object, `status.allocatable.${resource}`) ?? [])
    return { ...(known.length > 0 ? { total: sum(known) } : {}), unavailable: hidden ?? unavailable }
  }
  return { vcpus: amount('cpu'), memoryBytes: amount('memory') }
}

function cephAmount(world: PoolContext, site: PoolSite): NonNullable<PoolAmounts['cephBytes']> {
  const ceph = membersOf(world, site, 'CephCluster.ceph.rook.io')[0]
  if (!ceph) {
    const hidden = hiddenIn(world, site, 'CephCluster.ceph.rook.io')
    return { unavailable: hidden ?? 'there is no CephCluster that says it' }
  }
  const at = 'status.ceph.capacity'
  const [total, used] = [countAt(ceph.object, `${at}.bytesTotal`), countAt(ceph.object, `${at}.bytesUsed`)]
  if (!total || used === undefined) return { unavailable: 'Ceph has not told its capacity yet' }
  const copies = countAt(site.claim?.object, 'spec.ceph.replicationFactor')
  const lastUpdated = textAt(ceph.object, `${at}.lastUpdated`)
  return {
    total,
    used,
    free: countAt(ceph.object, `${at}.bytesAvailable`) ?? Math.max(0, total - used),
    ...(copies ? { copies } : {}),
    ...(lastUpdated ? { lastUpdated } : {}),
  }
}

/** The sum of what is known. */
export const sum = (numbers: readonly (number | undefined)[]): number =>
  numbers.reduce<number>((total, number) => total + (number ?? 0), 0)
