// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isInProgress } from '../../model/graph/health.ts'
import { countAt, textAt } from '../../model/object/fields.ts'
import { isOlder, MINUTE } from '../../model/text/time.ts'
import { CEPH, rookWords } from '../shared/ceph-health.ts'

/** The impact on its users, by kind. */
const SERVICES: Readonly<Record<string, string>> = {
  'CephFilesystem.ceph.rook.io': 'shared file systems are unavailable',
  'CephObjectStore.ceph.rook.io': 'objects cannot be stored or read over S3',
  'CephObjectStoreUser.ceph.rook.io': 'users of this account get no key',
  'CephRBDMirror.ceph.rook.io': 'volumes are not mirrored to the other site',
}

export const cephServiceNotReady: Check = {
  id: 'ceph-service-not-ready',
  category: 'storage',
  severity: 'error',
  title: 'Ceph file system, object store or mirror is not ready',
  why: 'Rook could not set it up: Manila, S3 or the mirror at the other site does not work. Block volumes are not affected.',
  fix: 'Read the condition and the Pods of its daemons (rook-ceph-mds, rook-ceph-rgw, rook-ceph-rbd-mirror), then fix what they report.',
  byHand: [
    'kubectl --context STORAGE -n rook-ceph get cephfilesystems,cephobjectstores,cephobjectstoreusers,cephrbdmirrors',
    'kubectl --context STORAGE -n rook-ceph logs deployment/rook-ceph-operator --tail=100',
  ],
  modes: ['F122'],
  about: Object.keys(SERVICES),
  beside: [CEPH],
  *run(context) {
    for (const [kind, impact] of Object.entries(SERVICES)) {
      for (const node of context.of(kind)) {
        if (!isBroken(context, node)) continue
        const { message, proof } = rookWords(node)
        yield {
          mode: 'F122',
          subject: node,
          message: `${message ?? `phase is ${textAt(node.object, 'status.phase')}`}: ${impact}`,
          evidence: [fieldProof(node, 'status.phase'), ...proof],
          next: [
            kubectl(node, 'get', 'pods', '-o', 'wide'),
            kubectl(node, 'logs', 'deployment/rook-ceph-operator', '--tail=100'),
          ],
        }
      }
    }
  },
}

/** It failed, or was not ready within ten minutes; observedGeneration shows that it was ready before. */
function isBroken(context: CheckContext, node: GraphNode): boolean {
  const { object } = node
  const { state } = context.own(node)
  if (object?.metadata.deletionTimestamp) return false
  const isNew = countAt(object, 'status.observedGeneration') === undefined
  return (
    state === 'failed' ||
    (isInProgress(state) && isNew && isOlder(object?.metadata.creationTimestamp, 10 * MINUTE, context.now))
  )
}
