// SPDX-License-Identifier: Apache-2.0
// What checks about Crossplane look at: tenants with all that was composed for them, Objects and what they say.

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

/** Crossplane v2 knows no claims: what carries the name of one is the composite resource, and keeps its parts together. */
export const isComposite = ({ kind, group, object }: GraphNode): boolean =>
  COMPOSITES.includes(`${kind}.${group}`) || fieldAt(object, 'spec.crossplane') !== undefined

/** One OpenStack as somebody asked for it: the claim, or in Crossplane v2 the composite resource itself. */
export interface TenantObjects {
  readonly wish: GraphNode
  readonly composite?: GraphNode
  readonly objects: readonly GraphNode[]
  /** All that was composed was read: what is not among the Objects was not composed. */
  readonly isWhole: boolean
}

/** Every tenant that nobody deletes, with the Objects composed for it. Needs TENANTS and OBJECTS as inputs. */
export function tenantObjects(sight: CheckContext): readonly TenantObjects[] {
  const claims = sight.of('OpenStackCluster.c5c3.io').map((wish) => {
    const claimed = sight.out(wish, 'XOpenStackCluster.c5c3.io').find(({ object }) => object)
    const composite = claimed ?? (isComposite(wish) ? wish : undefined)
    return { wish, ...(composite ? { composite } : {}) }
  })
  const unclaimed = sight
    .of('XOpenStackCluster.c5c3.io')
    .filter(({ object }) => object && isUnclaimed(object))
    .map((wish) => ({ wish, composite: wish }))
  return [...claims, ...unclaimed]
    .filter(({ wish }) => wish.object && !isDeleted(wish))
    .map(({ wish, composite }) => ({
      wish,
      ...(composite ? { composite } : {}),
      objects: composite ? composedObjects(sight, composite) : [],
      isWhole: composite !== undefined && OBJECTS.every((kind) => sight.out(composite, kind).every(isSeen)),
    }))
}

const isSeen = ({ source }: GraphNode): boolean => source !== 'unseen'

/** The Objects of a composite resource that are there. */
const composedObjects = (sight: CheckContext, composite: GraphNode): readonly GraphNode[] =>
  OBJECTS.flatMap((kind) => sight.out(composite, kind)).filter(({ object }) => object)

export const isDeleted = ({ object }: GraphNode): boolean => object?.metadata.deletionTimestamp !== undefined

/** What an Object writes into another cluster. */
export const manifestOf = ({ object }: GraphNode): unknown => fieldAt(object, 'spec.forProvider.manifest')

/** Whether an Object writes something of this kind. */
export function rendersKind(node: GraphNode, group: string, kind?: string): boolean {
  const manifest = manifestOf(node)
  const isKind = kind === undefined || textAt(manifest, 'kind') === kind
  return isKind && groupOf(textAt(manifest, 'apiVersion') ?? '') === group
}

/** Why Crossplane could not bring about what an object asks for. */
export function syncFailure(node: GraphNode): Condition | undefined {
  const synced = conditionOf(node, 'Synced')
  return synced?.status === 'False' && synced.reason !== 'ReconcilePaused' ? synced : undefined
}

/** What several say in one of their conditions: each sentence once, and how many more say it. */
export function conditionEvidence(nodes: readonly GraphNode[], type: string, most = 3): readonly FindingEvidence[] {
  const sentences = Map.groupBy(nodes, (node) => conditionProof(node, type).value)
  const since = (node: GraphNode) => conditionOf(node, type)?.since ?? ''
  return [...sentences.values()].slice(0, most).flatMap((said) => {
    const [first, second, ...others] = said.toSorted(
      (a, b) => Number(since(a) > since(b)) - Number(since(a) < since(b)),
    )
    if (!first) return []
    const proof = conditionProof(first, type)
    if (!second) return [proof]
    const more = others.length + 1
    return [
      proof,
      { on: second, path: proof.path, value: `the same on ${more} more ${second.kind}${more === 1 ? '' : 's'}` },
    ]
  })
}

/** The part of a message that says most, on one line. */
export const firstLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim()

/** How long ago an object was created, in milliseconds; for ever when it does not say. */
export function ageInSeconds({ object }: GraphNode, now: number): number {
  const created = Date.parse(object?.metadata.creationTimestamp ?? '')
  return Number.isNaN(created) ? Number.POSITIVE_INFINITY : now - created
}
