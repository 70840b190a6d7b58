// SPDX-License-Identifier: Apache-2.0
// A key may be rotated while it is copied: then the copy is old, however well it was written.

import { ClusterError } from '../cluster/failure.ts'
import { ValueChanged, valuesFrom } from '../cluster/secrets/copied-values.ts'
import type { WriteContext } from '../cluster/write/write-context.ts'
import type { Plan, PlanStep, StepResult } from '../model/plan/plan.ts'
import { C5c3Error } from '../model/report/errors.ts'
import type { PlanWithSources } from './planner.ts'
import type { WriteRun, WriteSession } from './run.ts'

/** A key that is rotated faster than it is copied is somebody's mistake. */
const ROUNDS = 3

export interface RecopyResult {
  /** Carries out some steps of a plan that was made anew. */
  carryOut(plan: Plan, sources: PlanWithSources['sources']): Promise<readonly StepResult[]>
  /** Told of what turned out to be old although it was written. */
  finished(result: StepResult): void
}

/** Copies once more what was rotated while it was copied. What is still another key then has failed. */
export async function recopyRotated(
  { run, planned, context, salt }: WriteSession,
  first: readonly StepResult[],
  again: RecopyResult,
): Promise<readonly StepResult[]> {
  let results = first
  let { sources } = planned
  const outdated = (which: ReadonlySet<string>, text: string) =>
    results.map((each) => {
      if (!which.has(each.step.id)) return each
      const failed = { ...each, outcome: 'failed' as const, reasons: [{ text, hint: 'run the command again' }] }
      again.finished(failed)
      return failed
    })
  for (let round = 1; ; round++) {
    if (context.stop.aborted || !results.some(({ step }) => (step.expects?.values ?? step.values).length > 0))
      return results
    await sources.reload()
    const rotated = rotatedSteps(results, { ...context, sources })
    if (rotated.size === 0) return results
    if (round === ROUNDS)
      return outdated(rotated, `its key was rotated again each of the ${ROUNDS} times it was copied`)
    const next = await planAgain(run, salt)
    const ids = new Set(next?.plan.steps.map(({ id }) => id))
    const lost = new Set([...rotated].filter((id) => !ids.has(id)))
    if (lost.size > 0)
      results = outdated(lost, 'its key was rotated while it was copied, and could not be copied again')
    // what was written is told, whatever became of the clusters since
    if (!next) return results
    sources = next.sources
    const needed = (step: PlanStep): boolean =>
      rotated.has(step.id) || next.plan.steps.some((other) => other.after === step.id && rotated.has(other.id))
    const redone = await again.carryOut({ ...next.plan, steps: next.plan.steps.filter(needed) }, sources)
    const newest = new Map(redone.map((each) => [each.step.id, each]))
    results = results.map((each) => merged(each, newest.get(each.step.id)))
  }
}

/** Steps whose value is not the one that was written any more, or that were refused because of that. */
function rotatedSteps(results: readonly StepResult[], { sources, salt }: WriteContext): ReadonlySet<string> {
  const rotated = results.filter(({ step, outcome }) => {
    const values = step.expects?.values ?? step.values
    if (values.length === 0 || outcome === 'skipped') return false
    try {
      valuesFrom(sources, values, salt)
      return false
    } catch (error) {
      if (error instanceof ValueChanged) return !error.unseen
      throw error
    }
  })
  return new Set(rotated.map(({ step }) => step.id))
}

async function planAgain({ planner, fleet, signal }: WriteRun, salt: string): Promise<PlanWithSources | undefined> {
  try {
    return await planner(fleet, salt, signal)
  } catch (error) {
    if (error instanceof C5c3Error || error instanceof ClusterError) return undefined
    throw error
  }
}

/** What the last round says, but an object that was written in an earlier one was written. */
function merged(before: StepResult, now: StepResult | undefined): StepResult {
  if (!now) return before
  const undo = before.undo ?? now.undo
  return {
    ...now,
    outcome: now.outcome === 'unchanged' && before.wrote ? before.outcome : now.outcome,
    wrote: now.wrote || before.wrote,
    ...(undo ? { undo } : {}),
  }
}
