// SPDX-License-Identifier: Apache-2.0
// A bundled scenario as the commands see it: served by the embedded API, read over the network, linked and assessed.
import { join } from 'node:path'
import { type FleetFolder, loadFleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import type { EmbeddedCluster } from '../../src/lib/embedded/start.ts'
import type { Observation, ObserveOptions } from '../../src/lib/pipeline/observe.ts'
import { FLEETS } from '../fleets/fleet.ts'
import { openLandscape } from './open-client.ts'

export interface Observed extends Observation {
  readonly now: number
  /** The requests to each cluster, by context: GET and the path. */
  readonly requests: ReadonlyMap<string, readonly string[]>
}

/** Reads a scenario once. The fleet can be changed before it is served; kinds and user can be limited. */
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
