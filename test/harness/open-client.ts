// SPDX-License-Identifier: Apache-2.0
// A served fleet with open clients, which a test can read repeatedly.

import { openCluster } from '../../src/lib/cluster/client.ts'
import { seal } from '../../src/lib/cluster/secrets/seal.ts'
import type { FleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import { type EmbeddedCluster, startFleet } from '../../src/lib/embedded/start.ts'
import { openFleet } from '../../src/lib/fleet/fleet.ts'
import { type Observation, type ObserveOptions, observe } from '../../src/lib/pipeline/observe.ts'

export interface Opened {
  readonly now: number
  /** The requests to each cluster so far, by context: GET and the path. */
  readonly requests: ReadonlyMap<string, readonly string[]>
  read(more?: Partial<ObserveOptions>): Promise<Observation>
  close(): Promise<void>
}

/** Serves a fleet and opens all its clusters, as a demo does. A test that imports demos.ts shares the server of a path. */
export async function openLandscape(
  folder: string | FleetFolder,
  login = ({ token }: EmbeddedCluster): string => token,
): Promise<Opened> {
  const embedded = await startFleet(folder)
  const requests = new Map<string, string[]>()
  const candidates = embedded.clusters.map((cluster) => ({
    roles: cluster.roles,
    name: cluster.key,
    origin: { type: 'demo', text: 'demo' } as const,
    config: {
      context: cluster.key,
      source: 'demo',
      server: cluster.url,
      ca: { data: seal(cluster.ca) },
      insecureSkipTlsVerify: false,
      auth: { token: seal(login(cluster)) },
    },
    certain: true,
  }))
  const now = embedded.now.getTime()
  const { signal } = new AbortController()
  const fleet = await openFleet({ discover: 'none', candidates }, (config) => {
    const asked: string[] = []
    requests.set(config.context, asked)
    return openCluster(config, {
      signal,
      // Tests of many reads with one client would wait for the rate limit, which has its own tests.
      requestsPerSecond: 100_000,
      onEvent: (event) => {
        if (event.type === 'answered') asked.push(`${event.method} ${event.path}`)
      },
    })
  })
  return {
    now,
    requests,
    read: (more = {}) => observe(fleet, { now, acceptCached: false, scope: {}, signal, ...more }),
    close: async () => {
      fleet.close()
      await embedded.close()
    },
  }
}
