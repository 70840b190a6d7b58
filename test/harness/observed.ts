// SPDX-License-Identifier: Apache-2.0
// A bundled scenario as the commands see it: served by the embedded API, read over the network, joined and judged.
import { join } from 'node:path'
import { type FleetFolder, loadFleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import type { EmbeddedCluster } from '../../src/lib/embedded/start.ts'
import type { Observation, ObserveOptions } from '../../src/lib/pipeline/observe.ts'
import { FLEETS } from '../fleets/fleet.ts'
import { openLandscape } from './open-client.ts'

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
  login?: (cluster: EmbeddedCluster) => string,
): Promise<Observed> {
  const opened = await openLandscape(change(await loadFleetFolder(join(FLEETS, name))), login)
  try {
    const { now, requests } = opened
    return { ...(await opened.read(more)), now, requests }
  } finally {
    await opened.close()
  }
}
