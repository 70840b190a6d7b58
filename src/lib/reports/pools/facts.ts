// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine, worse } from '../../model/graph/health.ts'
import { countAt, textAt } from '../../model/object/fields.ts'
import type { State } from '../../model/report/report.ts'
import { hiddenIn, membersOf, type PoolContext, type PoolSite, type PoolType } from './sites.ts'

interface Capacity {
  readonly totalBytes: number
  readonly usedBytes: number
}

export interface PoolNodes {
  readonly ready: number
  readonly seen: number
  readonly expected?: number
  /** Ready, but in maintenance. */
  readonly maintenance?: number
  /** Why nodes may be missing from the counts. */
  readonly hidden?: string
}

/** A hypervisor or storage pool: size, state and users. */
export interface PoolFacts {
  readonly name: string
  readonly type: PoolType
  readonly region?: string
  /** Its own cluster, if that is a member of the fleet. */
  readonly cluster?: string
  readonly state: State
  /** The reason its claim reports. */
  readonly reason?: string
  readonly nodes: PoolNodes
  readonly ceph?: { readonly health?: string; readonly capacity?: Capacity }
  readonly tenants: readonly string[]
}

export function poolFacts(
  assessment: Assessment,
  context: PoolContext,
  site: PoolSite,
  tenants: readonly string[],
): PoolFacts {
  const nodes = nodesOf(assessment, context, site)
  const ceph = membersOf(context, site, 'CephCluster.ceph.rook.io')[0]
  const health = site.claim && assessment.own(site.claim.id)
  return {
    name: site.name,
    type: site.type,
    ...(site.region ? { region: site.region } : {}),
    ...(site.cluster ? { cluster: site.cluster.label } : {}),
    state: stateOf(assessment, context, site, nodes),
    ...(health && !isFine(health.state) && health.reason ? { reason: health.reason } : {}),
    nodes,
    ...(ceph && site.type === 'storage' ? { ceph: cephOf(ceph) } : {}),
    tenants,
  }
}

function nodesOf(assessment: Assessment, context: PoolContext, site: PoolSite): PoolNodes {
  const nodes = membersOf(context, site, 'Node')
  const states = nodes.map(({ id }) => assessment.own(id).state)
  const expected = countAt(site.claim?.object, 'spec.workers')
  const hidden = hiddenIn(context, site, 'Node')
  const maintenance = states.filter((state) => state === 'maintenance').length
  return {
    ready: states.filter(isFine).length,
    seen: nodes.length,
    ...(expected === undefined ? {} : { expected }),
    ...(maintenance > 0 ? { maintenance } : {}),
    ...(hidden === undefined ? {} : { hidden }),
  }
}

/** A claim knows its members; otherwise, and for control planes, the members are counted. */
function stateOf(assessment: Assessment, context: PoolContext, site: PoolSite, nodes: PoolNodes): State {
  const isShort = nodes.ready < (nodes.expected ?? nodes.seen)
  const counted: State = nodes.hidden !== undefined ? 'unknown' : isShort ? 'degraded' : 'healthy'
  if (site.claim && site.type !== 'control-plane') return assessment.state(site.claim.id)
  if (site.claim) return worse(assessment.state(site.claim.id), counted)
  const ceph = membersOf(context, site, 'CephCluster.ceph.rook.io').map(({ id }) => assessment.state(id))
  const isKnown = nodes.seen > 0 || ceph.length > 0
  return ceph.reduce(worse, isKnown ? counted : worse(counted, 'unknown'))
}

function cephOf({ object }: GraphNode): NonNullable<PoolFacts['ceph']> {
  const health = textAt(object, 'status.ceph.health')
  const [totalBytes, usedBytes] = [
    countAt(object, 'status.ceph.capacity.bytesTotal'),
    countAt(object, 'status.ceph.capacity.bytesUsed'),
  ]
  return {
    ...(health ? { health } : {}),
    ...(totalBytes && usedBytes !== undefined ? { capacity: { totalBytes, usedBytes } } : {}),
  }
}
