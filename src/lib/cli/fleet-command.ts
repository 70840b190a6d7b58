// SPDX-License-Identifier: Apache-2.0
import type { ClusterClient } from '../cluster/types.ts'
import type { Fleet, Member } from '../fleet/member.ts'
import type { OpenCluster } from '../fleet/open.ts'
import type { KindSpec } from '../model/kind.ts'
import type { Presentation } from '../model/presentation.ts'
import type { Report } from '../model/report.ts'
import { safeLine } from '../model/safe.ts'
import { BaseCommand } from './base-command.ts'
import { checkNamespace, type FleetFlags, fleetFlags } from './fleet-flags.ts'
import { io } from './io.ts'
import { loadWaiting, soon } from './later.ts'
import type { Observation } from './observe.ts'
import type { OutputFlags } from './output.ts'
import { Progress } from './progress.ts'
import { type ReadFlags, scopeOf } from './read-flags.ts'
import { checkWatch, isWatching, type WatchFlags } from './watch-flags.ts'

const WHOLE_COMMAND = 60_000

/** What a command gets to work with. */
export interface Landscape {
  readonly fleet: Fleet
  /** Aborted by a signal or the command's deadline. */
  readonly signal: AbortSignal
  readonly progress: Progress
  /** The time ages are computed from. */
  readonly now: number
  /** Looks again which clusters there are, by configuration and by what they know of each other. */
  readonly reopen?: () => Promise<Fleet>
}

/** How a command that writes differs from one that looks. */
export interface FleetOptions {
  /** Ends requests; without it the signals of the process do. */
  readonly requests?: AbortSignal
  /** For the whole command, in ms, unless a flag says otherwise. */
  readonly timeout?: number
  readonly allowInsecureWrites?: boolean
  readonly requestsPerSecond?: number
  /** In a demo somebody must answer what is written. */
  readonly controllers?: boolean
  /** In a demo: whether its time goes on. */
  readonly clock?: 'still' | 'running'
  /** Behind the name of the tool, for the server's audit log. */
  readonly agent?: string
  /** What can be asked of a cluster before anybody knows which one it is: it then shares the first round trip. */
  readonly ahead?: (client: ClusterClient) => void
}

type LookFlags = FleetFlags & ReadFlags & OutputFlags & WatchFlags

interface Answer {
  readonly report: Report
  readonly show: Presentation<Report>
}

interface Asked {
  readonly also?: readonly KindSpec[]
  readonly only?: readonly KindSpec[]
  /** Followed beside the graph, where the command watches. */
  readonly beside?: readonly KindSpec[]
  /** A cluster that is not is no part of the answer. */
  readonly isNeeded?: (member: Member) => boolean
}

/** A command that looks at clusters: opens them, hands them over, closes them whatever happens. */
export abstract class FleetCommand extends BaseCommand {
  static override baseFlags = { ...BaseCommand.baseFlags, ...fleetFlags }

  protected async withFleet<T>(
    flags: FleetFlags & { output?: string | undefined },
    use: (landscape: Landscape) => Promise<T>,
    options: FleetOptions = {},
  ): Promise<T> {
    checkNamespace(flags)
    const world = io()
    const timeout = flags.timeout ?? options.timeout ?? WHOLE_COMMAND
    const limit = timeout === Number.POSITIVE_INFINITY ? [] : [AbortSignal.timeout(timeout)]
    const signal = AbortSignal.any([options.requests ?? world.signal, ...limit])
    const progress = new Progress(world.stderr)
    const source = await this.#source(flags, options)
    const started = world.now()
    const { openFleet } = await import('../fleet/fleet.ts')
    const { leasing } = await import('../fleet/leases.ts')
    const { clusterOpener } = await import('./cluster-opener.ts')
    try {
      const opener = clusterOpener(world, {
        flags,
        signal,
        deadline: started + timeout,
        offset: source.now - started,
        userAgent: [`kubectl-c5c3/${this.config.version}`, options.agent].filter(Boolean).join(' '),
        allowInsecureWrites: options.allowInsecureWrites ?? false,
        ...(options.requestsPerSecond === undefined ? {} : { requestsPerSecond: options.requestsPerSecond }),
      })
      const open = asking(leasing(opener), options.ahead)
      const opening = openFleet(source.plan, open, (name, work) => progress.during(name, work))
      loadWaiting()
      const fleet = await opening
      const reopen = async () => openFleet(await source.again(), open)
      try {
        world.signal.throwIfAborted()
        return await use({ fleet, signal, progress, now: source.now, reopen })
      } finally {
        // connections are taken apart when nothing else is left to do, and not at all when the process ends before
        setImmediate(() => fleet.close())
      }
    } finally {
      progress.stop()
      await source.close()
    }
  }

