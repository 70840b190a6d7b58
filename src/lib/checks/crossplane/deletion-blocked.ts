// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckFinding } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { describe } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { firstLine, OBJECTS, syncFailure } from '../shared/crossplane.ts'

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
  title: 'Something is being deleted and cannot go',
  why: 'What was composed is still in use: Rook does not delete a pool that holds images, and Crossplane waits for it with the claim. Until then the name is taken and the data is there.',
  fix: 'Delete what is inside (volumes, images, snapshots) if it may go. To keep the data, set spec.deletionPolicy of the Object to Orphan, deliberately: then nothing cleans it up any more.',
  byHand: [
    "kubectl --context STORAGE -n rook-ceph get cephblockpools.ceph.rook.io NAME -o jsonpath='{.status.conditions}'",
    "kubectl get objects.kubernetes.crossplane.io NAME -o jsonpath='{.metadata.deletionTimestamp}'",
  ],
  modes: ['F13'],
  reasons: ['PoolNotEmpty', 'ObjectHasDependents'],
  about: OBJECTS,
  beside: ROOK,
  *run(context) {
    for (const object of OBJECTS.flatMap((kind) => context.of(kind))) {
      if (!isOverdue(object, context.now)) continue
      const target = ROOK.flatMap((kind) => context.out(object, kind)).find(isBlocked)
      const failure = syncFailure(object)
      if (target) yield blockedTarget(object, target)
      else if (failure && /^delete failed/.test(failure.message))
        yield {
          mode: 'F13',
          subject: object,
          message: firstLine(failure.message),
          evidence: [deletedSince(object), conditionProof(object, 'Synced')],
        }
    }
  },
}

function blockedTarget(object: GraphNode, target: GraphNode): CheckFinding {
  const type = BLOCKED.find((name) => conditionOf(target, name)?.status === 'True') ?? ''
  const condition = conditionOf(target, type)
  return {
    mode: 'F13',
    subject: target,
    message: `it cannot be deleted: ${firstLine(condition?.message || condition?.reason || 'something still uses it')}`,
    evidence: [conditionProof(target, type), deletedSince(object), conditionProof(object, 'Ready')],
    next: [describe(object)],
    affects: [object],
  }
}

const isBlocked = (node: GraphNode) => BLOCKED.some((type) => conditionOf(node, type)?.status === 'True')

const isOverdue = ({ object }: GraphNode, now: number) =>
  now - Date.parse(object?.metadata.deletionTimestamp ?? '') > DELETION_TIME

const deletedSince = (on: GraphNode) => {
  const since = on.object?.metadata.deletionTimestamp
  return { on, path: 'metadata.deletionTimestamp', value: since ?? 'absent', ...(since ? { since } : {}) }
}
