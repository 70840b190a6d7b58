// SPDX-License-Identifier: Apache-2.0
import { providerConfigOf } from '../../kinds/crossplane/health-and-links.ts'
import type { Check, CheckFinding } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { describe } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { conditionEvidence, firstLine, OBJECTS, syncFailure } from '../shared/crossplane.ts'

const ROOK: readonly string[] = [
  'CephBlockPool.ceph.rook.io',
  'CephFilesystem.ceph.rook.io',
  'CephObjectStore.ceph.rook.io',
]

/** Rook's conditions for: still in use. */
const BLOCKED: readonly string[] = ['PoolDeletionIsBlocked', 'DeletionIsBlocked']

/** A deletion that takes longer is stalled. */
const DELETION_TIME = 10 * 60_000

export const deletionBlocked: Check = {
  id: 'deletion-blocked',
  category: 'crossplane',
  severity: 'error',
  title: 'Deletion is blocked',
  why: 'Crossplane keeps the object until the remote object is deleted. Either the remote object is still in use, such as a Ceph pool that contains images, or the remote cluster refuses the deletion: an admission webhook, missing permissions, an unreachable API. Until then the name stays in use and the data stays.',
  fix: 'Read what refuses the deletion and fix that first; nothing else needs to be deleted. To keep the remote object, set spec.deletionPolicy of the Object to Orphan: nothing cleans it up after that.',
  byHand: [
    "kubectl --context STORAGE -n rook-ceph get cephblockpools.ceph.rook.io NAME -o jsonpath='{.status.conditions}'",
    "kubectl --context MANAGEMENT get objects.kubernetes.crossplane.io NAME -o jsonpath='{.metadata.deletionTimestamp}'",
  ],
  modes: ['F13'],
  reasons: ['PoolNotEmpty', 'ObjectHasDependents'],
  about: OBJECTS,
  beside: ROOK,
  clusters: ['management', 'storage'],
  *run(context) {
    const failures: GraphNode[] = []
    for (const object of OBJECTS.flatMap((kind) => context.of(kind))) {
      if (!isOverdue(object, context.now)) continue
      const target = ROOK.flatMap((kind) => context.out(object, kind)).find(isBlocked)
      if (target) yield blockedTarget(object, target)
      else if (/^delete failed/.test(syncFailure(object)?.message ?? '')) failures.push(object)
    }
    // one webhook or one missing permission refuses every deletion that goes through it
    for (const objects of Map.groupBy(failures, refusalKey).values()) yield* refusedDeletion(objects)
  },
}

function* refusedDeletion([first, ...others]: readonly GraphNode[]): Iterable<CheckFinding> {
  if (!first) return
  const message = firstLine(syncFailure(first)?.message ?? '')
  const fix = REFUSALS.find(([pattern]) => pattern.test(message))?.[1]
  yield {
    mode: 'F13',
    subject: first,
    message: others.length > 0 ? `${message}; the same for ${others.length} more Objects` : message,
    evidence: [deletedSince(first), ...conditionEvidence([first, ...others], 'Synced')],
    affects: others,
    ...(fix ? { fix } : {}),
  }
}

/** What a refused deletion needs, by its message. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [
    /webhook/i,
    'Fix the admission webhook that the message names, in the remote cluster: its Service has no endpoints, its certificate is wrong, or it denies the deletion. Crossplane then completes the deletion on its own. Do not delete anything by hand, and leave the finalizers.',
  ],
  [
    /forbidden|cannot delete resource/i,
    'Grant the account of the ProviderConfig permission to delete this kind in the remote cluster. Crossplane then completes the deletion on its own.',
  ],
  [
    /deadline exceeded|timeout|connection refused|no such host|unreachable|EOF/i,
    'Make the API of the remote cluster reachable for the provider. Crossplane then completes the deletion on its own.',
  ],
]

/** Messages of the same refusal differ only in the names of objects. */
const refusalKey = (object: GraphNode): string =>
  `${object.cluster.label} ${providerOf(object)} ${firstLine(syncFailure(object)?.message ?? '').replaceAll(NAME, '')}`

const NAME = /\b[a-z]+\.[\w.-]+ "[^"]+"|[0-9a-f-]{8,}/g

const providerOf = ({ object }: GraphNode) => (object ? providerConfigOf(object) : '')

/** Rook does not delete a pool, filesystem or object store that is in use. */
const IN_USE_FIX =
  'Find out whether the data is still needed. Only if it is not, delete what the pool contains (volumes, images, snapshots). To keep the data, set spec.deletionPolicy of the Object to Orphan: nothing cleans it up after that.'

function blockedTarget(object: GraphNode, target: GraphNode): CheckFinding {
  const type = BLOCKED.find((name) => conditionOf(target, name)?.status === 'True') ?? ''
  const condition = conditionOf(target, type)
  return {
    mode: 'F13',
    subject: target,
    message: `cannot be deleted: ${firstLine(condition?.message || condition?.reason || 'it is still in use')}`,
    evidence: [conditionProof(target, type), deletedSince(object), conditionProof(object, 'Ready')],
    next: [describe(object)],
    affects: [object],
    fix: IN_USE_FIX,
  }
}

const isBlocked = (node: GraphNode) => BLOCKED.some((type) => conditionOf(node, type)?.status === 'True')

const isOverdue = ({ object }: GraphNode, now: number) =>
  now - Date.parse(object?.metadata.deletionTimestamp ?? '') > DELETION_TIME

const deletedSince = (on: GraphNode) => {
  const since = on.object?.metadata.deletionTimestamp
  return { on, path: 'metadata.deletionTimestamp', value: since ?? 'absent', ...(since ? { since } : {}) }
}
