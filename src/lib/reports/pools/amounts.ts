// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { countAt, textAt } from '../../model/object/fields.ts'
import { quantityAt } from '../../model/object/quantity.ts'
import { hiddenIn, membersOf, type PoolContext, type PoolSite } from './sites.ts'

/** An amount of a resource; unknown values are absent, never 0. */
export interface Amount {
  readonly total?: number
  readonly used?: number
  /** Allocatable capacity, without hypervisors that are out of service. */
  readonly free?: number
  /** Which values are unknown, and why. */
  readonly unavailable?: string
}

export interface PoolAmounts {
  readonly vcpus?: Amount
  readonly memoryBytes?: Amount
  /** Raw bytes including replicas, as Ceph reports them. */
  readonly cephBytes?: Amount & { readonly copies?: number; readonly lastUpdated?: string }
  readonly instances?: number
  /** Hypervisors that accept no new instances. */
  readonly outOfService?: number
}

export function amountsOf(assessment: Assessment, context: PoolContext, site: PoolSite): PoolAmounts {
  if (site.type === 'storage') return { cephBytes: cephAmount(context, site) }
  return site.type === 'hypervisor'
    ? computeAmounts(assessment, context, site)
    : nodeAmounts(context, site, USE_UNAVAILABLE)
}

const USE_UNAVAILABLE = 'usage not exposed by the API'
const NO_HYPERVISORS = 'usage unknown: no Hypervisor object reports it'

export const hypervisorsOf = (context: PoolContext, site: PoolSite): readonly GraphNode[] =>
  membersOf(context, site, 'Hypervisor.kvm.cloud.sap', 'Hypervisor.hypervisor.c5c3.io')

function computeAmounts(assessment: Assessment, context: PoolContext, site: PoolSite): PoolAmounts {
  const hypervisors = hypervisorsOf(context, site)
  const hidden = hiddenIn(context, site, 'Hypervisor.kvm.cloud.sap')
  if (hypervisors.length === 0) return nodeAmounts(context, site, hidden ?? NO_HYPERVISORS)
  const instances = hypervisors.map(({ object }) => countAt(object, 'status.numInstances'))
  const outOfService = hypervisors.filter((node) => !takesInstances(assessment, node)).length
  return {
    vcpus: hypervisorAmount(assessment, hypervisors, 'cpu', hidden),
    memoryBytes: hypervisorAmount(assessment, hypervisors, 'memory', hidden),
    ...(instances.every((count) => count !== undefined) ? { instances: sum(instances) } : {}),
    ...(outOfService > 0 ? { outOfService } : {}),
  }
}

/** Whether Nova may schedule new instances on it. */
export function takesInstances(assessment: Assessment, { id, object }: GraphNode): boolean {
  const { state } = assessment.own(id)
  const disabled = object && conditionsOf(object).get('HypervisorDisabled')?.status === 'True'
  return (state === 'healthy' || state === 'degraded') && !disabled
}

/** Capacity (with overcommit if reported) and allocation of a hypervisor. */
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
  const unreported = loads.length - both.length
  const reasons = [
    ...(hidden === undefined ? [] : [hidden]),
    ...(unreported > 0 ? [`${unreported} of ${loads.length} hypervisors report no capacity`] : []),
  ]
  return {
    ...(known.length > 0 ? { total: sum(known.map(({ total }) => total)) } : {}),
    ...(both.length > 0 ? { used: sum(both.map(({ used }) => used)), free: freeOf(both) } : {}),
    ...(reasons.length > 0 ? { unavailable: reasons.join('; ') } : {}),
  }
}

function freeOf(loads: readonly { total?: number; used?: number; takes: boolean }[]): number {
  return sum(loads.filter(({ takes }) => takes).map(({ total = 0, used = 0 }) => Math.max(0, total - used)))
}

/** Node capacity only: the API does not report use. */
function nodeAmounts(context: PoolContext, site: PoolSite, unavailable: string): PoolAmounts {
  const nodes = membersOf(context, site, 'Node')
  const hidden = hiddenIn(context, site, 'Node')
  const amount = (resource: string): Amount => {
    const known = nodes.flatMap(({ object }) => quantityAt(object, `status.allocatable.${resource}`) ?? [])
    return { ...(known.length > 0 ? { total: sum(known) } : {}), unavailable: hidden ?? unavailable }
  }
  return { vcpus: amount('cpu'), memoryBytes: amount('memory') }
}

function cephAmount(context: PoolContext, site: PoolSite): NonNullable<PoolAmounts['cephBytes']> {
  const ceph = membersOf(context, site, 'CephCluster.ceph.rook.io')[0]
  if (!ceph) {
    const hidden = hiddenIn(context, site, 'CephCluster.ceph.rook.io')
    return { unavailable: hidden ?? 'no CephCluster reports it' }
  }
  const path = 'status.ceph.capacity'
  const [total, used] = [countAt(ceph.object, `${path}.bytesTotal`), countAt(ceph.object, `${path}.bytesUsed`)]
  if (!total || used === undefined) return { unavailable: 'Ceph has not reported its capacity yet' }
  const copies = countAt(site.claim?.object, 'spec.ceph.replicationFactor')
  const lastUpdated = textAt(ceph.object, `${path}.lastUpdated`)
  return {
    total,
    used,
    free: countAt(ceph.object, `${path}.bytesAvailable`) ?? Math.max(0, total - used),
    ...(copies ? { copies } : {}),
    ...(lastUpdated ? { lastUpdated } : {}),
  }
}

/** Unknown numbers count as 0. */
export const sum = (numbers: readonly (number | undefined)[]): number =>
  numbers.reduce<number>((total, number) => total + (number ?? 0), 0)
