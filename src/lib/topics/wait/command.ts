// SPDX-License-Identifier: Apache-2.0
import { CHECKS } from '../../checks/index.ts'
import type { FleetFlags } from '../../cli/flags/cluster-flags.ts'
import { observeOptions } from '../../cli/flags/observe-options.ts'
import type { ReadFlags } from '../../cli/flags/read-flags.ts'
import type { CommandContext } from '../../cli/oclif/topic.ts'
import { systemClock } from '../../cluster/transport/clock.ts'
import { io } from '../../io/io.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { formatAge } from '../../model/text/time.ts'
import { onDemandInputs } from '../../pipeline/check-inputs.ts'
import { type Observation, observe } from '../../pipeline/observe.ts'
import { nameOf } from '../../reports/shared/object-row.ts'
import { type WaitReport, type WaitRow, waitReport } from '../../reports/wait/report.ts'
import { type WhyReport, whyReport } from '../../reports/why/report.ts'
import type { Goal } from './condition.ts'
import type { WaitEvaluation, WaitTarget } from './evaluate.ts'
import { type Waited, waitRun } from './loop.ts'
import { findTargets, waitKinds } from './targets.ts'

export interface WaitAsked {
  /** All must be met. */
  readonly goals: readonly Goal[]
  readonly objects: readonly string[]
  readonly timeout: number
  readonly flags: FleetFlags & ReadFlags
}

/** Selects the objects, prints them, waits, and on timeout finds the reason. */
export async function waitCommand(context: CommandContext, input: WaitAsked): Promise<WaitReport> {
  const { fleet, signal, progress } = context
  const { goals, objects, timeout, flags } = input
  const goalText = goals.map(({ text }) => text).join(' and ')
  const waitsForDeletion = goals.some(({ type }) => type === 'deleted')
  const { now, ...options } = observeOptions(context, flags)
  const { acceptCached } = options
  const read = (at: number) => observe(fleet, { ...options, now: at, ...waitKinds(goals, objects) })
  const observation = await progress.during('all clusters', read(now))
  const targets = waitsForDeletion ? existingTargets(observation, objects) : findTargets(observation, objects)
  const cliIo = io()
  await cliIo.stderr.write(introduction(targets, goalText, timeout))
  const waited = await waitRun({
    goals,
    targets,
    fleet,
    seen: observation,
    acceptCached,
    timeout,
    clock: systemClock,
    signal: AbortSignal.any([signal, cliIo.signal]),
    observe: read,
    tell: progressPrinter(targets, (text) => void cliIo.stderr.write(text)),
  })
  const rows = targets.map((target, i) => rowOf(target, waited.judged[i]))
  const isLate = rows.every(({ outcome }) => outcome !== 'impossible') && rows.some((row) => row.outcome === 'waiting')
  const why = isLate && !waitsForDeletion ? await reasonsOf(context, options, targets, waited) : []
  return waitReport({ snapshot: waited.snapshot, goal: goalText, rows, why })
}

/** A missing object is deleted already, if everything that could hold it was read. */
function existingTargets(observation: Observation, objects: readonly string[]): WaitTarget[] {
  return objects.flatMap((text) => {
    try {
      return findTargets(observation, [text])
    } catch (error) {
      if (error instanceof C5c3Error && error.code === 'NOT_FOUND') return []
      throw error
    }
  })
}

function introduction(targets: readonly WaitTarget[], goal: string, timeout: number): string {
  if (targets.length === 0) return 'none of the objects exists\n'
  const lines = targets.map(
    ({ node, uid }) => `  ${nameOf(node)} @${node.cluster.label}${uid ? ` (uid ${uid})` : ''}\n`,
  )
  return `waiting for ${goal}, at most ${timeout < 1000 ? `${timeout}ms` : formatAge(timeout)}:\n${lines.join('')}`
}

/** Prints a line for each target whose status changed. */
function progressPrinter(targets: readonly WaitTarget[], write: (text: string) => void) {
  const last = new Map<number, string>()
  return (evaluations: readonly WaitEvaluation[], elapsed: number) => {
    for (const [i, { outcome, says, well }] of evaluations.entries()) {
      const { node } = targets[i] as WaitTarget
      const count = well ? ` (${well.count} of ${well.of} healthy)` : ''
      const text = `${nameOf(node)}: ${outcome === 'met' ? 'met' : says}${count}`
      if (last.get(i) !== text) write(`${formatAge(elapsed).padStart(4)}  ${text}\n`)
      last.set(i, text)
    }
  }
}

function rowOf({ node, uid }: WaitTarget, evaluation: WaitEvaluation | undefined): WaitRow {
  const { kind, namespace, name, cluster } = node
  return {
    kind,
    ...(namespace === undefined ? {} : { namespace }),
    name,
    cluster: cluster.label,
    ...(uid === undefined ? {} : { uid }),
    outcome: evaluation?.outcome ?? 'waiting',
    state: evaluation?.state ?? 'unknown',
    says: evaluation?.says ?? '',
  }
}

type WaitObserveOptions = Omit<Parameters<typeof observe>[1], 'now'>

/** Reads everything once more, with the inputs of checks: waiting itself reads less. */
async function reasonsOf(
  { fleet, progress }: CommandContext,
  options: WaitObserveOptions,
  targets: readonly WaitTarget[],
  { judged, now }: Waited,
): Promise<readonly WhyReport[]> {
  const seen = await progress.during('the reason', observe(fleet, { ...options, now, also: onDemandInputs(CHECKS) }))
  const { snapshot, assessment, causes } = seen
  return targets.flatMap(({ id }, i) => {
    const subject = assessment.graph.nodes.get(id)
    if (!subject || judged[i]?.outcome !== 'waiting') return []
    return [whyReport({ snapshot, assessment, causes, subject, allowIncomplete: false })]
  })
}
