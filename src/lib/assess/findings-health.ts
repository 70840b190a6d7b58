// SPDX-License-Identifier: Apache-2.0
import { type CheckFinding, effectOf } from '../model/check/check.ts'
import type { Assessment } from '../model/graph/assessment.ts'
import type { NodeId } from '../model/graph/graph.ts'
import { type Health, isFine, severity } from '../model/graph/health.ts'
import type { State } from '../model/report/report.ts'
import type { CheckResult } from './check-results.ts'

/** The health of each subject whose state a finding makes worse: the reason is the check, the evidence is the finding's. */
export function findingsHealth(
  { own }: Pick<Assessment, 'own'>,
  results: readonly CheckResult[],
): ReadonlyMap<NodeId, Health> {
  const changed = new Map<NodeId, Health>()
  for (const { check, found } of results)
    for (const finding of found) {
      const state = STATE_OF[effectOf(check, finding)]
      const { id } = finding.subject
      const before = changed.get(id) ?? own(id)
      if (state === undefined || isIntended(before.state) || severity(before.state) >= severity(state)) continue
      changed.set(id, { ...healthOf(check.id, state, finding), ...(before.notes ? { notes: before.notes } : {}) })
    }
  return changed
}

const STATE_OF = { fails: 'failed', degrades: 'degraded', note: undefined } as const

/** Suspended, disabled and under maintenance are what a person asked for: a finding does not replace that. */
const isIntended = (state: State) => isFine(state) && state !== 'healthy'

function healthOf(reason: string, state: State, { message, evidence, subject }: CheckFinding): Health {
  const own = evidence.filter(({ on }) => on.id === subject.id)
  const since = evidence.flatMap((fact) => fact.since ?? []).sort()[0]
  return {
    state,
    reason,
    finding: reason,
    message,
    evidence: own.map(({ path, value }) => ({ path, value })),
    ...(since ? { since } : {}),
  }
}
