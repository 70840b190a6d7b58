// SPDX-License-Identifier: Apache-2.0

import { io } from '../../io/io.ts'
import { isWrite, type Plan } from '../../model/plan/plan.ts'
import { c5c3Command, formatCommand, operands } from '../../model/text/command.ts'
import type { PlanReport } from '../../reports/writes/plan.ts'
import type { WriteResultReport } from '../../reports/writes/result.ts'
import { GracefulStop } from '../../writes/graceful-stop.ts'
import { savePlan } from '../../writes/plan-file.ts'
import type { Planner } from '../../writes/planner.ts'
import type { WriteSession } from '../../writes/run.ts'
import type { FleetFlags } from '../flags/cluster-flags.ts'
import { type OutputFlags, wantsColor } from '../flags/output-flags.ts'
import { type ApplyFlags, type WriteFlags, writeFlags } from '../flags/write-flags.ts'
import { confirm } from '../process/confirm.ts'
import { Interrupted } from '../process/interrupted.ts'
import { FleetCommand } from './fleet-command.ts'
import type { CommandContext } from './topic.ts'

/** A person may think for a while before the answer; each request and each wait has its own limit. */
const WHOLE_WRITE = 30 * 60_000
const WAIT = 2 * 60_000
/** Objects are written one after the other, which is brake enough: a server is never asked more than a few things at once. */
const WRITE_RATE = 1000

type Flags = ApplyFlags & FleetFlags & OutputFlags & { readonly 'allow-incomplete': boolean }

/** What to do with a plan while the clusters are open. */
interface PlanUse {
  readonly flags: Flags
  readonly planner: Planner
  /** Of the fingerprints; default: a new one. */
  readonly salt?: string
  /** Throws when the opened clusters are not those to write to. */
  readonly check?: (landscape: CommandContext) => Promise<void>
  readonly use: (prepared: WriteSession) => Promise<number>
}

/** A command that changes clusters: plan, ask, confirm, write, read back, tell. */
export abstract class WriteCommand extends FleetCommand {
  static override baseFlags = { ...FleetCommand.baseFlags, ...writeFlags }

  /** For the whole command, in ms. */
  protected readonly limit: number = WHOLE_WRITE

  /** Carries out what the planner plans, or shows or saves it. inputs: what the planner was made of, for a saved plan. */
  protected async write(flags: Flags & WriteFlags, planner: Planner, inputs: object): Promise<number> {
    const use = async (prepared: WriteSession) => {
      if (flags['dry-run'] === 'client' && !flags['plan-out']) return this.showPlan(prepared, flags)
      const { dryRunPlan } = await import('../../writes/run.ts')
      const asked = await dryRunPlan(prepared)
      if (flags['plan-out']) await savePlan(flags['plan-out'], asked, inputs, this.config.version)
      if (flags['plan-out'] || flags['dry-run'] !== 'none') {
        const code = await this.showPlan(asked, flags)
        if (flags['plan-out']) await io().stderr.write(savedHint(flags['plan-out'], asked.planned.plan))
        return code
      }
      return this.carryOut(asked, flags)
    }
    return this.withPlan({ flags, planner, use })
  }

  /** Opens the clusters, plans and hands over the plan. */
  protected async withPlan({ flags, planner, salt, check, use }: PlanUse): Promise<number> {
    const world = io()
    const stop = new GracefulStop(world.signal)
    return this.withFleet({
      flags,
      load: () => import('../../writes/run.ts'),
      use: async (landscape, { prepare }) => {
        const { fleet, signal, now, progress } = landscape
        await check?.(landscape)
        const run = {
          io: world,
          fleet,
          planner,
          stop,
          signal,
          clock: await clockOf(now - world.now(), world.now, flags.demo !== undefined),
          allowInsecure: flags['allow-insecure-tls'],
          ...(salt ? { salt } : {}),
        }
        const prepared = await progress.during('the plan', prepare(run))
        world.signal.throwIfAborted()
        return use(prepared)
      },
      options: {
        requests: stop.requests,
        timeout: this.limit,
        requestsPerSecond: WRITE_RATE,
        allowInsecureWrites: flags['allow-insecure-tls'],
        controllers: true,
        agent: (this.id ?? '').replaceAll(':', '-'),
      },
    })
  }

