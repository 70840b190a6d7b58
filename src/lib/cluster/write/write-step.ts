// SPDX-License-Identifier: Apache-2.0

import type { KubeObject } from '../../model/object/resource.ts'
import type { PlanStep, Reason, StepResult } from '../../model/plan/plan.ts'
import { ClusterError } from '../failure.ts'
import { isRecord } from '../read/json-shape.ts'
import { holdsValues, ValueChanged, valuesFrom } from '../secrets/copied-values.ts'
import { standInFor } from '../secrets/stand-in.ts'
import { type Application, type Applied, applyObject } from './apply.ts'
import { awaitController } from './await-controller.ts'
import { refresh } from './refresh-step.ts'
import { startJob, tryStart } from './start-job.ts'
import { applicationOf, isStamped, look, result, stampsOf, type WriteContext } from './write-context.ts'
import { conflictReason, failureReason, isLost, isStale } from './write-failures.ts'

/** Longest chain of tries for one object; each is preceded by a look. */
const TRIES = 3

/** What a server says to a step that it was asked about: fine: it would take it; stale: the object is another by now; same: somebody has done it by now. */
export type DryRunResult = 'fine' | 'same' | 'stale' | Reason

/** Asks the server whether it would take a step, changing nothing. Never throws for a step. */
export async function tryStep(step: PlanStep, context: WriteContext): Promise<DryRunResult> {
  if (step.starts) return tryStart(step, step.starts, context)
  const client = context.client(step.target.cluster)
  try {
    await applyObject(client, trialOf(wholeOf(step, context).application))
    return 'fine'
  } catch (error) {
    if (!isStale(error)) return reasonOf(error, step)
    // an object whose status changes all the time is read again before it is written
    if (step.action === 'refresh') return 'fine'
    const now = await look(client, step.target).catch(() => undefined)
    return now && holds(now, step, context) ? 'same' : 'stale'
  }
}

/**
 * Does one step: writes it, reads it back, waits for its controller. Never throws for a step: what went wrong is its
 * outcome. Whatever happens, the object is as it was or as it should be.
 */
export async function writeStep(step: PlanStep, context: WriteContext): Promise<StepResult> {
  if (step.action === 'refused') return result(step, 'refused', step.reasons)
  // what is as it should be may still be awaited
  if (step.action === 'none') return awaitController({ step, outcome: 'unchanged' }, context)
  if (context.stop.aborted) return result(step, 'skipped', [{ text: 'stopped before it was begun' }])
  try {
    if (step.action === 'refresh') return await refresh(step, context)
    const writing = step.starts ? startJob(step, step.starts, context) : write(step, context)
    const done = await context.finishing(writing)
    return done.outcome === 'written' ? await awaitWritten(done, context) : done
  } catch (error) {
    return result(step, error instanceof ValueChanged ? 'refused' : 'failed', [reasonOf(error, step)])
  }
}

function awaitWritten(
  { step, uid = '', resourceVersion = '' }: StepResult,
  context: WriteContext,
): Promise<StepResult> {
  return awaitController({ step, outcome: 'written', applied: { uid, resourceVersion, created: false } }, context)
}

function wholeOf(step: PlanStep, context: WriteContext) {
  const data = valuesFrom(context.sources, step.values, context.salt)
  const stamps = stampsOf(step, context)
  return { stamps, application: { ...applicationOf(step, stamps), ...(data.size > 0 ? { data } : {}) } }
}

/** What the server is shown before the user has confirmed: no value of a Secret is part of it. */
function trialOf(application: Application): Application {
  const { data = new Map() } = application
  const standIns = new Map([...data].map(([key, value]) => [key, standInFor(value)]))
  return { ...application, ...(standIns.size > 0 ? { data: standIns } : {}), dryRun: true }
}

async function write(step: PlanStep, context: WriteContext): Promise<StepResult> {
  const client = context.client(step.target.cluster)
  const { stamps, application } = wholeOf(step, context)
  for (let tries = 1; ; tries++) {
    try {
      return await readBack(step, context, await applyObject(client, application))
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error
      // The answer is lost, or the object is not the one that was seen: only a look decides.
      if (!isLost(error) && !isStale(error))
        return result(step, error.failure.fault === 'forbidden' ? 'refused' : 'failed', [reasonOf(error, step)])
      const now = await look(client, step.target)
      if (now && holds(now, step, context)) return found(step, now, isStamped(now, stamps))
      if (isStale(error)) return result(step, 'refused', [conflictReason(error.failure, now, step.seen)])
      // Sent again it takes effect once at most: the server takes it only while the object is the one that was seen.
      if (tries >= TRIES || !isSeen(now, step)) return result(step, 'failed', [failureReason(error.failure)])
    }
  }
}

/** It is as it should be: by this run, whose answer was lost, or by somebody who was faster. */
function found(
  step: PlanStep,
  { metadata: { uid = '', resourceVersion = '' } }: KubeObject,
  ours: boolean,
): StepResult {
  if (!ours) return result(step, 'unchanged')
  return result(step, 'written', [], { uid, resourceVersion, created: false })
}

async function readBack(step: PlanStep, context: WriteContext, applied: Applied): Promise<StepResult> {
  try {
    const now = await look(context.client(step.target.cluster), step.target)
    if (now && holds(now, step, context)) return result(step, 'written', [], applied)
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error
    const text = `it was written, and could not be read back: ${failureReason(error.failure).text}`
    return result(step, 'failed', [{ text, hint: 'run the command again to see how it is' }], applied)
  }
  const text = 'it was written, and somebody changed it at once'
  return result(step, 'failed', [{ text, hint: 'find out who keeps it before you try again' }], applied)
}

/** Whether an object is as the step wants it, but for the annotations that tell when. */
function holds(now: KubeObject, { values, manifest }: PlanStep, { salt }: WriteContext): boolean {
  const { data, metadata: _, ...rest } = manifest
  return holdsValues(now, values, salt, isRecord(data) ? data : {}) && covers(now, rest)
}

/** Every field of the wanted value is in the other one; what else is there does not matter. */
function covers(now: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return Array.isArray(now) && now.length === wanted.length && wanted.every((each, i) => covers(now[i], each))
  if (!isRecord(wanted)) return now === wanted
  return isRecord(now) && Object.entries(wanted).every(([key, value]) => covers(now[key], value))
}

const isSeen = (now: KubeObject | undefined, { seen }: PlanStep) =>
  seen ? now?.metadata.uid === seen.uid && now.metadata.resourceVersion === seen.resourceVersion : now === undefined

function reasonOf(error: unknown, { seen }: PlanStep): Reason {
  if (error instanceof ValueChanged) return { text: error.message, hint: 'run the command again' }
  if (!(error instanceof ClusterError)) throw error
  return isStale(error) ? conflictReason(error.failure, undefined, seen) : failureReason(error.failure)
}
