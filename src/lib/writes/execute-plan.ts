// SPDX-License-Identifier: Apache-2.0
import { inParallel } from '../cluster/parallel.ts'
import { result, type WriteContext } from '../cluster/write/write-context.ts'
import { writeStep } from '../cluster/write/write-step.ts'
import { isWrite, objectName, type Plan, type PlanStep, type StepResult } from '../model/plan/plan.ts'
import { C5c3Error } from '../model/report/errors.ts'
import { undoOf } from '../plans/shared/undo.ts'
import type { Journal } from './journal.ts'
import type { WriteProgress } from './progress.ts'

export interface CarryOut {
  readonly context: WriteContext
  readonly journal: Journal
  readonly progress: WriteProgress
  readonly failFast: boolean
  /** A demo ends with the command: an undo command would be useless. */
  readonly demo: boolean
}

/**
 * Executes the steps of a plan: one at a time in each cluster, but concurrently where they wait for a controller.
 * Independent objects continue after a failure. Results are in the order of the plan.
 */
export async function executePlan(plan: Plan, work: CarryOut): Promise<readonly StepResult[]> {
  const done = new Map<string, Promise<StepResult>>()
  let hasFailed = false
  const run = (step: PlanStep): Promise<StepResult> => {
    const known = done.get(step.id)
    if (known) return known
    const running = runStep(step)
    done.set(step.id, running)
    return running
  }
  const runStep = async (step: PlanStep): Promise<StepResult> => {
    const before = plan.steps.find(({ id }) => id === step.after)
    const first = before ? await run(before) : undefined
    const outcome =
      first && !isDone(first)
        ? skipAfter(step, first)
        : hasFailed && work.failFast && isWrite(step)
          ? notStarted(step)
          : await executeStep(plan, step, work)
    hasFailed ||= !isDone(outcome)
    work.progress.finished(outcome)
    return outcome
  }
  const written = plan.steps.filter(({ acknowledged }) => !acknowledged)
  const clusters = [...Map.groupBy(written, ({ target }) => target.cluster).values()]
  await inParallel(clusters, clusters.length, async (steps) => {
    for (const step of steps) await run(step)
  })
  await inParallel(
    plan.steps.filter(({ acknowledged }) => acknowledged),
    MAX_CONCURRENT_WAITS,
    run,
  )
  return Promise.all(plan.steps.map(run))
}

const isDone = ({ outcome }: StepResult) => outcome === 'written' || outcome === 'refreshed' || outcome === 'unchanged'

const skipAfter = (step: PlanStep, { step: before, outcome }: StepResult) => {
  const how = outcome === 'waiting' ? 'is still awaited' : `was ${outcome}`
  return result(step, 'skipped', [{ text: `${objectName(before.target)} comes first, and it ${how}` }])
}

const notStarted = (step: PlanStep) =>
  result(step, 'skipped', [{ text: 'not begun, because another object failed (--fail-fast)' }])

async function executeStep(
  plan: Plan,
  step: PlanStep,
  { context, journal, progress, demo }: CarryOut,
): Promise<StepResult> {
  if (!isWrite(step) || context.stop.aborted) return writeStep(step, context)
  const about = {
    ...context.writer(step.target.cluster),
    cluster: step.target.cluster,
    clusterUid: plan.clusters.find(({ name }) => name === step.target.cluster)?.uid ?? '',
    object: objectName(step.target),
    action: step.action,
    ...(step.seen ? { before: step.seen.resourceVersion } : {}),
  }
  const unwritable = await failureOf(journal.add({ ...about, outcome: 'begun' }))
  if (unwritable) return result(step, 'refused', [{ text: unwritable.message, ...hintOf(unwritable) }])
  progress.started(step)
  const done = await writeStep(step, context)
  const { cluster } = step.target
  const undo = demo ? undefined : undoOf(done, { label: cluster, ...context.client(cluster).config.own })
  const outcome = undo ? { ...done, undo } : done
  // The entry "begun" exists already; the result must be reported even if this one cannot be written.
  await failureOf(
    journal.add({
      ...about,
      outcome: outcome.outcome,
      ...(outcome.uid ? { uid: outcome.uid } : {}),
      ...(outcome.resourceVersion ? { resourceVersion: outcome.resourceVersion } : {}),
      ...(outcome.reasons.length > 0 ? { reasons: outcome.reasons.map(({ text }) => text) } : {}),
      ...(undo ? { undo } : {}),
    }),
  )
  return outcome
}

/** The error of a journal write; undefined when it succeeded. */
async function failureOf(work: Promise<void>): Promise<C5c3Error | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof C5c3Error) return error
    throw error
  }
}

const hintOf = ({ hints: [hint] }: C5c3Error) => (hint ? { hint } : {})

/** How many steps wait for controllers concurrently. */
const MAX_CONCURRENT_WAITS = 24