  /** Confirms and writes a plan the servers have agreed to. */
  protected async carryOut(prepared: WriteSession, flags: Flags): Promise<number> {
    const world = io()
    const { plan } = prepared.planned
    const format = await this.formatOf(flags)
    const { applyPlan } = await import('../../writes/run.ts')
    const waits = flags.wait && plan.steps.some(({ action, acknowledged }) => action === 'none' && acknowledged)
    const writes = plan.steps.some(isWrite)
    if (!writes && !waits) return this.showResult(prepared, flags, await unwritten(plan))
    if (writes && (format === 'table' || format === 'wide'))
      await world.stderr.write(await this.#planText(prepared, flags))
    if (writes) await this.#confirm(prepared, flags)
    const waitTimeout = flags.wait ? (flags['wait-timeout'] ?? WAIT) : 0
    const results = await applyPlan(prepared, {
      waitTimeout,
      failFast: flags['fail-fast'],
      style: { format, ascii: flags.ascii, color: wantsColor(flags.color, world.stderr.isTTY, world.env) },
      demo: flags.demo !== undefined,
    })
    return this.showResult(prepared, flags, results)
  }

  protected async showPlan({ planned }: WriteSession, flags: Flags): Promise<number> {
    const { planReport, planView, planNames } = await import('../../reports/writes/plan.ts')
    const report: PlanReport = planReport({ ...planned, allowIncomplete: flags['allow-incomplete'] })
    return this.print({ report, presentation: { view: planView, names: planNames, rows: { field: 'steps' } } }, flags)
  }

  protected async showResult(
    { planned }: WriteSession,
    flags: Flags,
    results: Parameters<typeof import('../../reports/writes/result.ts').writeResultReport>[0]['results'],
  ): Promise<number> {
    const { writeResultReport, writeResultView, writeResultNames } = await import('../../reports/writes/result.ts')
    const { reason } = io().signal
    const report: WriteResultReport = writeResultReport({
      ...planned,
      command: planned.plan.command,
      notes: planned.plan.notes,
      results,
      allowIncomplete: flags['allow-incomplete'],
      ...(reason instanceof Interrupted ? { interrupted: reason.exitCode } : {}),
    })
    const streamed =
      (await this.formatOf(flags)) === 'jsonl' && results.some(({ step }) => isWrite(step) || step.acknowledged)
    const rows = streamed ? { field: 'results' as const, of: () => [] } : { field: 'results' as const }
    const presentation = { view: writeResultView, names: writeResultNames, rows }
    return this.printResult({ report, presentation }, flags)
  }

  async #planText({ planned }: WriteSession, flags: Flags): Promise<string> {
    const { planReport, planView } = await import('../../reports/writes/plan.ts')
    const report = planReport({ ...planned, allowIncomplete: flags['allow-incomplete'] })
    const { blocks } = planView(report)
    const presentation = { view: () => ({ blocks: blocks.slice(0, -1) }) }
    const text = await this.draw({ report, presentation }, flags)
    return `${text.data}\n`
  }

  async #confirm({ planned, run }: WriteSession, flags: Flags): Promise<void> {
    const { plan } = planned
    const { profile } = run.fleet
    const writes = plan.steps.filter(isWrite)
    const { clusterText } = await import('../../reports/writes/clusters.ts')
    const targets = new Set(writes.map(({ target }) => target.cluster))
    const where = plan.clusters
      .filter(({ name }) => targets.has(name))
      .map(clusterText)
      .join('; ')
    const question = `change ${writes.length} ${writes.length === 1 ? 'object' : 'objects'} on ${where}?`
    if (profile?.protected) {
      const { confirmName } = await import('../process/confirm.ts')
      return confirmName(question, profile.name, flags['confirm-profile'])
    }
    return confirm(question, flags.yes)
  }
}

/** The time of a demo stands elsewhere and goes on with ours. */
async function clockOf(offset: number, now: () => number, demo: boolean) {
  const { systemClock } = await import('../../cluster/transport/clock.ts')
  return { ...systemClock, now: demo ? () => now() + offset : now }
}

function savedHint(file: string, { steps }: Plan): string {
  const command = formatCommand(c5c3Command('apply', ...operands(file)))
  return steps.some(isWrite) ? `hint: ${command} carries it out\n` : `note: there is nothing in ${file} to carry out\n`
}

async function unwritten({ steps }: Plan) {
  const { result } = await import('../../cluster/write/write-context.ts')
  return steps.map((step) => result(step, step.action === 'refused' ? 'refused' : 'unchanged', step.reasons))
}
