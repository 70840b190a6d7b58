// SPDX-License-Identifier: Apache-2.0

import { serviceCondition } from '../../kinds/c5c3-operator/health.ts'
import { CONTROL_PLANE, refusals, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import { KNOWN_SERVICES, serviceKind } from '../../kinds/openstack/service.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import { kindName } from '../../model/graph/kind.ts'

export const projectionRejected: Check = {
  id: 'projection-rejected',
  category: 'control-plane',
  severity: 'error',
  title: 'API server rejects what the ControlPlane requests',
  why: 'The operator writes each service from the ControlPlane. Some fields of a service cannot change once it exists (database, region, bootstrap). If the ControlPlane requests another value, every update of the service is rejected, including its other fields.',
  fix: 'Set the field in the ControlPlane back to the value of the service. If the new value is intended, the service has to be deleted and recreated (the deletion needs the annotation c5c3.io/allow-SERVICE-deletion), which may lose its data: back up its database first.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get controlplanes.c5c3.io NAME -o yaml   # status.conditions',
    'kubectl --context CONTEXT -n NAMESPACE get KIND NAME -o yaml',
  ],
  modes: ['F63'],
  about: [CONTROL_PLANE],
  beside: SERVICE_KINDS,
  reasons: [
    'KeystoneProjectionRejected',
    'HorizonProjectionRejected',
    'GlanceProjectionRejected',
    'GlanceBackendProjectionRejected',
    'PlacementProjectionRejected',
    'BarbicanProjectionRejected',
  ],
  *run(context) {
    for (const node of context.of(CONTROL_PLANE))
      for (const condition of refusals(node, /Ready$/, /ProjectionRejected$/)) {
        const service = KNOWN_SERVICES.find((name) => serviceCondition(name) === condition.type)
        const children = service ? context.out(node, kindName(serviceKind(service))).filter(({ object }) => object) : []
        yield {
          mode: 'F63',
          subject: node,
          standsAlone: true,
          message: condition.message || condition.reason,
          evidence: [
            conditionProof(node, condition.type),
            ...children.flatMap((child) => rejectedFields(condition.message).map((path) => fieldProof(child, path))),
          ],
          next: children.map(getYaml),
          affects: children,
        }
      }
  },
}

/** The fields that the API server rejects: spec.bootstrap.region: Invalid value. */
const rejectedFields = (message: string) => [
  ...new Set(
    [...message.matchAll(/\b(spec(?:\.[A-Za-z]+)+): (?:Invalid|Forbidden)/g)].flatMap(([, path]) => path ?? []),
  ),
]
