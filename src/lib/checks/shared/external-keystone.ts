// SPDX-License-Identifier: Apache-2.0

import { CONTROL_PLANE, refusals } from '../../kinds/openstack/conditions.ts'
import { hasLastedFor } from '../../model/check/age.ts'
import type { CheckContext, CheckFinding } from '../../model/check/check.ts'
import { conditionProof } from '../../model/check/evidence.ts'
import { describe } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'

/** Findings from Keystone problems that ControlPlanes report, unless the explained K-ORC objects cover them. */
export function* externalKeystoneReports(
  context: CheckContext,
  mode: string,
  reasons: RegExp,
  explained: readonly GraphNode[],
): Iterable<CheckFinding> {
  const covered = new Set(explained.flatMap((object) => context.into(object, CONTROL_PLANE)).map(({ id }) => id))
  for (const node of context.of(CONTROL_PLANE)) {
    const [first, ...others] = refusals(node, /^(KORC|AdminCredential|Catalog)Ready$/, reasons).filter(({ since }) =>
      hasLastedFor(since, TEMPORARY_MINUTES, context.now),
    )
    if (!first || covered.has(node.id)) continue
    yield {
      mode,
      subject: node,
      message: first.message || first.reason,
      evidence: [first, ...others].map(({ type }) => conditionProof(node, type)),
      next: [describe(node)],
    }
  }
}

/** In minutes. The control plane itself watches an external Keystone; a shorter failure may be temporary. */
const TEMPORARY_MINUTES = 2
