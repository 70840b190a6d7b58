// SPDX-License-Identifier: Apache-2.0

import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import { isStatusCurrent } from '../../model/check/age.ts'
import type { CheckContext, CheckFinding, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { entriesAt, textAt } from '../../model/object/fields.ts'

/** K-ORC objects that have given up for this reason, with these words. */
export function* terminalError(
  sight: CheckContext,
  mode: string,
  reason: string,
  words: RegExp,
): Iterable<CheckFinding> {
  for (const node of IDENTITY_PARTS.flatMap((kind) => sight.of(kind))) {
    const available = conditionOf(node, 'Available')
    if (!isStatusCurrent(node) || available?.reason !== reason || available.stale || !words.test(available.message))
      continue
    yield {
      mode,
      subject: node,
      message: available.message,
      evidence: [conditionProof(node, 'Available'), ...wantedOf(node)],
      next: [getYaml(node)],
      // Keystone answered: that it is not well now is another matter.
      standsAlone: true,
    }
  }
}

function wantedOf(on: GraphNode): readonly FindingEvidence[] {
  const id = textAt(on.object, 'spec.import.id') ?? textAt(on.object, 'status.id')
  return [
    ...entriesAt(on.object, 'spec.import.filter')
      .filter(([, value]) => typeof value === 'string')
      .map(([field, value]) => ({ on, path: `spec.import.filter.${field}`, value: String(value) })),
    ...(id ? [{ on, path: textAt(on.object, 'spec.import.id') ? 'spec.import.id' : 'status.id', value: id }] : []),
  ]
}
