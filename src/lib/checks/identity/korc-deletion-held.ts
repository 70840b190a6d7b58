// SPDX-License-Identifier: Apache-2.0

import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import { CONTROL_PLANE } from '../../kinds/openstack/conditions.ts'
import { hasLastedFor } from '../../model/check/age.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, conditionProof, withoutDate } from '../../model/check/evidence.ts'
import { describe } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'

const DELETION_MINUTES = 5

export const korcDeletionHeld: Check = {
  id: 'korc-deletion-held',
  category: 'identity',
  severity: 'warning',
  title: 'K-ORC object is being deleted but still in use',
  why: 'K-ORC keeps an object until nothing refers to it: each user of it adds a finalizer. Until then the object reports Available, and its dependents look healthy, although it will be deleted.',
  fix: 'The deletion cannot be cancelled. Check whether the objects that still refer to it (the finding names them) are needed: if they are, recreate the object after it is deleted; if not, delete them first. Do not remove finalizers by hand: that leaves the real resource behind or breaks its users.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get openstack',
    'kubectl --context CONTEXT -n NAMESPACE get KIND NAME -o yaml   # metadata.finalizers',
  ],
  modes: ['F94', 'F107'],
  about: IDENTITY_PARTS,
  beside: [CONTROL_PLANE],
  *run(context) {
    for (const node of IDENTITY_PARTS.flatMap((kind) => context.of(kind))) {
      const since = node.object?.metadata.deletionTimestamp
      const progressing = conditionOf(node, 'Progressing')
      if (!since || !hasLastedFor(since, DELETION_MINUTES, context.now) || isParentDeleting(context, node)) continue
      if (!/^Waiting for finalizer /.test(progressing?.message ?? '')) continue
      const isAvailable = conditionOf(node, 'Available')?.status === 'True'
      const users = IDENTITY_PARTS.flatMap((kind) => context.into(node, kind)).filter((one) => !isDeleting(one))
      const named = users.map((one) => `${one.kind} ${one.name}`)
      yield {
        mode: isAvailable ? 'F107' : 'F94',
        subject: node,
        message: `being deleted${isAvailable ? ', but still reports Available' : ''}; ${named.length > 0 ? `${named.slice(0, 5).join(', ')}${named.length > 5 ? ` and ${named.length - 5} more` : ''} still ${named.length === 1 ? 'uses' : 'use'} it` : (progressing?.message ?? '')}`,
        evidence: [
          { on: node, path: 'metadata.deletionTimestamp', value: since, since },
          { on: node, path: 'metadata.finalizers', value: node.object?.metadata.finalizers?.join(', ') ?? 'none' },
          conditionProof(node, 'Progressing'),
          withoutDate(conditionProof(node, 'Available')),
        ],
        next: users.slice(0, 2).map(describe),
        standsAlone: true,
      }
    }
  },
}

const isDeleting = ({ object }: GraphNode) => object?.metadata.deletionTimestamp !== undefined

/** A ControlPlane that is being deleted deletes its parts and reports itself what blocks it. */
const isParentDeleting = (context: CheckContext, node: GraphNode) => context.into(node, CONTROL_PLANE).some(isDeleting)
