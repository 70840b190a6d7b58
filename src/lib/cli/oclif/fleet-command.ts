// SPDX-License-Identifier: Apache-2.0
import type { Fleet, Member } from '../../fleet/member.ts'
import { io } from '../../io/io.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Report } from '../../model/report/report.ts'
import type { Observation } from '../../pipeline/observe.ts'
import type { Format } from '../../render/formats.ts'
import { type FleetFlags, fleetFlags } from '../flags/cluster-flags.ts'
import { observeOptions } from '../flags/observe-options.ts'
import type { OutputFlags } from '../flags/output-flags.ts'
import type { ReadFlags } from '../flags/read-flags.ts'
import { checkWatch, isWatching, type WatchFlags } from '../flags/watch-flags.ts'
import { ProgressLine } from '../process/progress-line.ts'
import { BaseCommand } from './base-command.ts'
import type { CommandContext, FleetTopic, ObservationTopic, ReadRequest } from './topic.ts'
import { type FleetOptions, type FleetUse, withFleet } from './with-fleet.ts'

/** A command that reads clusters: opens them, calls its topic and always closes them. */
export abstract class FleetCommand extends BaseCommand {
  static override baseFlags = { ...BaseCommand.baseFlags, ...fleetFlags }

  /** Prints the answer of a topic that reads the opened fleet itself. */
  protected async answerFromFleet<P extends { readonly flags: FleetFlags & OutputFlags }, R extends Report>(
    parsed: P,
    load: () => Promise<FleetTopic<WithFormat<P>, R>>,
    options: FleetOptions = {},
  ): Promise<number> {
    const { flags } = parsed
    const input = { ...parsed, format: await this.formatOf(flags) }
    const use = async (context: CommandContext, topic: FleetTopic<WithFormat<P>, R>) => {
      const answer = await topic.answer(context, input)
      return 'report' in answer ? this.print(answer, flags) : answer.exitCode
    }
    return this.withFleet({ flags, load, use, options })
  }

  /** Prints the answer of a topic from an observation of the fleet; with -w again after each change. */
  protected async observe<P extends { readonly flags: ObserveFlags }, R extends Report>(
    parsed: P,
    load: () => Promise<ObservationTopic<WithFormat<P>, R>>,
  ): Promise<number> {
    const { flags } = parsed
    const input = { ...parsed, format: await this.formatOf(flags) }
    if (isWatching(flags)) return this.#watch(input, load)
    return this.withFleet({
      flags,
      load: async () => ({ observe: (await import('../../pipeline/observe.ts')).observe, topic: await load() }),
      use: async (context, { observe, topic }) => {
        const { reading, membersOf } = readingOf(topic.reads?.(input))
        const options = { ...observeOptions(context, flags), ...reading }
        const observation = await context.progress.during('all clusters', observe(membersOf(context.fleet), options))
        return this.print(await topic.answer(observation, input, context), flags)
      },
    })
  }

  async #watch<P extends { readonly flags: ObserveFlags; readonly format: Format }, R extends Report>(
    input: P,
    load: () => Promise<ObservationTopic<P, R>>,
  ): Promise<number> {
    const { flags, format } = input
    checkWatch(flags, format)
    // Load the topic first: what cannot be watched is a usage error before any cluster is contacted.
    const topic = await load()
    const { reading, membersOf } = readingOf(topic.reads?.(input))
    return this.withFleet({
      flags,
      load: () => import('../watch/command.ts'),
      use: (context, { watchCommand }) => {
        const { fleet, progress, reopen } = context
        // Progress lines would corrupt the screen.
        const quietContext = { ...context, progress: new ProgressLine({ ...io().stderr, isTTY: false }) }
        const reopenOptions = reopen ? { reopen: async () => membersOf(await reopen()) } : {}
        const options = { ...observeOptions(context, flags), ...reading, ...reopenOptions }
        const answer = async (observation: Observation) => {
          const result = await topic.answer(observation, input, quietContext)
          io().signal.throwIfAborted()
          // A presentation is only called with its own report.
          return result as unknown as Answer
        }
        const draw = (result: Answer) => this.draw(result, flags)
        return watchCommand(membersOf(fleet), options, { flags, format, progress, draw, answer })
      },
      options: { timeout: Number.POSITIVE_INFINITY, clock: 'running' },
    })
  }

  protected withFleet<T, L>(use: FleetUse<T, L>): Promise<T> {
    return withFleet(use, this.config)
  }
}

function readingOf({ skipOtherRoles, ...reading }: ReadRequest = {}) {
  const roles = new Set(reading.only?.flatMap((kind) => kind.roles))
  const isNeeded = ({ cluster }: Member) => cluster.roles.some(({ role }) => roles.has(role))
  const membersOf = (fleet: Fleet) => (skipOtherRoles ? { ...fleet, members: fleet.members.filter(isNeeded) } : fleet)
  return { reading, membersOf }
}

type ObserveFlags = FleetFlags & ReadFlags & OutputFlags & WatchFlags
type WithFormat<P> = P & { readonly format: Format }
