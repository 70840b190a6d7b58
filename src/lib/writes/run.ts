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

/** One run of a command that writes. */
export interface WriteRun {
  readonly io: Io
  readonly fleet: Fleet
  readonly planner: Planner
  readonly stop: GracefulStop
  readonly signal: AbortSignal
  /** Fleet time; a demo has its own. */
  readonly clock: Clock
  readonly allowInsecure: boolean
  readonly salt?: string
}

/** A plan and the context to apply it. */
export interface WriteSession {
  readonly run: WriteRun
  readonly planned: PlanWithSources
  readonly context: WriteContext
  readonly salt: string
}

/** Makes the plan; writes nothing and does not dry-run. */
export async function prepare(run: WriteRun): Promise<WriteSession> {
  const salt = run.salt ?? newSalt()
  const result = await run.planner(run.fleet, salt, run.signal)
  const notes = [...result.plan.notes, ...unverifiedClusters(run.fleet, result.plan)]
  const pinned = refuseUnpinned(run.fleet, { ...result.plan, notes })
  const plan = { ...pinned, clusters: await describeClusters(run.fleet, pinned) }
  const planned = { ...result, plan }
  return { run, planned, salt, context: contextOf(run, planned, salt) }
}

/**
 * Checks a plan by access reviews and server-side dry runs, and refuses the steps that fail. Throws for a cluster that
 * must not be written to. If an object changed since it was read and the plan was not shown yet (fresh), plans again.
 */
export async function dryRunPlan(prepared: WriteSession, fresh = true): Promise<WriteSession> {
  let current = prepared
  for (let round = 1; ; round++) {
    const { run, planned, context, salt } = current
    await checkWritable(run.fleet, planned.plan, run.allowInsecure)
    const forbidden = await forbiddenSteps(run.fleet, planned.plan.steps, run.signal)
    const trials = await inParallel(planned.plan.steps, MAX_CONCURRENT_DRY_RUNS, async (step) => {
      const trial = isWrite(step) ? (forbidden.get(step.id) ?? (await tryStep(step, context))) : 'fine'
      return { step, trial }
    })
    if (fresh && round < MAX_ROUNDS && trials.some(({ trial }) => trial === 'stale')) {
      current = await prepare({ ...run, salt })
      continue
    }
    const steps = trials.map(({ step, trial }) => withTrial(step, trial))
    return { ...current, planned: { ...planned, plan: { ...planned.plan, steps } } }
  }
}

function withTrial(step: PlanStep, trial: DryRunResult): PlanStep {
  if (trial === 'fine') return step
  if (trial === 'same') return { ...step, action: 'none', changes: [] }
  const reason = trial === 'stale' ? { text: 'it changed since it was read', hint: 'run the command again' } : trial
  return { ...step, action: 'refused', reasons: [reason] }
}

export interface ApplyOptions {
  readonly waitTimeout: number
  readonly waitForAbsent?: boolean
  readonly failFast: boolean
  readonly style: ProgressStyle
  readonly demo: boolean
}

/** Applies a confirmed plan. Throws only before the first write. */
export async function applyPlan(prepared: WriteSession, options: ApplyOptions): Promise<readonly StepResult[]> {
  const { run, planned } = prepared
  await checkIdentity(run.fleet, planned.plan)
  await planned.sources.reload()
  const { profile } = run.fleet
  const about = { command: planned.plan.command, ...(profile ? { profile: profile.name } : {}) }
  const journal = options.demo ? noJournal : await openJournal(run.io, about)
  const progress = await writeProgress(run.io, planned.plan.steps.filter(isWrite), options.style)
  const context: WriteContext = {
    ...prepared.context,
    waitTimeout: options.waitTimeout,
    waitForAbsent: options.waitForAbsent === true,
    waiting: (step, message) => progress.waiting(step, message),
  }
  try {
    const work = { context, journal, progress, failFast: options.failFast, demo: options.demo }
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
    const memberClient = run.fleet.members.find(({ label }) => label === cluster)?.client
    if (!memberClient) throw new C5c3Error('NO_CLUSTER_REACHABLE', 'noAccess', `${cluster} cannot be reached`)
    return memberClient
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

const MAX_CONCURRENT_DRY_RUNS = 8
/** Stop replanning when an object changes on every read. */
const MAX_ROUNDS = 3
