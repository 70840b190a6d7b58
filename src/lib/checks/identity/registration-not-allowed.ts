// SPDX-License-Identifier: Apache-2.0

import { CONTROL_PLANE, refusals } from '../../kinds/openstack/conditions.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionProof } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt, textsAt } from '../../model/object/fields.ts'

const REGISTRATION = 'KeystoneService.c5c3.io'
const ALLOWED = 'spec.korc.serviceRegistrations.allowedNamespaces'

export const registrationNotAllowed: Check = {
  id: 'registration-not-allowed',
  category: 'identity',
  severity: 'error',
  title: 'Service registers from a namespace that is not allowed',
  why: 'The control plane accepts registrations from other namespaces only if it lists them. This namespace is not listed: nothing is created or changed for it; what was created before keeps working.',
  fix: 'Add the namespace to spec.korc.serviceRegistrations.allowedNamespaces of the ControlPlane, or register from an allowed namespace.',
  byHand: [
    "kubectl --context CONTEXT -n NAMESPACE get controlplane NAME -o jsonpath='{.spec.korc.serviceRegistrations.allowedNamespaces}'",
  ],
  modes: ['F91'],
  about: [REGISTRATION],
  beside: [CONTROL_PLANE],
  reasons: ['NamespaceNotAllowed'],
  *run(context) {
    for (const node of context.of(REGISTRATION)) {
      const [condition] = refusals(node, /Ready$/, /^NamespaceNotAllowed$/)
      if (!condition) continue
      const controlPlane = controlPlaneOf(context, node)
      const allowed = textsAt(controlPlane?.object, ALLOWED).join(', ') || 'none'
      yield {
        mode: 'F91',
        subject: node,
        message: `namespace ${node.namespace} is not allowed${controlPlane ? ` by ControlPlane ${controlPlane.name} (allowed: ${allowed})` : ''}`,
        evidence: [
          conditionProof(node, condition.type),
          ...(controlPlane ? [{ on: controlPlane, path: ALLOWED, value: allowed }] : []),
        ],
        next: controlPlane ? [getYaml(controlPlane)] : [],
        standsAlone: true,
      }
    }
  },
}

function controlPlaneOf(context: CheckContext, node: GraphNode): GraphNode | undefined {
  const name = textAt(node.object, 'spec.controlPlaneRef.name')
  return context.into(node, CONTROL_PLANE).find((one) => one.name === name && one.object)
}
