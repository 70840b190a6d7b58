// SPDX-License-Identifier: Apache-2.0

import { inParallel } from '../cluster/parallel.ts'
import { newSalt } from '../cluster/secrets/fingerprint.ts'
import type { Clock } from '../cluster/transport/types.ts'
import type { ClusterClient } from '../cluster/types.ts'
import type { WriteContext } from '../cluster/write/write-context.ts'
import { type DryRunResult, tryStep } from '../cluster/write/write-step.ts'
import type { Fleet } from '../fleet/member.ts'
import type { Io } from '../io/io.ts'
import { isWrite, type PlanStep, type StepResult } from '../model/plan/plan.ts'
import { C5c3Error } from '../model/report/errors.ts'
import { forbiddenSteps } from './access-review.ts'
import { describeClusters } from './describe-clusters.ts'
import { executePlan } from './execute-plan.ts'
import type { GracefulStop } from './graceful-stop.ts'
import { noJournal, openJournal } from './journal.ts'
import type { Planner, PlanWithSources } from './planner.ts'
import { checkIdentity, checkWritable, unverifiedClusters } from './preconditions.ts'
import { type ProgressStyle, writeProgress } from './progress.ts'
import { recopyRotated } from './recopy-rotated.ts'
import { refuseUnpinned } from './refuse-unpinned.ts'

const AT_ONCE = 8
/** An object that changes each time it was read is not waited for. */
const ROUNDS = 3

/** One run of a command that writes. */
export interface WriteRun {
  readonly io: Io
  readonly fleet: Fleet
  readonly planner: Planner
  readonly stop: GracefulStop
  readonly signal: AbortSignal
  /** Time of the landscape; a demo has its own. */
  readonly clock: Clock
  readonly allowInsecure: boolean
  readonly salt?: string
}

/** A plan that was made, and the world to carry it out in. */
export interface WriteSession {
  readonly run: WriteRun
  readonly planned: PlanWithSources
  readonly context: WriteContext
  readonly salt: string
}

/** Plans. Nothing is written, and no server is asked whether it would take it. */
export async function prepare(run: WriteRun): Promise<WriteSession> {
  const salt = run.salt ?? newSalt()
  const made = await run.planner(run.fleet, salt, run.signal)
  const notes = [...made.plan.notes, ...unverifiedClusters(run.fleet, made.plan)]
  const guarded = refuseUnpinned(run.fleet, { ...made.plan, notes })
  const plan = { ...guarded, clusters: await describeClusters(run.fleet, guarded) }
  const planned = { ...made, plan }
  return { run, planned, salt, context: contextOf(run, planned, salt) }
}

/**
 * The same plan after the servers were asked: may we, and would they take it. Steps they refuse are refused; a cluster
 * that must not be written to at all is an error. Where an
 * object changed since it was read, the plan is made again while nobody has seen it yet (fresh).
 */
export async function dryRunPlan(prepared: WriteSession, fresh = true): Promise<WriteSession> {
  let current = prepared
  for (let round = 1; ; round++) {
    const { run, planned, context, salt } = current
    await checkWritable(run.fleet, planned.plan, run.allowInsecure)
    const forbidden = await forbiddenSteps(run.fleet, planned.plan.steps, run.signal)
    const asked = await inParallel(planned.plan.steps, AT_ONCE, async (step) => {
      const trial = isWrite(step) ? (forbidden.get(step.id) ?? (await tryStep(step, context))) : 'fine'
      return { step, trial }
    })
    if (fresh && round < ROUNDS && asked.some(({ trial }) => trial === 'stale')) {
      current = await prepare({ ...run, salt })
      continue
    }
    const steps = asked.map(({ step, trial }) => tried(step, trial))
    return { ...current, planned: { ...planned, plan: { ...planned.plan, steps } } }
  }
}

function tried(step: PlanStep, trial: DryRunResult): PlanStep {
  if (trial === 'fine') return step
  if (trial === 'same') return { ...step, action: 'none', changes: [] }
  const reason = trial === 'stale' ? { text: 'it changed since it was read', hint: 'run the command again' } : trial
  return { ...step, action: 'refused', reasons: [reason] }
}

export interface ApplyOptions {
  readonly waitTimeout: number
  readonly failFast: boolean
  readonly style: ProgressStyle
  readonly demo: boolean
}

/** Carries out a plan that was confirmed. Throws only while nothing is written. */
export async function applyPlan(prepared: WriteSession, how: ApplyOptions): Promise<readonly StepResult[]> {
  const { run, planned } = prepared
  await checkIdentity(run.fleet, planned.plan)
  await planned.sources.reload()
  const { profile } = run.fleet
  const about = { command: planned.plan.command, ...(profile ? { profile: profile.name } : {}) }
  const journal = how.demo ? noJournal : await openJournal(run.io, about)
  const progress = await writeProgress(run.io, planned.plan.steps.filter(isWrite), how.style)
  const context: WriteContext = {
    ...prepared.context,
    waitTimeout: how.waitTimeout,
    waiting: (step, message) => progress.waiting(step, message),
  }
  try {
    const work = { context, journal, progress, failFast: how.failFast, demo: how.demo }
    const results = await executePlan(planned.plan, work)
    return await recopyRotated(prepared, results, {
      carryOut: (plan, sources) => executePlan(plan, { ...work, context: { ...context, sources } }),
      finished: progress.finished,
    })
  } finally {
    await progress.end()
    await journal.close()
  }
}

function contextOf(run: WriteRun, planned: PlanWithSources, salt: string): WriteContext {
  const client = (cluster: string): ClusterClient => {
    const found = run.fleet.members.find(({ label }) => label === cluster)?.client
    if (!found) throw new C5c3Error('NO_CLUSTER_REACHABLE', 'noAccess', `${cluster} cannot be reached`)
    return found
  }
  const writers = new Map(
    planned.plan.clusters.flatMap(({ name, user, person }) =>
      user === undefined ? [] : [[name, { user, ...(person === undefined ? {} : { person }) }] as const],
    ),
  )
  return {
    client,
    sources: planned.sources,
    salt,
    clock: run.clock,
    writer: (cluster) => writers.get(cluster) ?? { user: 'unknown' },
    stop: run.io.signal,
    finishing: (work) => run.stop.finishing(work),
    waitTimeout: 0,
    waiting: () => {},
  }
}
