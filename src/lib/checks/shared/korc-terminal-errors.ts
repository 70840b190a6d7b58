// SPDX-License-Identifier: Apache-2.0

import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import { isStatusCurrent } from '../../model/check/age.ts'
import type { CheckContext, CheckFinding, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { entriesAt, textAt } from '../../model/object/fields.ts'

/** K-ORC objects that have stopped retrying for this reason, with a matching message. */
export function* terminalError(
  context: CheckContext,
  mode: string,
  reason: string,
  pattern: RegExp,
): Iterable<CheckFinding> {
  for (const node of IDENTITY_PARTS.flatMap((kind) => context.of(kind))) {
    const available = conditionOf(node, 'Available')
    if (!isStatusCurrent(node) || available?.reason !== reason || available.stale || !pattern.test(available.message))
      continue
    yield {
      mode,
      subject: node,
      message: available.message,
      evidence: [conditionProof(node, 'Available'), ...importEvidence(node)],
      next: [getYaml(node)],
      // Keystone has answered: its current health is unrelated.
      standsAlone: true,
    }
  }
}

function importEvidence(on: GraphNode): readonly FindingEvidence[] {
  const id = textAt(on.object, 'spec.import.id') ?? textAt(on.object, 'status.id')
  return [
    ...entriesAt(on.object, 'spec.import.filter')
      .filter(([, value]) => typeof value === 'string')
      .map(([field, value]) => ({ on, path: `spec.import.filter.${field}`, value: String(value) })),
    ...(id ? [{ on, path: textAt(on.object, 'spec.import.id') ? 'spec.import.id' : 'status.id', value: id }] : []),
  ]
}
