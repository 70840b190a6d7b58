// SPDX-License-Identifier: Apache-2.0
// A bundled scenario as the commands see it: served by the embedded API, read over the network, joined and judged.
import { join } from 'node:path'
import { type Observation, type ObserveOptions, observe } from '../../src/lib/cli/observe.ts'
import { openCluster } from '../../src/lib/cluster/client.ts'
import { seal } from '../../src/lib/cluster/seal.ts'
import { type FleetFolder, loadFleetFolder } from '../../src/lib/embedded/fleet-folder.ts'
import { type EmbeddedCluster, startFleet } from '../../src/lib/embedded/start.ts'
import { openFleet } from '../../src/lib/fleet/fleet.ts'
import { FLEETS } from '../fleets/fleet.ts'

export interface Observed extends Observation {
  readonly now: number
  /** What was asked of each cluster, by its context: GET and the path. */
  readonly requests: ReadonlyMap<string, readonly string[]>
}

/** Reads a scenario once. The landscape may be changed before it is served, what is read of it limited, and by whom. */
export async function observeScenario(
  name: string,
  change = (fleet: FleetFolder) => fleet,
  more: Partial<ObserveOptions> = {},
  login = ({ token }: EmbeddedCluster): string => token,
): Promise<Observed> {
  const embedded = await startFleet(change(await loadFleetFolder(join(FLEETS, name))))
  const requests = new Map<string, string[]>()
  const candidates = embedded.clusters.map((cluster) => ({
    roles: cluster.roles,
    name: cluster.key,
    origin: { type: 'demo', text: 'demo' } as const,
    config: {
      context: cluster.key,
      source: 'test',
      server: cluster.url,
      ca: { data: seal(cluster.ca) },
      insecureSkipTlsVerify: false,
      auth: { token: seal(login(cluster)) },
    },
    certain: true,
  }))
  const now = embedded.now.getTime()
  const signal = AbortSignal.timeout(120_000)
  const fleet = await openFleet({ discover: 'none', candidates }, (config) => {
    const asked: string[] = []
    requests.set(config.context, asked)
    return openCluster(config, {
      signal,
      onEvent: (event) => {
        if (event.type === 'answered') asked.push(`${event.method} ${event.path}`)
      },
    })
  })
  try {
    return { ...(await observe(fleet, { now, acceptCached: false, scope: {}, signal, ...more })), now, requests }
  } finally {
    fleet.close()
    await embedded.close()
  }
}
