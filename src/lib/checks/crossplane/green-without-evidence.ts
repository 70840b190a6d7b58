// SPDX-License-Identifier: Apache-2.0
import type { Check, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { getYaml, kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'
import { ageInSeconds, isDeleted, OBJECTS, rendersKind, TENANTS, tenantObjects } from '../shared/crossplane.ts'

const CONTROL_PLANE = 'ControlPlane.c5c3.io'

/** How long a whole control plane takes to start for the first time. */
const FIRST_START = 30 * 60_000

export const greenWithoutEvidence: Check = {
  id: 'green-without-evidence',
  category: 'crossplane',
  severity: 'error',
  effect: 'note',
  title: 'Claim reports Ready although its OpenStack is broken',
  why: 'The Composition considers an Object ready as soon as it is applied (readiness policy SuccessfulCreate, the default). Later failures of the ControlPlane do not reach the claim: dashboards and alerts on claims stay green.',
  fix: 'Fix the ControlPlane. Then set spec.readiness.policy of its Object to DeriveFromObject in the Composition (DeriveFromCelQuery for Rook objects, which have a phase), so that the claim reports its state.',
  byHand: [
    "kubectl --context MANAGEMENT get objects.kubernetes.crossplane.io NAME -o jsonpath='{.spec.readiness.policy}'",
    "kubectl --context MANAGEMENT get objects.kubernetes.crossplane.io NAME -o jsonpath='{.status.atProvider.manifest.status.conditions}'",
  ],
  modes: ['F01'],
  about: TENANTS,
  beside: [...OBJECTS, CONTROL_PLANE],
  clusters: ['management', 'control-plane'],
  *run(context) {
    for (const { wish, objects } of tenantObjects(context)) {
      if (conditionOf(wish, 'Ready')?.status !== 'True') continue
      for (const object of objects.filter((one) => rendersKind(one, 'c5c3.io', 'ControlPlane') && !isDeleted(one))) {
        if (!ignoresRemoteState(object) || conditionOf(object, 'Ready')?.status !== 'True') continue
        const [remote] = context.out(object, CONTROL_PLANE)
        // A new ControlPlane is still starting, not broken.
        const evidence =
          remote && ageInSeconds(remote, context.now) > FIRST_START ? notReady(remote, object) : undefined
        if (!remote || !evidence) continue
        yield {
          mode: 'F01',
          subject: remote,
          message: 'not ready, but the claim reports Ready (readiness policy SuccessfulCreate)',
          evidence: [
            evidence,
            ...firstFalse(remote),
            conditionProof(wish, 'Ready'),
            {
              on: object,
              path: 'spec.readiness.policy',
              value: textAt(object.object, 'spec.readiness.policy') ?? 'absent (SuccessfulCreate)',
            },
          ],
          next: [
            getYaml(object),
            kubectl({ cluster: object.cluster }, 'get', 'compositions.apiextensions.crossplane.io'),
          ],
          standsAlone: true,
        }
      }
    }
  },
}

/** Its readiness policy only requires that the object was applied. */
function ignoresRemoteState({ object }: GraphNode): boolean {
  const policy = textAt(object, 'spec.readiness.policy')
  return policy === undefined || policy === 'SuccessfulCreate'
}

/** The remote object's own condition; if it is not readable, the Object's last observed copy. */
function notReady(remote: GraphNode, object: GraphNode): FindingEvidence | undefined {
  if (remote.source === 'live')
    return conditionOf(remote, 'Ready')?.status === 'False' ? conditionProof(remote, 'Ready') : undefined
  const copy = object.object && conditionsOf(object.object, 'status.atProvider.manifest.status.conditions').get('Ready')
  if (copy?.status !== 'False') return undefined
  return {
    on: object,
    path: 'status.atProvider.manifest.status.conditions[Ready]',
    value: `False (${copy.reason}: ${copy.message})`,
    ...(copy.since ? { since: copy.since } : {}),
  }
}

/** Conditions are ordered by the sequence of work: the first False one blocks the rest. */
function firstFalse(remote: GraphNode): readonly FindingEvidence[] {
  const conditions = remote.object ? [...conditionsOf(remote.object).values()] : []
  const first = conditions.find(({ type, status }) => type !== 'Ready' && status === 'False')
  return first ? [conditionProof(remote, first.type)] : []
}
