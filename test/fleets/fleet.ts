// SPDX-License-Identifier: Apache-2.0
// The bundled scenarios, loaded with the loader of the embedded API.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '../../src/lib/embedded/json.ts'
import { loadFleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'

export const ROOT = join(import.meta.dirname, '../..')
export const FLEETS = join(ROOT, 'fleets')
const SHARED = join(ROOT, '../shared')

/** The folder of shared material, or undefined with a warning if this checkout has none. */
export function sharedFolder(name: string): string | undefined {
  const folder = join(SHARED, name)
  if (existsSync(folder)) return folder
  console.warn(`SKIPPED: ${folder} is absent; what depends on it is not checked here`)
  return undefined
}

export function scenarioNames(): string[] {
  return readdirSync(FLEETS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

export const MODES = join(ROOT, 'test/modes')

/** Names of the fleets with one failure mode each, and of those they extend. */
export function modeNames(): string[] {
  return readdirSync(MODES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(MODES, entry.name, 'fleet.yaml')))
    .map((entry) => entry.name)
    .sort()
}

export interface Scenario {
  readonly name: string
  readonly clusters: ReadonlyMap<string, readonly Manifest[]>
}

export async function loadScenario(name: string, folder = FLEETS): Promise<Scenario> {
  const { members } = await loadFleetFolder(join(folder, name))
  return { name, clusters: new Map(members.map((m) => [m.key, m.objects])) }
}

/** Kind namespace/name. */
export function say(o: Manifest): string {
  const { namespace, name } = o.metadata
  return `${o.kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
}
