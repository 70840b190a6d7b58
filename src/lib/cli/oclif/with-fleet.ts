// SPDX-License-Identifier: Apache-2.0
import type { ClusterClient } from '../../cluster/types.ts'
import type { OpenCluster } from '../../fleet/open.ts'
import { io } from '../../io/io.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { checkNamespace, type FleetFlags } from '../flags/cluster-flags.ts'
import { ProgressLine } from '../process/progress-line.ts'
import type { CommandContext } from './topic.ts'

export interface FleetOptions {
  /** Aborts requests; default: the signals of the process. */
  readonly requests?: AbortSignal
  /** For the whole command, in ms; a flag has precedence. */
  readonly timeout?: number
  readonly allowInsecureWrites?: boolean
  readonly requestsPerSecond?: number
  /** In a demo: run controllers that react to writes. */
  readonly controllers?: boolean
  /** In a demo: whether time advances. */
  readonly clock?: 'still' | 'running'
  /** Appended to the user agent, for the server's audit log. */
  readonly agent?: string
  /** Sends requests as soon as a client exists, so that they share the first round trip. */
  readonly ahead?: (client: ClusterClient) => void
}

export interface FleetUse<T, L> {
  readonly flags: FleetFlags & { readonly output?: string | undefined }
  /** Loads code that is needed once the fleet is open. */
  readonly load: () => Promise<L>
  readonly use: (context: CommandContext, loaded: L) => Promise<T>
  readonly options?: FleetOptions
}

/** Opens the fleet, loads code while the clusters answer, calls `use` with both, and always closes the fleet. */
export async function withFleet<T, L>(
  { flags, load, use, options = {} }: FleetUse<T, L>,
  tool: { readonly version: string; readonly root: string },
): Promise<T> {
  checkNamespace(flags)
  const cliIo = io()
  const timeout = flags.timeout ?? options.timeout ?? DEFAULT_TIMEOUT
  const limit = timeout === Number.POSITIVE_INFINITY ? [] : [AbortSignal.timeout(timeout)]
  const signal = AbortSignal.any([options.requests ?? cliIo.signal, ...limit])
  const progress = new ProgressLine(cliIo.stderr)
  const source = await sourceOf(flags, options, tool.root)
  const started = cliIo.now()
  const { openFleet } = await import('../../fleet/fleet.ts')
  const { reuseClients } = await import('../../fleet/client-leases.ts')
  const { clusterOpener } = await import('../../pipeline/open/cluster-opener.ts')
  try {
    const opener = clusterOpener(cliIo, {
      flags,
      signal,
      deadline: started + timeout,
      offset: source.now - started,
      userAgent: [`kubectl-c5c3/${tool.version}`, options.agent].filter(Boolean).join(' '),
      allowInsecureWrites: options.allowInsecureWrites ?? false,
      ...(options.requestsPerSecond === undefined ? {} : { requestsPerSecond: options.requestsPerSecond }),
    })
    const open = withPrefetch(reuseClients(opener), options.ahead)
    const opening = openFleet(source.plan, open, (name, work) => progress.during(name, work))
    const loading = afterPendingIo(load)
    const fleet = await opening
    const reopen = async () => openFleet(await source.again(), open)
    try {
      cliIo.signal.throwIfAborted()
      return await use({ fleet, signal, progress, now: source.now, reopen }, await loading)
    } finally {
      // Close connections when idle; a process that exits first need not wait for it.
      setImmediate(() => fleet.close())
    }
  } finally {
    progress.stop()
    await source.close()
  }
}

/** The clusters to open: those of a demo, or those of flags, profile and kubeconfig. */
async function sourceOf(flags: FleetFlags, { controllers = false, clock }: FleetOptions, root: string) {
  const cliIo = io()
  if (flags.demo !== undefined) {
    const { scenarioFolder, startDemo } = await import('../demo/demo-fleet.ts')
    const folder = await scenarioFolder(root, cliIo.cwd, flags.demo)
    const tempo = cliIo.demoTempo ? { tempo: cliIo.demoTempo } : {}
    const demo = await startDemo(folder, controllers ? { controllers } : clock ? { clock, ...tempo } : undefined)
    return { ...demo, again: async () => demo.plan }
  }
  const { planFleet } = await import('../../pipeline/open/plan-fleet.ts')
  const warnings: string[] = []
  const plan = await planFleet(flags, cliIo, (text) => warnings.push(`warning: ${safeLine(text)}\n`))
  await cliIo.stderr.write(warnings.join(''))
  const again = () => planFleet(flags, cliIo, () => {})
  return { plan, now: cliIo.now(), again, close: async () => {} }
}

/** Loads code after pending requests were sent: compiling it first would delay them. */
function afterPendingIo<L>(load: () => Promise<L>): Promise<L> {
  const loading = new Promise<void>((resolve) => setImmediate(resolve)).then(load)
  // If the fleet cannot be opened, nothing awaits this, and that error is the one to report.
  loading.catch(() => {})
  return loading
}

const withPrefetch =
  (open: OpenCluster, ahead: (client: ClusterClient) => void = () => {}): OpenCluster =>
  (config, options) => {
    const client = open(config, options)
    ahead(client)
    return client
  }

const DEFAULT_TIMEOUT = 60_000
