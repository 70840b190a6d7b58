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
import { withDryRunValue } from '../flags/dry-run-flag.ts'
import { type OutputFlags, wantsColor } from '../flags/output-flags.ts'
import { type ApplyFlags, type WriteFlags, writeFlags } from '../flags/write-flags.ts'
import { confirm } from '../process/confirm.ts'
import { Interrupted } from '../process/interrupted.ts'
import { FleetCommand } from './fleet-command.ts'
import type { CommandContext } from './topic.ts'

/** A command that changes clusters: plan, dry run, confirm, write, read back, report. */
export abstract class WriteCommand extends FleetCommand {
  static override baseFlags = { ...FleetCommand.baseFlags, ...writeFlags }

  /** For the whole command, in ms. */
  protected readonly limit: number = WRITE_TIMEOUT

  protected override async prepareArgs(argv: readonly string[]): Promise<readonly string[]> {
    const { words, isGuessed } = withDryRunValue(argv)
    if (isGuessed) await io().stderr.write(DRY_RUN_NOTE)
    return words
  }

  /** Applies, shows or saves the plan. `inputs` are the planner's arguments, stored in a saved plan. */
  protected async write(flags: Flags & WriteFlags, planner: Planner, inputs: object): Promise<number> {
    const use = async (prepared: WriteSession) => {
      if (flags['dry-run'] === 'client' && !flags['plan-out']) return this.showPlan(prepared, flags)
      const { dryRunPlan } = await import('../../writes/run.ts')
      const checked = await dryRunPlan(prepared)
      if (flags['plan-out']) await savePlan(flags['plan-out'], checked, inputs, this.config.version)
      if (flags['plan-out'] || flags['dry-run'] !== 'none') {
        const code = await this.showPlan(checked, flags, flags['plan-out'] !== undefined)
        if (flags['plan-out']) await io().stderr.write(savedHint(flags['plan-out'], checked.planned.plan))
        return code
      }
      return this.carryOut(checked, flags)
    }
    return this.withPlan({ flags, planner, use })
  }

  /** Opens the clusters, makes the plan and passes it to `use`. */
  protected async withPlan({ flags, planner, salt, check, use }: PlanUse): Promise<number> {
    const cliIo = io()
    const stop = new GracefulStop(cliIo.signal)
    return this.withFleet({
      flags,
      load: () => import('../../writes/run.ts'),
      use: async (context, { prepare }) => {
        const { fleet, signal, now, progress } = context
        await check?.(context)
        const run = {
          io: cliIo,
          fleet,
          planner,
          stop,
          signal,
          clock: await clockOf(now - cliIo.now(), cliIo.now, flags.demo !== undefined),
          allowInsecure: flags['allow-insecure-tls'],
          ...(salt ? { salt } : {}),
        }
        const prepared = await progress.during('the plan', prepare(run))
        cliIo.signal.throwIfAborted()
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

  /** Confirms and applies a plan that passed the dry run. */
  protected async carryOut(prepared: WriteSession, flags: Flags): Promise<number> {
    const cliIo = io()
    const { plan } = prepared.planned
    const format = await this.formatOf(flags)
    const { applyPlan } = await import('../../writes/run.ts')
    const isWaiting =
      flags.wait !== false && plan.steps.some(({ action, acknowledged }) => action === 'none' && acknowledged)
    const hasWrites = plan.steps.some(isWrite)
    if (!hasWrites && !isWaiting) return this.showResult(prepared, flags, await resultsWithoutWrites(plan))
    if (hasWrites && (format === 'table' || format === 'wide'))
      await cliIo.stderr.write(await this.#planText(prepared, flags))
    if (hasWrites) await this.#confirm(prepared, flags)
    const waitTimeout = flags.wait !== false ? (flags['wait-timeout'] ?? DEFAULT_WAIT_TIMEOUT) : 0
    const results = await applyPlan(prepared, {
      waitTimeout,
      waitForAbsent: flags.wait === true,
      failFast: flags['fail-fast'],
      style: { format, ascii: flags.ascii, color: wantsColor(flags.color, cliIo.stderr.isTTY, cliIo.env) },
      demo: flags.demo !== undefined,
    })
    return this.showResult(prepared, flags, results)
  }

  protected async showPlan({ planned }: WriteSession, flags: Flags, isSaved = false): Promise<number> {
    const { planReport, planView, planNames } = await import('../../reports/writes/plan.ts')
    const report: PlanReport = planReport({ ...planned, allowIncomplete: flags['allow-incomplete'], isSaved })
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
    const isStreamed =
      (await this.formatOf(flags)) === 'jsonl' && results.some(({ step }) => isWrite(step) || step.acknowledged)
    const rows = isStreamed ? { field: 'results' as const, of: () => [] } : { field: 'results' as const }
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
    const question = `Apply ${writes.length} ${writes.length === 1 ? 'change' : 'changes'} to ${where}?`
    if (profile?.protected) {
      const { confirmName } = await import('../process/confirm.ts')
      return confirmName(question, profile.name, flags['confirm-profile'])
    }
    return confirm(question, flags.yes)
  }
}

/** A demo's clock has an offset and advances with ours. */
async function clockOf(offset: number, now: () => number, demo: boolean) {
  const { systemClock } = await import('../../cluster/transport/clock.ts')
  return { ...systemClock, now: demo ? () => now() + offset : now }
}

function savedHint(file: string, { steps }: Plan): string {
  const command = formatCommand(c5c3Command('apply', ...operands(file)))
  return steps.some(isWrite) ? `hint: apply it with: ${command}\n` : `note: ${file} contains no changes\n`
}

async function resultsWithoutWrites({ steps }: Plan) {
  const { result } = await import('../../cluster/write/write-context.ts')
  return steps.map((step) => result(step, step.action === 'refused' ? 'refused' : 'unchanged', step.reasons))
}

const DRY_RUN_NOTE = 'note: --dry-run means --dry-run=client; --dry-run=server also validates on the API servers\n'

/** The user may think before confirming; each request and each wait has its own limit. */
const WRITE_TIMEOUT = 30 * 60_000
const DEFAULT_WAIT_TIMEOUT = 2 * 60_000
/** Objects are written one at a time, so the client needs no rate limit of its own. */
const WRITE_RATE = 1000

type Flags = ApplyFlags & FleetFlags & OutputFlags & { readonly 'allow-incomplete': boolean }

/** What to do with a plan while the clusters are open. */
interface PlanUse {
  readonly flags: Flags
  readonly planner: Planner
  /** Salt of the fingerprints; default: a new one. */
  readonly salt?: string
  /** Throws when the opened clusters are not the ones to write to. */
  readonly check?: (context: CommandContext) => Promise<void>
  readonly use: (prepared: WriteSession) => Promise<number>
}
