// SPDX-License-Identifier: Apache-2.0
import { isAbsolute, join, resolve } from 'node:path'
import type { ClusterConfig } from '../../cluster/config.ts'
import { seal } from '../../cluster/secrets/seal.ts'
import { isFolder, namesIn } from '../../embedded/scenario/fleet-files.ts'
import type { EmbeddedFleetOptions } from '../../embedded/start.ts'
import type { FleetPlan } from '../../fleet/fleet.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'

/** Names of the bundled scenarios, healthy ones first. */
export async function scenarioNames(root: string): Promise<readonly string[]> {
  const names = (await namesIn(join(root, 'fleets'))).filter((name) => isFolder(join(root, 'fleets', name)))
  const rest = names.filter((name) => !LISTED_FIRST.includes(name)).sort()
  return [...LISTED_FIRST.filter((name) => names.includes(name)), ...rest]
}

/** Resolves a scenario to its folder: a bundled name, or any path to a fleet folder. */
export async function scenarioFolder(root: string, cwd: string, scenario: string): Promise<string> {
  const bundled = join(root, 'fleets', scenario)
  if (/^[\w-]+$/.test(scenario) && isFolder(bundled)) return bundled
  const folder = isAbsolute(scenario) ? scenario : resolve(cwd, scenario)
  if (scenario !== '' && isFolder(folder)) return folder
  const names = await scenarioNames(root)
  const close = closestMatches(scenario, names)
  throw new C5c3Error('USAGE', 'usage', `unknown demo scenario or folder "${safeLine(scenario)}"`, [
    close.length > 0 ? `did you mean: ${close.join(', ')}?` : `scenarios: ${names.join(', ')}`,
  ])
}

export interface DemoFleet {
  readonly plan: FleetPlan
  /** The time that all ages are computed from. */
  readonly now: number
  close(): Promise<void>
}

/** Starts a scenario on the embedded API servers; its clusters are opened over the network like any other. */
export async function startDemo(folder: string, options?: EmbeddedFleetOptions): Promise<DemoFleet> {
  const { startFleet } = await import('../../embedded/start.ts')
  const fleet = await (options ? startFleet(folder, options) : startFleet(folder))
  return {
    get now() {
      return fleet.time()
    },
    close: () => fleet.close(),
    plan: {
      discover: 'none',
      candidates: fleet.clusters.map((cluster) => ({
        roles: cluster.roles,
        name: cluster.key,
        origin: { type: 'demo', text: 'demo' },
        config: demoConfig(cluster),
        certain: true,
      })),
    },
  }
}

function demoConfig(cluster: { key: string; url: string; ca: string; token: string }): ClusterConfig {
  return Object.freeze({
    context: safeLine(cluster.key),
    source: 'demo',
    server: cluster.url,
    ca: { data: seal(cluster.ca) },
    insecureSkipTlsVerify: false,
    auth: { token: seal(cluster.token) },
  })
}

/** Scenarios that new users should see first. */
const LISTED_FIRST = ['healthy', 'one-cluster']
