// SPDX-License-Identifier: Apache-2.0
import type { ClusterClient } from '../../cluster/types.ts'
import type { OpenCluster } from '../../fleet/open.ts'
import { io } from '../../io/io.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { checkNamespace, type FleetFlags } from '../flags/cluster-flags.ts'
import { ProgressLine } from '../process/progress-line.ts'
import type { CommandContext } from './topic.ts'

const WHOLE_COMMAND = 60_000

/** How a command opens its clusters. */
export interface FleetOptions {
  /** Aborts requests; default: the signals of the process. */
  readonly requests?: AbortSignal
  /** For the whole command, in ms, unless a flag says otherwise. */
  readonly timeout?: number
  readonly allowInsecureWrites?: boolean
  readonly requestsPerSecond?: number
  /** In a demo: run controllers that react to writes. */
  readonly controllers?: boolean
  /** In a demo: whether its time goes on. */
  readonly clock?: 'still' | 'running'
  /** Appended to the user agent, for the server's audit log. */
  readonly agent?: string
  /** Sends requests as soon as a client exists, so that they share the first round trip. */
  readonly ahead?: (client: ClusterClient) => void
}

/** What to do with an opened fleet. */
export interface FleetUse<T, L> {
  readonly flags: FleetFlags & { readonly output?: string | undefined }
  /** Code that is needed once the fleet is open. */
  readonly load: () => Promise<L>
  readonly use: (landscape: CommandContext, loaded: L) => Promise<T>
  readonly options?: FleetOptions
}

/** Opens the fleet, loads code while the clusters are answering, hands over both, and closes the fleet in any case. */
export async function withFleet<T, L>(
  { flags, load, use, options = {} }: FleetUse<T, L>,
  tool: { readonly version: string; readonly root: string },
): Promise<T> {
  checkNamespace(flags)
  const world = io()
  const timeout = flags.timeout ?? options.timeout ?? WHOLE_COMMAND
  const limit = timeout === Number.POSITIVE_INFINITY ? [] : [AbortSignal.timeout(timeout)]
  const signal = AbortSignal.any([options.requests ?? world.signal, ...limit])
  const progress = new ProgressLine(world.stderr)
  const source = await sourceOf(flags, options, tool.root)
  const started = world.now()
  const { openFleet } = await import('../../fleet/fleet.ts')
  const { reuseClients } = await import('../../fleet/client-leases.ts')
  const { clusterOpener } = await import('../../pipeline/open/cluster-opener.ts')
  try {
    const opener = clusterOpener(world, {
      flags,
      signal,
      deadline: started + timeout,
      offset: source.now - started,
      userAgent: [`kubectl-c5c3/${tool.version}`, options.agent].filter(Boolean).join(' '),
      allowInsecureWrites: options.allowInsecureWrites ?? false,
      ...(options.requestsPerSecond === undefined ? {} : { requestsPerSecond: options.requestsPerSecond }),
    })
    const open = requesting(reuseClients(opener), options.ahead)
    const opening = openFleet(source.plan, open, (name, work) => progress.during(name, work))
    const loading = afterPendingIo(load)
    const fleet = await opening
    const reopen = async () => openFleet(await source.again(), open)
    try {
      world.signal.throwIfAborted()
      return await use({ fleet, signal, progress, now: source.now, reopen }, await loading)
    } finally {
      // close connections when nothing else is left to do; a process that ends first need not wait for it
      setImmediate(() => fleet.close())
    }
  } finally {
    progress.stop()
    await source.close()
  }
}

/** Which clusters to open: those of a demo, or those that flags, profile and kubeconfig name. */
async function sourceOf(flags: FleetFlags, { controllers = false, clock }: FleetOptions, root: string) {
  const world = io()
  if (flags.demo !== undefined) {
    const { scenarioFolder, startDemo } = await import('../demo/demo-fleet.ts')
    const folder = await scenarioFolder(root, world.cwd, flags.demo)
    const tempo = world.demoTempo ? { tempo: world.demoTempo } : {}
    const demo = await startDemo(folder, controllers ? { controllers } : clock ? { clock, ...tempo } : undefined)
    return { ...demo, again: async () => demo.plan }
  }
  const { planFleet } = await import('../../pipeline/open/plan-fleet.ts')
  const warnings: string[] = []
  const plan = await planFleet(flags, world, (text) => warnings.push(`warning: ${safeLine(text)}\n`))
  await world.stderr.write(warnings.join(''))
  const again = () => planFleet(flags, world, () => {})
  return { plan, now: world.now(), again, close: async () => {} }
}

/** Loads code after the requests that are under way were sent: compiling it first would hold them up. */
function afterPendingIo<L>(load: () => Promise<L>): Promise<L> {
  const loading = new Promise<void>((resolve) => setImmediate(resolve)).then(load)
  // where the fleet cannot be opened, nothing awaits this, and that is the error to report
  loading.catch(() => {})
  return loading
}

/** Opens clusters and calls ahead() for each client at once. */
const requesting =
  (open: OpenCluster, ahead: (client: ClusterClient) => void = () => {}): OpenCluster =>
  (config, options) => {
    const client = open(config, options)
    ahead(client)
    return client
  }
