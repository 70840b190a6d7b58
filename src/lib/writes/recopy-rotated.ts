// SPDX-License-Identifier: Apache-2.0
// A key may be rotated while it is copied: then the copy is out of date although the write succeeded.

import { ClusterError } from '../cluster/failure.ts'
import { ValueChanged, valuesFrom } from '../cluster/secrets/copied-values.ts'
import type { WriteContext } from '../cluster/write/write-context.ts'
import type { Plan, PlanStep, StepResult } from '../model/plan/plan.ts'
import { C5c3Error } from '../model/report/errors.ts'
import type { PlanWithSources } from './planner.ts'
import type { WriteRun, WriteSession } from './run.ts'

export interface RecopyResult {
  /** Executes some steps of a new plan. */
  carryOut(plan: Plan, sources: PlanWithSources['sources']): Promise<readonly StepResult[]>
  /** Called for steps whose value turned out to be out of date after the write. */
  finished(result: StepResult): void
}

/** Copies keys again that were rotated meanwhile. Those that still differ then have failed. */
export async function recopyRotated(
  { run, planned, context, salt }: WriteSession,
  first: readonly StepResult[],
  callbacks: RecopyResult,
): Promise<readonly StepResult[]> {
  let results = first
  let { sources } = planned
  const markOutdated = (which: ReadonlySet<string>, text: string) =>
    results.map((each) => {
      if (!which.has(each.step.id)) return each
      const failed = { ...each, outcome: 'failed' as const, reasons: [{ text, hint: 'run the command again' }] }
      callbacks.finished(failed)
      return failed
    })
  for (let round = 1; ; round++) {
    if (context.stop.aborted || !results.some(({ step }) => (step.expects?.values ?? step.values).length > 0))
      return results
    await sources.reload()
    const rotated = rotatedSteps(results, { ...context, sources })
    if (rotated.size === 0) return results
    if (round === MAX_ROUNDS)
      return markOutdated(rotated, `its key was rotated again each of the ${MAX_ROUNDS} times it was copied`)
    const next = await planAgain(run, salt)
    const ids = new Set(next?.plan.steps.map(({ id }) => id))
    const lost = new Set([...rotated].filter((id) => !ids.has(id)))
    if (lost.size > 0)
      results = markOutdated(lost, 'its key was rotated while it was copied, and could not be copied again')
    // Report what was written even if the plan cannot be made again.
    if (!next) return results
    sources = next.sources
    const isNeeded = (step: PlanStep): boolean =>
      rotated.has(step.id) || next.plan.steps.some((other) => other.after === step.id && rotated.has(other.id))
    const redone = await callbacks.carryOut({ ...next.plan, steps: next.plan.steps.filter(isNeeded) }, sources)
    const newest = new Map(redone.map((each) => [each.step.id, each]))
    results = results.map((each) => merged(each, newest.get(each.step.id)))
  }
}

/** Steps whose source value changed since it was written, or that were refused because of that. */
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

/** The result of the last round; an object written in an earlier round still counts as written. */
function merged(before: StepResult, latest: StepResult | undefined): StepResult {
  if (!latest) return before
  const undo = before.undo ?? latest.undo
  return {
    ...latest,
    outcome: latest.outcome === 'unchanged' && before.wrote ? before.outcome : latest.outcome,
    wrote: latest.wrote || before.wrote,
    ...(undo ? { undo } : {}),
  }
}

/** A key that is rotated faster than it is copied indicates a misconfiguration. */
const MAX_ROUNDS = 3
