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
  title: 'A service registers from a namespace the control plane does not admit',
  why: 'Registrations from outside the namespaces of a control plane are taken only from those it lists. This one is not listed (any more): nothing is made or changed for it; what was made before stays and keeps working.',
  fix: 'Add the namespace to spec.korc.serviceRegistrations.allowedNamespaces of the ControlPlane, or register from a namespace that is admitted.',
  byHand: [
    "kubectl -n NAMESPACE get controlplane NAME -o jsonpath='{.spec.korc.serviceRegistrations.allowedNamespaces}'",
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
        message: `namespace ${node.namespace} is not admitted${controlPlane ? ` by ControlPlane ${controlPlane.name} (it admits ${allowed})` : ''}`,
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
