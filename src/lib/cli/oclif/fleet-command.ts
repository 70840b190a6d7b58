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

type ObserveFlags = FleetFlags & ReadFlags & OutputFlags & WatchFlags
type WithFormat<P> = P & { readonly format: Format }

/** A command that reads clusters: opens them, has a topic answer, closes them in any case. */
export abstract class FleetCommand extends BaseCommand {
  static override baseFlags = { ...BaseCommand.baseFlags, ...fleetFlags }

  /** Prints what a topic answers from the opened fleet. */
  protected async answerFromFleet<P extends { readonly flags: FleetFlags & OutputFlags }, R extends Report>(
    parsed: P,
    load: () => Promise<FleetTopic<WithFormat<P>, R>>,
    options: FleetOptions = {},
  ): Promise<number> {
    const { flags } = parsed
    const asked = { ...parsed, format: await this.formatOf(flags) }
    const use = async (landscape: CommandContext, topic: FleetTopic<WithFormat<P>, R>) => {
      const answer = await topic.answer(landscape, asked)
      return 'report' in answer ? this.print(answer, flags) : answer.exitCode
    }
    return this.withFleet({ flags, load, use, options })
  }

  /** Prints what a topic answers from an observation of the fleet; with -w after each change, until it is ended. */
  protected async observe<P extends { readonly flags: ObserveFlags }, R extends Report>(
    parsed: P,
    load: () => Promise<ObservationTopic<WithFormat<P>, R>>,
  ): Promise<number> {
    const { flags } = parsed
    const asked = { ...parsed, format: await this.formatOf(flags) }
    if (isWatching(flags)) return this.#watch(asked, load)
    return this.withFleet({
      flags,
      load: async () => ({ observe: (await import('../../pipeline/observe.ts')).observe, topic: await load() }),
      use: async (landscape, { observe, topic }) => {
        const { reading, membersOf } = readingOf(topic.reads?.(asked))
        const options = { ...observeOptions(landscape, flags), ...reading }
        const seen = await landscape.progress.during('all clusters', observe(membersOf(landscape.fleet), options))
        return this.print(await topic.answer(seen, asked, landscape), flags)
      },
    })
  }

  async #watch<P extends { readonly flags: ObserveFlags; readonly format: Format }, R extends Report>(
    asked: P,
    load: () => Promise<ObservationTopic<P, R>>,
  ): Promise<number> {
    const { flags, format } = asked
    checkWatch(flags, format)
    // loaded first: what cannot be watched is a usage error before any cluster is contacted
    const topic = await load()
    const { reading, membersOf } = readingOf(topic.reads?.(asked))
    return this.withFleet({
      flags,
      load: () => import('../watch/command.ts'),
      use: (landscape, { watchCommand }) => {
        const { fleet, progress, reopen } = landscape
        // progress lines would be painted into the picture
        const quiet = { ...landscape, progress: new ProgressLine({ ...io().stderr, isTTY: false }) }
        const again = reopen ? { reopen: async () => membersOf(await reopen()) } : {}
        const options = { ...observeOptions(landscape, flags), ...reading, ...again }
        const answer = async (seen: Observation) => {
          const found = await topic.answer(seen, asked, quiet)
          io().signal.throwIfAborted()
          // a presentation is only ever called with its own report
          return found as unknown as Answer
        }
        const draw = (found: Answer) => this.draw(found, flags)
        return watchCommand(membersOf(fleet), options, { flags, format, progress, draw, answer })
      },
      options: { timeout: Number.POSITIVE_INFINITY, clock: 'running' },
    })
  }

  protected withFleet<T, L>(use: FleetUse<T, L>): Promise<T> {
    return withFleet(use, this.config)
  }
}

/** The kinds to read, and the members of a fleet to read them from. */
function readingOf({ skipOtherRoles, ...reading }: ReadRequest = {}) {
  const roles = new Set(reading.only?.flatMap((kind) => kind.roles))
  const isNeeded = ({ cluster }: Member) => cluster.roles.some(({ role }) => roles.has(role))
  const membersOf = (fleet: Fleet) => (skipOtherRoles ? { ...fleet, members: fleet.members.filter(isNeeded) } : fleet)
  return { reading, membersOf }
}
