// SPDX-License-Identifier: Apache-2.0

import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import { CONTROL_PLANE } from '../../kinds/openstack/conditions.ts'
import { hasLastedFor } from '../../model/check/age.ts'
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { c5c3, kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'

/** Two minutes for the registrations and five for the rest: then its operator gives up waiting, too. In minutes. */
const TEARDOWN = 7

export const controlPlaneStuckDeleting: Check = {
  id: 'control-plane-stuck-deleting',
  category: 'control-plane',
  severity: 'error',
  title: 'A ControlPlane cannot be deleted',
  why: 'Before it goes, what K-ORC made for it has to be taken out of Keystone. When Keystone is gone first (its namespace or its objects were deleted by hand), K-ORC cannot do that, and its objects hold the ControlPlane for ever.',
  fix: 'If Keystone still exists, repair it and wait. If it is gone, its content is gone, too: take the K-ORC finalizers off the objects that hang, one by one, after looking whether anything they stand for is left elsewhere.',
  byHand: [
    'kubectl -n NAMESPACE get openstack -o custom-columns=KIND:.kind,NAME:.metadata.name,DELETED:.metadata.deletionTimestamp',
    'kubectl -n NAMESPACE get events --field-selector involvedObject.kind=ControlPlane,type=Warning',
  ],
  modes: ['F70'],
  about: [CONTROL_PLANE],
  beside: [...IDENTITY_PARTS, 'Event'],
  reasons: ['FinalizingORC', 'FinalizingServiceRegistrations', 'FinalizingNamespaces'],
  *run(sight) {
    for (const node of sight.of(CONTROL_PLANE)) {
      const since = node.object?.metadata.deletionTimestamp
      if (!hasLastedFor(since, TEARDOWN, sight.now)) continue
      const holding = hanging(sight, node)
      const condition = ['KORCReady', 'NamespacesReady'].flatMap((type) => conditionOf(node, type) ?? [])
      const told = condition.filter(({ reason }) => reason.startsWith('Finalizing'))
      const finalizers = node.object?.metadata.finalizers ?? []
      yield {
        mode: 'F70',
        subject: node,
        standsAlone: true,
        message: `${told[0]?.message || `held by ${finalizers.join(', ')}`}${holding.length > 0 ? `; ${holding.length} K-ORC objects hang` : ''}`,
        evidence: [
          { on: node, path: 'metadata.deletionTimestamp', value: since ?? '', ...(since ? { since } : {}) },
          { on: node, path: 'metadata.finalizers', value: finalizers.join(', ') || 'none' },
          ...told.map(({ type }) => conditionProof(node, type)),
          ...holding.slice(0, 5).map((object) => conditionProof(object, 'Progressing')),
          ...warnings(sight, node),
        ],
        next: [
          kubectl(node, 'get', 'openstack'),
          ...(holding.length > 0 ? [c5c3('tree', `controlplane/${node.name}@${node.cluster.label}`)] : []),
        ],
      }
    }
  },
}

/** K-ORC objects of its namespace that are on their way out and do not go. */
function hanging(sight: CheckContext, { cluster, namespace }: GraphNode): readonly GraphNode[] {
  return IDENTITY_PARTS.flatMap((kind) => sight.of(kind)).filter(
    (node) =>
      node.cluster.label === cluster.label && node.namespace === namespace && node.object?.metadata.deletionTimestamp,
  )
}

const warnings = (sight: CheckContext, node: GraphNode) =>
  sight
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
