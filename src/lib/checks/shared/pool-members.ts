// SPDX-License-Identifier: Apache-2.0
// What the checks of pools have in common: hypervisors, their nodes, and who is short of one of them.
import type { CheckContext } from '../../model/check/check.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { labelAt } from '../../model/object/fields.ts'

/** The released group and the one of the documents. */
export const HYPERVISORS = ['Hypervisor.kvm.cloud.sap', 'Hypervisor.hypervisor.c5c3.io'] as const

/** Kinds that count their members. */
export const COUNTED_POOL_KINDS = [
  'HypervisorCluster.crossplane.c5c3.io',
  'XHypervisorCluster.crossplane.c5c3.io',
  'StorageCluster.crossplane.c5c3.io',
  'XStorageCluster.crossplane.c5c3.io',
] as const

export const SHOOT = 'Shoot.core.gardener.cloud'

/** Every hypervisor, of whichever group. */
export const poolHypervisors = (sight: CheckContext): readonly GraphNode[] =>
  HYPERVISORS.flatMap((kind) => sight.of(kind))

/** The pools and Shoots that count a member and are not well: no link carries the trouble of one member up to them. */
export const shortOf = (sight: CheckContext, member: GraphNode): readonly GraphNode[] =>
  [...COUNTED_POOL_KINDS, SHOOT]
    .flatMap((kind) => sight.into(member, kind))
    .filter((parent) => !isFine(sight.own(parent).state))

/** The claim of the pool that a member belongs to. */
export const poolOf = (sight: CheckContext, member: GraphNode): GraphNode | undefined =>
  COUNTED_POOL_KINDS.flatMap((kind) => sight.into(member, kind))[0]

/** Its machine is gone: whatever it said before says nothing about the cause. */
export const isNodeDown = (sight: CheckContext, member: GraphNode): boolean =>
  sight.into(member, 'Node').some((node) => sight.own(node).state === 'failed')

export const OVN = 'OVNCluster.ovn.c5c3.io'

/** The networks a host may belong to: those of its own cluster or of its region, and any where nobody can tell. */
export function networksOf(sight: CheckContext, host: GraphNode | undefined): readonly GraphNode[] {
  const all = sight.of(OVN)
  const region = labelAt(host?.object, 'topology.kubernetes.io/region')
  const here = all.filter(({ cluster }) => cluster.label === host?.cluster.label)
  const near = all.filter(({ cluster }) => cluster.cluster.roles.some(({ name }) => name === region))
  return here.length > 0 ? here : near.length > 0 ? near : all
}

/** "1 hypervisor", "3 hypervisors" */
export const counted = (number: number, word: string): string => `${number} ${number === 1 ? word : `${word}s`}`
