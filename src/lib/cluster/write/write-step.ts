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

/** fine: the server would accept the step; stale: the object has changed; same: the change has already been made. */
export type DryRunResult = 'fine' | 'same' | 'stale' | Reason

/** Server-side dry run. Never throws for a step. */
export async function tryStep(step: PlanStep, context: WriteContext): Promise<DryRunResult> {
  if (step.starts) return tryStart(step, step.starts, context)
  const client = context.client(step.target.cluster)
  try {
    await applyObject(client, toDryRun(prepare(step, context).application))
    return 'fine'
  } catch (error) {
    if (!isStale(error)) return reasonOf(error, step)
    // An object whose status changes all the time is read again before it is written.
    if (step.action === 'refresh') return 'fine'
    const actual = await look(client, step.target).catch(() => undefined)
    return actual && holds(actual, step, context) ? 'same' : 'stale'
  }
}

/**
 * Writes one step, reads it back and waits for its controller. Never throws for a step: an error becomes its outcome.
 * In every case the object is either unchanged or as desired.
 */
export async function writeStep(step: PlanStep, context: WriteContext): Promise<StepResult> {
  if (step.action === 'refused') return result(step, 'refused', step.reasons)
  // A controller may still be working on an unchanged object.
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

/** Maximum tries for one object; each repetition is preceded by a read. */
const TRIES = 3

function awaitWritten(
  { step, uid = '', resourceVersion = '' }: StepResult,
  context: WriteContext,
): Promise<StepResult> {
  return awaitController({ step, outcome: 'written', applied: { uid, resourceVersion, created: false } }, context)
}

function prepare(step: PlanStep, context: WriteContext) {
  const data = valuesFrom(context.sources, step.values, context.salt)
  const stamps = stampsOf(step, context)
  return { stamps, application: { ...applicationOf(step, stamps), ...(data.size > 0 ? { data } : {}) } }
}

/** The dry run is sent before the user has confirmed, so it contains no value of a Secret. */
function toDryRun(application: Application): Application {
  const { data = new Map() } = application
  const standIns = new Map([...data].map(([key, value]) => [key, standInFor(value)]))
  return { ...application, ...(standIns.size > 0 ? { data: standIns } : {}), dryRun: true }
}

async function write(step: PlanStep, context: WriteContext): Promise<StepResult> {
  const client = context.client(step.target.cluster)
  const { stamps, application } = prepare(step, context)
  for (let tries = 1; ; tries++) {
    try {
      return await readBack(step, context, await applyObject(client, application))
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error
      // The answer is lost, or the object is not the expected one: only a read can decide.
      if (!isLost(error) && !isStale(error))
        return result(step, error.failure.fault === 'forbidden' ? 'refused' : 'failed', [reasonOf(error, step)])
      const actual = await look(client, step.target)
      if (actual && holds(actual, step, context)) return resultOf(step, actual, isStamped(actual, stamps))
      if (isStale(error)) return result(step, 'refused', [conflictReason(error.failure, actual, step.seen)])
      // A repetition takes effect at most once: the server only accepts it while the object is the expected one.
      if (tries >= TRIES || !isExpected(actual, step)) return result(step, 'failed', [failureReason(error.failure)])
    }
  }
}

/** The object is as desired: written by this run, whose answer was lost, or by another one. */
function resultOf(
  step: PlanStep,
  { metadata: { uid = '', resourceVersion = '' } }: KubeObject,
  isOurs: boolean,
): StepResult {
  if (!isOurs) return result(step, 'unchanged')
  return result(step, 'written', [], { uid, resourceVersion, created: false })
}

async function readBack(step: PlanStep, context: WriteContext, applied: Applied): Promise<StepResult> {
  try {
    const actual = await look(context.client(step.target.cluster), step.target)
    if (actual && holds(actual, step, context)) return result(step, 'written', [], applied)
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error
    const text = `it was written, and could not be read back: ${failureReason(error.failure).text}`
    return result(step, 'failed', [{ text, hint: 'run the command again to see how it is' }], applied)
  }
  const text = 'it was written, and somebody changed it at once'
  return result(step, 'failed', [{ text, hint: 'find out who keeps it before you try again' }], applied)
}

/** True when the object is as the step desires, except for the annotations with the time. */
function holds(actual: KubeObject, { values, manifest }: PlanStep, { salt }: WriteContext): boolean {
  const { data, metadata: _, ...rest } = manifest
  return holdsValues(actual, values, salt, isRecord(data) ? data : {}) && covers(actual, rest)
}

/** True when every field of the desired value is in the actual one; additional fields are ignored. */
function covers(actual: unknown, desired: unknown): boolean {
  if (Array.isArray(desired))
    return (
      Array.isArray(actual) && actual.length === desired.length && desired.every((each, i) => covers(actual[i], each))
    )
  if (!isRecord(desired)) return actual === desired
  return isRecord(actual) && Object.entries(desired).every(([key, value]) => covers(actual[key], value))
}

const isExpected = (actual: KubeObject | undefined, { seen }: PlanStep) =>
  seen
    ? actual?.metadata.uid === seen.uid && actual.metadata.resourceVersion === seen.resourceVersion
    : actual === undefined

function reasonOf(error: unknown, { seen }: PlanStep): Reason {
  if (error instanceof ValueChanged) return { text: error.message, hint: 'run the command again' }
  if (!(error instanceof ClusterError)) throw error
  return isStale(error) ? conflictReason(error.failure, undefined, seen) : failureReason(error.failure)
}
