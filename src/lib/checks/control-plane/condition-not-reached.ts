// SPDX-License-Identifier: Apache-2.0

import { controlPlaneOrder, serviceCondition } from '../../kinds/c5c3-operator/health.ts'
import { normaliseControlPlane } from '../../kinds/c5c3-operator/spec.ts'
import { CONTROL_PLANE } from '../../kinds/openstack/conditions.ts'
import { hasLastedFor, isStatusCurrent, isYoungerThan } from '../../model/check/age.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { bottleneck } from '../../model/object/ordered-conditions.ts'

/** In minutes: longer than the operator takes from one phase to the next if nothing blocks it. */
const MAX_PHASE_MINUTES = 10

export const conditionNotReached: Check = {
  id: 'condition-not-reached',
  category: 'control-plane',
  severity: 'error',
  title: 'Requested service has not been reconciled',
  why: 'A ControlPlane gets a condition for each requested service when the operator reconciles it. An absent condition is not healthy: the operator stopped earlier, and the service was not created.',
  fix: 'If an earlier condition is False, fix what it reports. If none is, the operator is stuck or too old to know the service: read its log, compare its release, then restart it.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get controlplanes.c5c3.io NAME -o yaml   # status.conditions',
    'kubectl --context CONTEXT -n c5c3-system logs deploy/c5c3-operator --tail=100',
  ],
  modes: ['F97'],
  about: [CONTROL_PLANE],
  reasons: ['NotReached'],
  *run(context) {
    for (const node of context.of(CONTROL_PLANE)) {
      if (!node.object || !isStatusCurrent(node) || isYoungerThan(node, MAX_PHASE_MINUTES, context.now)) continue
      const model = normaliseControlPlane(node.object)
      const conditions = conditionsOf(node.object)
      const ready = conditions.get('Ready')
      if (model.dialect !== 'E' || conditions.size === 0 || (ready && !/^(NotAll|All)Ready$/.test(ready.reason)))
        continue
      const absent = model.services
        .filter(({ enabled, external }) => enabled && !external)
        .map(({ name }) => serviceCondition(name))
        .filter((type) => !conditions.has(type))
      const blocker = bottleneck(node.object, controlPlaneOrder(model))
      // If another object blocks it, the finding belongs to that object.
      if (absent.length === 0 || (blocker && !context.own(node).itself)) continue
      const times = [...conditions.values()].flatMap(({ since }) => since ?? []).sort()
      if (!hasLastedFor(times.at(-1), MAX_PHASE_MINUTES, context.now)) continue
      yield {
        mode: 'F97',
        subject: node,
        message: blocker
          ? `${absent.join(', ')} not reconciled: ${blocker.type} is False (${blocker.message || blocker.reason})`
          : `${absent.join(', ')} not reconciled, and no earlier condition blocks it`,
        evidence: [
          ...absent.map((type) => conditionProof(node, type)),
          ...(blocker ? [conditionProof(node, blocker.type)] : []),
          ...(ready ? [conditionProof(node, 'Ready')] : []),
        ],
        next: [
          kubectl(
            { cluster: node.cluster, namespace: 'c5c3-system' },
            'logs',
            '-l',
            'app.kubernetes.io/name=c5c3-operator',
            '--tail=100',
          ),
        ],
      }
    }
  },
}
