// SPDX-License-Identifier: Apache-2.0

import type { Check, CheckFinding } from '../model/check/check.ts'
import type { Assessment } from '../model/graph/assessment.ts'
import type { GraphNode } from '../model/graph/graph.ts'
import type { Cause } from './causes.ts'
import { rootCausePath } from './root-cause-path.ts'

/** Covers failures that no check explains: an unhealthy fleet must never pass as one without findings. */
export const UNEXPLAINED: Check = {
  id: 'unexplained',
  category: 'control-plane',
  severity: 'error',
  title: 'Something is broken that no check has a name for',
  why: 'The object says itself that it is not well, others stand on it, and none of the known failure modes fits.',
  fix: 'Read what the object says, look at its events and at the logs of its controller.',
  byHand: ['kubectl describe KIND NAME', 'kubectl c5c3 why KIND/NAME'],
  modes: [],
  about: [],
  run: () => [],
}

/** One finding for the root cause of each subject that no known cause explains. */
export function unexplained(
  assessment: Assessment,
  causes: readonly Cause[],
  subjects: readonly GraphNode[],
  order: (node: GraphNode) => number,
): readonly CheckFinding[] {
  const explained = new Set(
    causes.flatMap(({ subject, consequences }) => [subject.id, ...consequences.map(({ id }) => id)]),
  )
  const findings = new Map<string, CheckFinding>()
  for (const subject of subjects) {
    const state = assessment.state(subject.id)
    if (explained.has(subject.id) || (state !== 'failed' && state !== 'degraded')) continue
    const end = rootCausePath(assessment, subject.id, order)?.at(-1) ?? subject
    const own = assessment.own(end.id)
    const since = own.since ? { since: own.since } : {}
    const evidence = own.evidence ?? [{ path: 'metadata.name', value: own.reason ?? own.state }]
    findings.set(end.id, {
      mode: '',
      subject: end,
      message: own.message ?? own.reason ?? `is ${own.state}`,
      evidence: evidence.map(({ path, value }) => ({ on: end, path, value, ...since })),
    })
  }
  return [...findings.values()]
}
