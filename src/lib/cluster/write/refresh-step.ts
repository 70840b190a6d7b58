// SPDX-License-Identifier: Apache-2.0
import type { PlanStep, StepResult } from '../../model/plan/plan.ts'
import { ClusterError } from '../failure.ts'
import { applyObject } from './apply.ts'
import { type Awaited, awaitController } from './await-controller.ts'
import { applicationOf, isStamped, look, result, stampsOf, type WriteContext } from './write-context.ts'
import { conflictReason, failureReason, isLost, isStale } from './write-failures.ts'

/** Triggers a reconciliation by an annotation and waits for it. */
export async function refresh(step: PlanStep, context: WriteContext): Promise<StepResult> {
  const annotated = await context.finishing(annotate(step, context))
  return 'wrote' in annotated ? annotated : awaitController(annotated, context)
}

const TRIES = 3

/** The status changes all the time, so only another UID or generation means that the plan is out of date. */
async function annotate(step: PlanStep, context: WriteContext): Promise<Awaited | StepResult> {
  const client = context.client(step.target.cluster)
  const stamps = stampsOf(step, context)
  let first: Awaited['before']
  for (let tries = 1; ; tries++) {
    const now = await look(client, step.target)
    first ??= now
    const { seen } = step
    if (!now || !seen || now.metadata.uid !== seen.uid || now.metadata.generation !== seen.generation)
      return result(step, 'refused', [
        { text: 'it changed or was deleted since it was read', hint: 'run the command again' },
      ])
    const annotated = { step, before: first ?? now, outcome: 'refreshed' as const }
    const { uid = '', resourceVersion = '' } = now.metadata
    if (isStamped(now, stamps)) return { ...annotated, applied: { uid, resourceVersion, created: false } }
    try {
      const application = { ...applicationOf(step, stamps), seen: { uid, resourceVersion } }
      return { ...annotated, applied: await applyObject(client, application) }
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error
      if (tries < TRIES && (isStale(error) || isLost(error))) continue
      const reason = isStale(error) ? conflictReason(error.failure, now, seen) : failureReason(error.failure)
      return result(step, isStale(error) || error.failure.fault === 'forbidden' ? 'refused' : 'failed', [reason])
    }
  }
}
