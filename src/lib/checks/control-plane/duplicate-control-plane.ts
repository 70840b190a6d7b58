// SPDX-License-Identifier: Apache-2.0

import { CONTROL_PLANE, refusals } from '../../kinds/openstack/conditions.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { c5c3 } from '../../model/check/next-step.ts'

export const duplicateControlPlane: Check = {
  id: 'duplicate-control-plane',
  category: 'control-plane',
  severity: 'error',
  effect: 'degrades',
  title: 'Two ControlPlanes in one namespace',
  why: 'The operator reconciles only the oldest ControlPlane of a namespace: what the younger one requests is never created.',
  fix: 'Decide which one is needed before you delete either. The older one runs OpenStack, and deleting it deletes that OpenStack. Delete the younger one only if nothing needs it, or recreate it in a namespace of its own.',
  byHand: ['kubectl --context CONTEXT -n NAMESPACE get controlplanes.c5c3.io --sort-by=.metadata.creationTimestamp'],
  modes: ['F56'],
  about: [CONTROL_PLANE],
  reasons: ['DuplicateControlPlane'],
  *run(context) {
    const all = context.of(CONTROL_PLANE)
    for (const node of all) {
      const [condition] = refusals(node, /^Ready$/, /^DuplicateControlPlane$/)
      if (!condition) continue
      const incumbents = all.filter(
        (other) =>
          other.id !== node.id && other.cluster.label === node.cluster.label && other.namespace === node.namespace,
      )
      yield {
        mode: 'F56',
        subject: node,
        standsAlone: true,
        message: condition.message || 'another ControlPlane in its namespace is older',
        evidence: [
          conditionProof(node, 'Ready'),
          ...[node, ...incumbents].map((one) => fieldProof(one, 'metadata.creationTimestamp')),
        ],
        next: incumbents.map(({ name, cluster }) => c5c3('tree', `controlplane/${name}@${cluster.label}`)),
      }
    }
  },
}
