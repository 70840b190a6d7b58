// SPDX-License-Identifier: Apache-2.0
// Shared by the Crossplane checks: OpenStack clusters with everything composed for them, and Objects with their state.

import { isUnclaimed } from '../../kinds/crossplane/health-and-links.ts'
import type { CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import type { Condition } from '../../model/object/conditions.ts'
import { fieldAt, textAt } from '../../model/object/fields.ts'
import { groupOf } from '../../model/object/reference.ts'

export const OBJECTS: readonly string[] = ['Object.kubernetes.crossplane.io', 'Object.kubernetes.m.crossplane.io']

export const PROVIDER_CONFIGS: readonly string[] = [
  'ProviderConfig.kubernetes.crossplane.io',
  'ProviderConfig.kubernetes.m.crossplane.io',
  'ClusterProviderConfig.kubernetes.m.crossplane.io',
]

export const TENANTS: readonly string[] = ['OpenStackCluster.c5c3.io', 'XOpenStackCluster.c5c3.io']

export const POOL_CLAIM_KINDS: readonly string[] = [
  'HypervisorCluster.crossplane.c5c3.io',
  'StorageCluster.crossplane.c5c3.io',
]

export const CLAIM_KINDS: readonly string[] = [
  'OpenStackCluster.c5c3.io',
  ...POOL_CLAIM_KINDS,
  'ControlPlaneCluster.crossplane.c5c3.io',
]

export const COMPOSITES: readonly string[] = [
  'XOpenStackCluster.c5c3.io',
  'XHypervisorCluster.crossplane.c5c3.io',
  'XStorageCluster.crossplane.c5c3.io',
  'XControlPlaneCluster.crossplane.c5c3.io',
]

/** Crossplane v2 has no claims: the object of that name is the composite, and spec.crossplane holds its references. */
export const isComposite = ({ kind, group, object }: GraphNode): boolean =>
  COMPOSITES.includes(`${kind}.${group}`) || fieldAt(object, 'spec.crossplane') !== undefined

/** One OpenStack cluster: the claim, or in Crossplane v2 the composite itself. */
export interface TenantObjects {
  readonly wish: GraphNode
  readonly composite?: GraphNode
  readonly objects: readonly GraphNode[]
  /** All composed resources were read: a resource that is not in objects was not composed. */
  readonly isWhole: boolean
}

/** Every OpenStack cluster that is not being deleted, with its Objects. Needs TENANTS and OBJECTS as inputs. */
export function tenantObjects(context: CheckContext): readonly TenantObjects[] {
  const claims = context.of('OpenStackCluster.c5c3.io').map((wish) => {
    const claimed = context.out(wish, 'XOpenStackCluster.c5c3.io').find(({ object }) => object)
    const composite = claimed ?? (isComposite(wish) ? wish : undefined)
    return { wish, ...(composite ? { composite } : {}) }
  })
  const unclaimed = context
    .of('XOpenStackCluster.c5c3.io')
    .filter(({ object }) => object && isUnclaimed(object))
    .map((wish) => ({ wish, composite: wish }))
  return [...claims, ...unclaimed]
    .filter(({ wish }) => wish.object && !isDeleted(wish))
    .map(({ wish, composite }) => ({
      wish,
      ...(composite ? { composite } : {}),
      objects: composite ? composedObjects(context, composite) : [],
      isWhole: composite !== undefined && OBJECTS.every((kind) => context.out(composite, kind).every(isReadable)),
    }))
}

const isReadable = ({ source }: GraphNode): boolean => source !== 'unseen'

const composedObjects = (context: CheckContext, composite: GraphNode): readonly GraphNode[] =>
  OBJECTS.flatMap((kind) => context.out(composite, kind)).filter(({ object }) => object)

export const isDeleted = ({ object }: GraphNode): boolean => object?.metadata.deletionTimestamp !== undefined

export const manifestOf = ({ object }: GraphNode): unknown => fieldAt(object, 'spec.forProvider.manifest')

export function rendersKind(node: GraphNode, group: string, kind?: string): boolean {
  const manifest = manifestOf(node)
  const isKind = kind === undefined || textAt(manifest, 'kind') === kind
  return isKind && groupOf(textAt(manifest, 'apiVersion') ?? '') === group
}

export function syncFailure(node: GraphNode): Condition | undefined {
  const synced = conditionOf(node, 'Synced')
  return synced?.status === 'False' && synced.reason !== 'ReconcilePaused' ? synced : undefined
}

/** A condition of several objects as evidence: each distinct value once, with the number of further objects. */
export function conditionEvidence(nodes: readonly GraphNode[], type: string, limit = 3): readonly FindingEvidence[] {
  const byValue = Map.groupBy(nodes, (node) => conditionProof(node, type).value)
  const since = (node: GraphNode) => conditionOf(node, type)?.since ?? ''
  return [...byValue.values()].slice(0, limit).flatMap((group) => {
    const [first, second, ...others] = group.toSorted(
      (a, b) => Number(since(a) > since(b)) - Number(since(a) < since(b)),
    )
    if (!first) return []
    const evidence = conditionProof(first, type)
    if (!second) return [evidence]
    const more = others.length + 1
    return [
      evidence,
      { on: second, path: evidence.path, value: `the same on ${more} more ${second.kind}${more === 1 ? '' : 's'}` },
    ]
  })
}

export const firstLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim()

/** Age of an object in milliseconds; infinite if it has no creation time. */
export function ageInSeconds({ object }: GraphNode, now: number): number {
  const created = Date.parse(object?.metadata.creationTimestamp ?? '')
  return Number.isNaN(created) ? Number.POSITIVE_INFINITY : now - created
}
