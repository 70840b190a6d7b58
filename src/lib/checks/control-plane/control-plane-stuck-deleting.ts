// SPDX-License-Identifier: Apache-2.0

import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import { CONTROL_PLANE } from '../../kinds/openstack/conditions.ts'
import { hasLastedFor } from '../../model/check/age.ts'
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { c5c3, kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isNamespaceTerminating } from '../shared/terminating-namespace.ts'

/** In minutes: the operator waits two for the registrations and five for the rest, then gives up. */
const TEARDOWN = 7

export const controlPlaneStuckDeleting: Check = {
  id: 'control-plane-stuck-deleting',
  category: 'control-plane',
  severity: 'error',
  title: 'ControlPlane deletion is stuck',
  why: 'Before a ControlPlane can be deleted, K-ORC has to delete its resources in Keystone. If Keystone was deleted first (its namespace or its objects were deleted by hand), K-ORC cannot do that, and its finalizers block the ControlPlane indefinitely.',
  fix: 'If Keystone still exists, fix it and wait. Only if Keystone and its database are gone for good, remove the K-ORC finalizers from the stuck objects one by one, after checking that the resource behind each of them no longer exists.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get openstack -o custom-columns=KIND:.kind,NAME:.metadata.name,DELETED:.metadata.deletionTimestamp',
    'kubectl --context CONTEXT -n NAMESPACE get events --field-selector involvedObject.kind=ControlPlane,type=Warning',
  ],
  modes: ['F70'],
  about: [CONTROL_PLANE],
  beside: [...IDENTITY_PARTS, 'Namespace', 'Event'],
  reasons: ['FinalizingORC', 'FinalizingServiceRegistrations', 'FinalizingNamespaces'],
  *run(context) {
    for (const node of context.of(CONTROL_PLANE)) {
      const since = node.object?.metadata.deletionTimestamp
      if (!hasLastedFor(since, TEARDOWN, context.now)) continue
      const terminating = terminatingObjects(context, node)
      const conditions = ['KORCReady', 'NamespacesReady'].flatMap((type) => conditionOf(node, type) ?? [])
      const finalizing = conditions.filter(({ reason }) => reason.startsWith('Finalizing'))
      const finalizers = node.object?.metadata.finalizers ?? []
      yield {
        mode: 'F70',
        subject: node,
        // A namespace that is being deleted deletes the ControlPlane, too.
        standsAlone: !isNamespaceTerminating(context, node),
        message: `${finalizing[0]?.message || `blocked by the finalizers ${finalizers.join(', ')}`}${terminating.length > 0 ? `; ${terminating.length} K-ORC objects cannot be deleted` : ''}`,
        evidence: [
          { on: node, path: 'metadata.deletionTimestamp', value: since ?? '', ...(since ? { since } : {}) },
          { on: node, path: 'metadata.finalizers', value: finalizers.join(', ') || 'none' },
          ...finalizing.map(({ type }) => conditionProof(node, type)),
          ...terminating.slice(0, 5).map((object) => conditionProof(object, 'Progressing')),
          ...warnings(context, node),
        ],
        affects: terminating,
        next: [
          kubectl(node, 'get', 'openstack'),
          ...(terminating.length > 0 ? [c5c3('tree', `controlplane/${node.name}@${node.cluster.label}`)] : []),
        ],
      }
    }
  },
}

function terminatingObjects(context: CheckContext, { cluster, namespace }: GraphNode): readonly GraphNode[] {
  return IDENTITY_PARTS.flatMap((kind) => context.of(kind)).filter(
    (node) =>
      node.cluster.label === cluster.label && node.namespace === namespace && node.object?.metadata.deletionTimestamp,
  )
}

const warnings = (context: CheckContext, node: GraphNode) =>
  context
    .events(node)
    .filter(({ reason }) => /(Stalled|Orphaned)$/.test(reason))
    .map(
      ({ reason, message, first }): FindingEvidence => ({
        on: node,
        path: `events[${reason}]`,
        value: message,
        ...(first ? { since: first } : {}),
      }),
    )
