// SPDX-License-Identifier: Apache-2.0

import { hasLastedFor, isStatusCurrent } from '../../model/check/age.ts'
import type { Check, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { countAt } from '../../model/object/fields.ts'
import { objectArgs } from '../../model/text/command.ts'

const ROTATION = 'CredentialRotation.c5c3.io'
const INTERVALS = ['intervalDays', 'preRotationDays', 'gracePeriodDays']

export const rotationIgnored: Check = {
  id: 'rotation-ignored',
  category: 'identity',
  severity: 'warning',
  title: 'Rotation schedule is not supported',
  why: 'The released operator rotates once for each change of a CredentialRotation. It accepts and ignores intervalDays and similar fields: the object reports Ready, and the credential stays the same.',
  fix: 'Set reMint: true to rotate once now. For a schedule, change the spec externally at every interval (a CronJob, a pipeline); do not rely on the fields.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get credentialrotations.c5c3.io NAME -o yaml   # reason NoRotationNeeded',
  ],
  modes: ['F95'],
  about: [ROTATION],
  reasons: ['NoRotationNeeded'],
  *run(context) {
    for (const node of context.of(ROTATION)) {
      const ready = conditionOf(node, 'Ready')
      const days = countAt(node.object, 'spec.intervalDays')
      if (!isStatusCurrent(node) || days === undefined || ready?.reason !== 'NoRotationNeeded') continue
      if (!hasLastedFor(ready.since, 2, context.now)) continue
      yield {
        mode: 'F95',
        subject: node,
        message: `rotation every ${days} days requested, but the operator reports that no rotation is needed`,
        evidence: [conditionProof(node, 'Ready'), ...intervals(node), ...triggered(node)],
        next: [
          {
            ...kubectl(
              node,
              'patch',
              ...objectArgs('credentialrotations.c5c3.io', node.name),
              '--type=merge',
              '-p',
              '{"spec":{"reMint":true}}',
            ),
            why: 'rotates once, now',
          },
        ],
        standsAlone: true,
      }
    }
  },
}

const intervals = (node: GraphNode): readonly FindingEvidence[] =>
  INTERVALS.filter((field) => countAt(node.object, `spec.${field}`) !== undefined).map((field) =>
    fieldProof(node, `spec.${field}`),
  )

/** Shows that the current spec has been processed: no further rotation follows from it. */
function triggered(node: GraphNode): readonly FindingEvidence[] {
  const last = countAt(node.object, 'status.lastTriggeredGeneration')
  if (last === undefined) return []
  return [
    {
      on: node,
      path: 'status.lastTriggeredGeneration',
      value: `${last} of generation ${node.object?.metadata.generation}`,
    },
  ]
}
