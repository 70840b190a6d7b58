// SPDX-License-Identifier: Apache-2.0

import { normaliseControlPlane } from '../../kinds/c5c3-operator/spec.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { conditionsOf } from '../../model/object/conditions.ts'

const CONTROL_PLANE = 'ControlPlane.c5c3.io'

/** A running operator reconciles a new ControlPlane within seconds. */
const RECONCILE_TIME = 5 * 60_000

/** Kinds that the ControlPlane operator creates, and the last K-ORC release without them. */
const NEEDED = [
  { kind: 'ApplicationCredential.openstack.k-orc.cloud', plural: 'applicationcredentials', until: '2.4' },
  { kind: 'RoleAssignment.openstack.k-orc.cloud', plural: 'roleassignments', until: '2.6' },
] as const

export const crdMissing: Check = {
  id: 'crd-missing',
  category: 'gitops',
  severity: 'error',
  title: 'CRD of the ControlPlane operator is not installed',
  why: 'The operator creates K-ORC objects that an older K-ORC does not support. It cannot watch them, or stops at the phase that needs them, and the ControlPlane never becomes ready.',
  fix: 'Install a K-ORC release with the CRD: 2.5 for application credentials, later than 2.6 for role assignments. There is no Helm chart: apply it from its Git repository.',
  byHand: [
    'kubectl --context CONTEXT api-resources --api-group openstack.k-orc.cloud',
    "kubectl --context CONTEXT -n orc-system get deployment orc-controller-manager -o jsonpath='{.spec.template.spec.containers[*].image}'",
  ],
  modes: ['F25'],
  about: [CONTROL_PLANE],
  beside: NEEDED.map(({ kind }) => kind),
  *run(context) {
    for (const node of context.of(CONTROL_PLANE)) {
      // Only the released operator is known to create these.
      if (!node.object || normaliseControlPlane(node.object).dialect !== 'E') continue
      const rejecting = rejectingCondition(node)
      if (!rejecting && !isUnreconciled(node, context.now)) continue
      const missing = NEEDED.filter(({ kind }) => context.isInstalled(kind, node.cluster) === false)
      const [first] = missing
      if (!first) continue
      yield {
        mode: 'F25',
        subject: node,
        message: `CRD ${missing.map(({ plural }) => `${plural}.openstack.k-orc.cloud`).join(' and ')} is not installed: K-ORC up to ${first.until} does not include it`,
        evidence: [
          ...missing.map(({ plural }) => ({
            on: node,
            path: `CRD ${plural}.openstack.k-orc.cloud`,
            value: 'not installed',
          })),
          conditionProof(node, rejecting ?? 'Ready'),
        ],
        next: [kubectl({ cluster: node.cluster }, 'api-resources', '--api-group', 'openstack.k-orc.cloud')],
        standsAlone: true,
      }
    }
  },
}

function rejectingCondition({ object }: GraphNode): string | undefined {
  const conditions = object ? [...conditionsOf(object).values()] : []
  const pattern = /no matches for kind "(ApplicationCredential|RoleAssignment)"/
  return conditions.find(({ status, message }) => status === 'False' && pattern.test(message))?.type
}

/** An operator that cannot watch a kind does not start: it never sets a condition. */
const isUnreconciled = ({ object }: GraphNode, now: number) =>
  object !== undefined &&
  conditionsOf(object).size === 0 &&
  now - Date.parse(object.metadata.creationTimestamp ?? '') > RECONCILE_TIME
