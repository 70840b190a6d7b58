// SPDX-License-Identifier: Apache-2.0
// Shared by the pool checks: hypervisors, their nodes, and the pools that count them.
import type { CheckContext } from '../../model/check/check.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { labelAt } from '../../model/object/fields.ts'

/** The released group and that of the specification. */
export const HYPERVISORS = ['Hypervisor.kvm.cloud.sap', 'Hypervisor.hypervisor.c5c3.io'] as const

export const COUNTED_POOL_KINDS = [
  'HypervisorCluster.crossplane.c5c3.io',
  'XHypervisorCluster.crossplane.c5c3.io',
  'StorageCluster.crossplane.c5c3.io',
  'XStorageCluster.crossplane.c5c3.io',
] as const

export const SHOOT = 'Shoot.core.gardener.cloud'

export const poolHypervisors = (context: CheckContext): readonly GraphNode[] =>
  HYPERVISORS.flatMap((kind) => context.of(kind))

/** Unhealthy pools and Shoots that count this member: no link propagates the problem of a single member to them. */
export const shortOf = (context: CheckContext, member: GraphNode): readonly GraphNode[] =>
  [...COUNTED_POOL_KINDS, SHOOT]
    .flatMap((kind) => context.into(member, kind))
    .filter((parent) => !isFine(context.own(parent).state))

export const poolOf = (context: CheckContext, member: GraphNode): GraphNode | undefined =>
  COUNTED_POOL_KINDS.flatMap((kind) => context.into(member, kind))[0]

/** The node is down: older conditions of the hypervisor do not show the cause. */
export const isNodeDown = (context: CheckContext, member: GraphNode): boolean =>
  context.into(member, 'Node').some((node) => context.own(node).state === 'failed')

export const OVN = 'OVNCluster.ovn.c5c3.io'

/** The OVN networks of a host: those of its cluster, else of its region, else all. */
export function networksOf(context: CheckContext, host: GraphNode | undefined): readonly GraphNode[] {
  const all = context.of(OVN)
  const region = labelAt(host?.object, 'topology.kubernetes.io/region')
  const inCluster = all.filter(({ cluster }) => cluster.label === host?.cluster.label)
  const inRegion = all.filter(({ cluster }) => cluster.cluster.roles.some(({ name }) => name === region))
  return inCluster.length > 0 ? inCluster : inRegion.length > 0 ? inRegion : all
}

export const counted = (number: number, word: string): string => `${number} ${number === 1 ? word : `${word}s`}`
