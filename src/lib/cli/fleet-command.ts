// SPDX-License-Identifier: Apache-2.0
import type { Fleet } from '../fleet/member.ts'
import type { KindSpec } from '../model/kind.ts'
import { safeLine } from '../model/safe.ts'
import { BaseCommand } from './base-command.ts'
import { checkNamespace, type FleetFlags, fleetFlags } from './fleet-flags.ts'
import { io } from './io.ts'
import type { Observation } from './observe.ts'
import { Progress } from './progress.ts'
import { type ReadFlags, scopeOf } from './read-flags.ts'

const WHOLE_COMMAND = 60_000

/** What a command gets to work with. */
export interface Landscape {
  readonly fleet: Fleet
  /** Aborted by a signal or the command's deadline. */
  readonly signal: AbortSignal
  readonly progress: Progress
  /** The time ages are computed from. */
  readonly now: number
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
  /** Behind the name of the tool, for the server's audit log. */
  readonly agent?: string
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
    const signal = AbortSignal.any([options.requests ?? world.signal, AbortSignal.timeout(timeout)])
    const progress = new Progress(world.stderr)
    const source = await this.#source(flags, options)
    const started = world.now()
    const { openFleet } = await import('../fleet/fleet.ts')
    const { clusterOpener } = await import('./cluster-opener.ts')
    try {
      const open = clusterOpener(world, {
        flags,
        signal,
        deadline: started + timeout,
        offset: source.now - started,
        userAgent: [`kubectl-c5c3/${this.config.version}`, options.agent].filter(Boolean).join(' '),
        allowInsecureWrites: options.allowInsecureWrites ?? false,
        ...(options.requestsPerSecond === undefined ? {} : { requestsPerSecond: options.requestsPerSecond }),
      })
      const fleet = await openFleet(source.plan, open, (name, work) => progress.during(name, work))
      try {
        world.signal.throwIfAborted()
        return await use({ fleet, signal, progress, now: source.now })
      } finally {
        fleet.close()
      }
    } finally {
      progress.stop()
      await source.close()
    }
  }

  /** The same, read, joined and judged: what most commands work on. also, only: see ObserveOptions. */
  protected withObservation<T>(
    flags: FleetFlags & ReadFlags & { output?: string | undefined },
    use: (seen: Observation) => Promise<T>,
    also: readonly KindSpec[] = [],
    only?: readonly KindSpec[],
  ): Promise<T> {
    return this.withFleet(flags, async ({ fleet, signal, progress, now }) => {
      const { observe } = await import('./observe.ts')
      const acceptCached = flags['accept-cached'] ?? false
      const namespace = flags.namespace ? { namespace: flags.namespace } : {}
      const options = {
        now,
        acceptCached,
        signal,
        scope: scopeOf(flags),
        also,
        ...(only ? { only } : {}),
        ...namespace,
      }
      return use(await progress.during('all clusters', observe(fleet, options)))
    })
  }

  /**
   * The same for views of one trade: exactly these kinds, and only from clusters that can hold one of them. A cluster
   * that cannot is no part of the answer, however dark it is.
   */
  protected withKinds<T>(
    flags: FleetFlags & ReadFlags & { output?: string | undefined },
    kinds: readonly KindSpec[],
    use: (seen: Observation, fleet: Fleet) => Promise<T>,
  ): Promise<T> {
    return this.withFleet(flags, async ({ fleet, signal, progress, now }) => {
      const { observe } = await import('./observe.ts')
      const roles = new Set(kinds.flatMap((kind) => kind.roles))
      const members = fleet.members.filter(({ cluster }) => cluster.roles.some(({ role }) => roles.has(role)))
      const acceptCached = flags['accept-cached'] ?? false
      const namespace = flags.namespace ? { namespace: flags.namespace } : {}
      const options = { now, acceptCached, signal, scope: scopeOf(flags), only: kinds, ...namespace }
      return use(await progress.during('all clusters', observe({ ...fleet, members }, options)), fleet)
    })
  }

  async #source(flags: FleetFlags, { controllers = false }: FleetOptions) {
    const world = io()
    if (flags.demo !== undefined) {
      const { scenarioFolder, startDemo } = await import('./demo-fleet.ts')
      return startDemo(await scenarioFolder(this.config.root, world.cwd, flags.demo), controllers)
    }
    const { planFleet } = await import('./fleet-plan.ts')
    const warnings: string[] = []
    const plan = await planFleet(flags, world, (text) => warnings.push(`warning: ${safeLine(text)}\n`))
    await world.stderr.write(warnings.join(''))
    return { plan, now: world.now(), close: async () => {} }
  }
}
