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
import { type Observation, observe } from '../../pipeline/observe.ts'
import { onDemandInputs, runAllChecks } from '../../pipeline/run-checks.ts'
import { nameOf } from '../../reports/shared/object-row.ts'
import { type WaitReport, type WaitRow, waitReport } from '../../reports/wait/report.ts'
import { type WhyReport, whyReport } from '../../reports/why/report.ts'
import type { Goal } from './condition.ts'
import type { WaitEvaluation, WaitTarget } from './evaluate.ts'
import { type Waited, waitRun } from './loop.ts'
import { findTargets, waitKinds } from './targets.ts'

export interface WaitAsked {
  readonly goal: Goal
  readonly objects: readonly string[]
  readonly timeout: number
  readonly flags: FleetFlags & ReadFlags
}

/** Chooses the objects, says which they are, waits, and on time-out finds out why. */
export async function waitCommand(landscape: CommandContext, asked: WaitAsked): Promise<WaitReport> {
  const { fleet, signal, progress } = landscape
  const { goal, objects, timeout, flags } = asked
  const { now, ...options } = observeOptions(landscape, flags)
  const { acceptCached } = options
  const read = (at: number) => observe(fleet, { ...options, now: at, ...waitKinds(goal, objects) })
  const seen = await progress.during('all clusters', read(now))
  const targets = goal.type === 'deleted' ? thoseThere(seen, objects) : findTargets(seen, objects)
  const world = io()
  await world.stderr.write(introduction(targets, goal, timeout))
  const waited = await waitRun({
    goal,
    targets,
    fleet,
    seen,
    acceptCached,
    timeout,
    clock: systemClock,
    signal: AbortSignal.any([signal, world.signal]),
    observe: read,
    tell: teller(targets, (text) => void world.stderr.write(text)),
  })
  const rows = targets.map((target, i) => rowOf(target, waited.judged[i]))
  const isLate = rows.every(({ outcome }) => outcome !== 'impossible') && rows.some((row) => row.outcome === 'waiting')
  const why = isLate && goal.type !== 'deleted' ? await whyNot(landscape, options, targets, waited) : []
  return waitReport({ snapshot: waited.snapshot, goal: goal.text, rows, why })
}

/** What is not there is deleted already, if everything that could hold it was read. */
function thoseThere(seen: Observation, objects: readonly string[]): WaitTarget[] {
  return objects.flatMap((text) => {
    try {
      return findTargets(seen, [text])
    } catch (error) {
      if (error instanceof C5c3Error && error.code === 'NOT_FOUND') return []
      throw error
    }
  })
}

function introduction(targets: readonly WaitTarget[], goal: Goal, timeout: number): string {
  if (targets.length === 0) return 'there is none of them any more\n'
  const lines = targets.map(
    ({ node, uid }) => `  ${nameOf(node)} @${node.cluster.label}${uid ? ` (uid ${uid})` : ''}\n`,
  )
  return `waiting for ${goal.text}, at most ${timeout < 1000 ? `${timeout}ms` : formatAge(timeout)}:\n${lines.join('')}`
}

/** A line for each that is not what it was when it was last told. */
function teller(targets: readonly WaitTarget[], write: (text: string) => void) {
  const last = new Map<number, string>()
  return (judged: readonly WaitEvaluation[], elapsed: number) => {
    for (const [i, { outcome, says, well }] of judged.entries()) {
      const { node } = targets[i] as WaitTarget
      const count = well ? ` (${well.count} of ${well.of} well)` : ''
      const text = `${nameOf(node)}: ${outcome === 'met' ? 'met' : says}${count}`
      if (last.get(i) !== text) write(`${formatAge(elapsed).padStart(4)}  ${text}\n`)
      last.set(i, text)
    }
  }
}

function rowOf({ node, uid }: WaitTarget, judged: WaitEvaluation | undefined): WaitRow {
  const { kind, namespace, name, cluster } = node
  return {
    kind,
    ...(namespace === undefined ? {} : { namespace }),
    name,
    cluster: cluster.label,
    ...(uid === undefined ? {} : { uid }),
    outcome: judged?.outcome ?? 'waiting',
    state: judged?.state ?? 'unknown',
    says: judged?.says ?? '',
  }
}

type Options = Omit<Parameters<typeof observe>[1], 'now'>

/** Everything is read once more, with what checks need: waiting itself looks at less. */
async function whyNot(
  { fleet, progress }: CommandContext,
  options: Options,
  targets: readonly WaitTarget[],
  { judged, now }: Waited,
): Promise<readonly WhyReport[]> {
  const seen = await progress.during('the reason', observe(fleet, { ...options, now, also: onDemandInputs(CHECKS) }))
  const { causes } = runAllChecks(seen, CHECKS)
  const { snapshot, assessment } = seen
  return targets.flatMap(({ id }, i) => {
    const subject = assessment.graph.nodes.get(id)
    if (!subject || judged[i]?.outcome !== 'waiting') return []
    return [whyReport({ snapshot, assessment, causes, subject, allowIncomplete: false })]
  })
}
