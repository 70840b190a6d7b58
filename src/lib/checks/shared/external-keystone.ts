// SPDX-License-Identifier: Apache-2.0

import { CONTROL_PLANE, refusals } from '../../kinds/openstack/conditions.ts'
import { hasLastedFor } from '../../model/check/age.ts'
import type { CheckContext, CheckFinding } from '../../model/check/check.ts'
import { conditionProof } from '../../model/check/evidence.ts'
import { describe } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'

/** A Keystone that is not run here is watched by the control plane itself; this long it may be a passing thing. */
const PATIENCE = 2

/**
 * What control planes say themselves about their Keystone, in one of these reasons, where none of the K-ORC objects
 * that were found explains it.
 */
export function* externalKeystoneReports(
  sight: CheckContext,
  mode: string,
  reasons: RegExp,
  explained: readonly GraphNode[],
): Iterable<CheckFinding> {
  const known = new Set(explained.flatMap((object) => sight.into(object, CONTROL_PLANE)).map(({ id }) => id))
  for (const node of sight.of(CONTROL_PLANE)) {
    const [first, ...others] = refusals(node, /^(KORC|AdminCredential|Catalog)Ready$/, reasons).filter(({ since }) =>
      hasLastedFor(since, PATIENCE, sight.now),
    )
    if (!first || known.has(node.id)) continue
    yield {
      mode,
      subject: node,
      message: first.message || first.reason,
      evidence: [first, ...others].map(({ type }) => conditionProof(node, type)),
      next: [describe(node)],
    }
  }
}