  /** The same, read, joined and judged: what most commands work on. also, only: see ObserveOptions. */
  protected withObservation(
    flags: LookFlags,
    use: (seen: Observation, landscape: Landscape) => Promise<number>,
    also: readonly KindSpec[] = [],
    only?: readonly KindSpec[],
    beside?: readonly KindSpec[],
  ): Promise<number> {
    const asked = { also, ...(only ? { only } : {}), ...(beside ? { beside } : {}) }
    return this.#look(flags, async () => asked, use)
  }

  /**
   * The same for views of one trade: exactly these kinds, and only from clusters that can hold one of them. A cluster
   * that cannot is no part of the answer, however dark it is.
   */
  protected withKinds(
    flags: LookFlags,
    kindsOf: () => Promise<readonly KindSpec[]>,
    use: (seen: Observation, fleet: Fleet) => Promise<number>,
  ): Promise<number> {
    const asked = async () => {
      const kinds = await kindsOf()
      const roles = new Set(kinds.flatMap((kind) => kind.roles))
      return { only: kinds, isNeeded: ({ cluster }: Member) => cluster.roles.some(({ role }) => roles.has(role)) }
    }
    return this.#look(flags, asked, (seen, { fleet }) => use(seen, fleet))
  }

  /** One look, or with -w one after each change until somebody ends it. */
  async #look(
    flags: LookFlags,
    askedFor: () => Promise<Asked>,
    use: (seen: Observation, landscape: Landscape) => Promise<number>,
  ): Promise<number> {
    const isWatch = isWatching(flags)
    if (isWatch) checkWatch(flags, await this.formatOf(flags))
    const observing = soon(() => import('./observe.ts'))
    const options: FleetOptions = isWatch ? { timeout: Number.POSITIVE_INFINITY, clock: 'running' } : {}
    return this.withFleet(
      flags,
      async (landscape) => {
        const { fleet, signal, progress, now } = landscape
        const { isNeeded, ...asked } = await askedFor()
        const namespace = flags.namespace ? { namespace: flags.namespace } : {}
        const acceptCached = flags['accept-cached'] ?? false
        const how = { now, acceptCached, signal, scope: scopeOf(flags), ...asked, ...namespace }
        const needed = (all: Fleet) => (isNeeded ? { ...all, members: all.members.filter(isNeeded) } : all)
        if (!isWatch) {
          const { observe } = await observing()
          return use(await progress.during('all clusters', observe(needed(fleet), how)), landscape)
        }
        const { watchCommand } = await import('./live/watch-command.ts')
        // a line that says what is awaited would be painted into the picture
        const quiet = { ...landscape, progress: new Progress({ ...io().stderr, isTTY: false }) }
        const { reopen } = landscape
        const again = reopen ? { reopen: async () => needed(await reopen()) } : {}
        return watchCommand(
          needed(fleet),
          { ...how, ...again },
          {
            flags,
            format: await this.formatOf(flags),
            progress,
            draw: (report, show) => this.draw(report, show, flags),
            answer: (seen) => this.#answer(() => use(seen, quiet)),
          },
        )
      },
      options,
    )
  }

  /** What the command would print. */
  async #answer(use: () => Promise<number>): Promise<Answer> {
    let answer: Answer | undefined
    this.taken = (report, show) => {
      answer = { report, show: show as unknown as Presentation<Report> }
    }
    try {
      await use()
    } finally {
      this.taken = undefined
    }
    if (!answer) throw new Error('the command has shown nothing')
    return answer
  }

  async #source(flags: FleetFlags, { controllers = false, clock }: FleetOptions) {
    const world = io()
    if (flags.demo !== undefined) {
      const { scenarioFolder, startDemo } = await import('./demo-fleet.ts')
      const folder = await scenarioFolder(this.config.root, world.cwd, flags.demo)
      const tempo = world.demoTempo ? { tempo: world.demoTempo } : {}
      const demo = await startDemo(folder, controllers ? { controllers } : clock ? { clock, ...tempo } : undefined)
      return { ...demo, again: async () => demo.plan }
    }
    const { planFleet } = await import('./fleet-plan.ts')
    const warnings: string[] = []
    const plan = await planFleet(flags, world, (text) => warnings.push(`warning: ${safeLine(text)}\n`))
    await world.stderr.write(warnings.join(''))
    const again = () => planFleet(flags, world, () => {})
    return { plan, now: world.now(), again, close: async () => {} }
  }
}

/** Opens clusters and asks each of them something at once. */
const asking =
  (open: OpenCluster, ahead: (client: ClusterClient) => void = () => {}): OpenCluster =>
  (config, options) => {
    const client = open(config, options)
    ahead(client)
    return client
  }
