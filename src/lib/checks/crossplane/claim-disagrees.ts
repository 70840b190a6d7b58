// SPDX-License-Identifier: Apache-2.0

import type { Check, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { c5c3 } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'
import { operands } from '../../model/text/command.ts'
import { OBJECTS, rendersKind, TENANTS, type TenantObjects, tenantObjects } from '../shared/crossplane.ts'

const CONTROL_PLANE = 'ControlPlane.c5c3.io'

export const claimDisagrees: Check = {
  id: 'claim-disagrees',
  category: 'crossplane',
  severity: 'warning',
  effect: 'note',
  title: 'Claim phase is out of date',
  why: 'Nothing updates status.phase of a claim: the Compositions of the specification never write it, and a value that was written once stays. Readers of the phase get wrong information.',
  fix: 'Rely on the parts, as kubectl c5c3 status does. Have the Composition write the phase from what it observes, or remove it.',
  byHand: [
    "kubectl --context MANAGEMENT -n NAMESPACE get openstackclusters.c5c3.io NAME -o jsonpath='{.status.phase}'",
    'kubectl c5c3 status NAME',
  ],
  modes: ['F125'],
  about: TENANTS,
  beside: [...OBJECTS, CONTROL_PLANE],
  clusters: ['management', 'control-plane'],
  *run(context) {
    for (const tenant of tenantObjects(context)) {
      const { wish, objects, isWhole } = tenant
      const phase = textAt(wish.object, 'status.phase')
      const [plane] = objects
        .flatMap((object) => context.out(object, CONTROL_PLANE))
        .filter(({ source }) => source === 'live')
      if (!phase || !plane) continue
      const isHealthy =
        isWhole &&
        objects.every((object) => context.own(object).state === 'healthy') &&
        context.own(plane).state === 'healthy'
      const evidence =
        phase === 'Ready'
          ? falseCondition(plane)
          : isHealthy && isReady(tenant)
            ? conditionProof(plane, 'Ready')
            : undefined
      if (!evidence || (phase === 'Ready' && isFine(context.own(plane).state))) continue
      yield {
        mode: 'F125',
        subject: wish,
        message:
          phase === 'Ready'
            ? 'phase is Ready, but the ControlPlane is not ready'
            : `phase is ${phase}, but everything it consists of is healthy`,
        evidence: [{ on: wish, path: 'status.phase', value: phase }, evidence, conditionProof(wish, 'Ready')],
        next: [c5c3('status', ...operands(wish.name))],
        ...(phase === 'Ready' ? {} : { standsAlone: true, severity: 'info' as const }),
      }
    }
  },
}

const isReady = ({ wish, objects }: TenantObjects) =>
  conditionOf(wish, 'Ready')?.status === 'True' &&
  objects.some((object) => rendersKind(object, 'c5c3.io', 'ControlPlane'))

/** The first False condition of a ControlPlane, Ready first. */
function falseCondition(plane: GraphNode): FindingEvidence | undefined {
  const conditions = plane.object ? [...conditionsOf(plane.object).values()] : []
  const type = ['Ready', ...conditions.map((condition) => condition.type)].find(
    (name) => conditionOf(plane, name)?.status === 'False',
  )
  return type ? conditionProof(plane, type) : undefined
}
