// SPDX-License-Identifier: Apache-2.0
// Failure modes as data: their folders, and the findings in a fleet.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHECKS } from '../../src/lib/checks/index.ts'
import type { FleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import { onDemandInputs } from '../../src/lib/pipeline/check-inputs.ts'
import { observeScenario } from '../harness/observed.ts'

export const MODES_FOLDER = import.meta.dirname
export const MODES = readdirSync(MODES_FOLDER).filter((name) => /^F\d+/.test(name))

export interface Expected {
  /** The exact ids of the checks whose findings are root causes. */
  readonly finds: readonly string[]
  readonly why: string
  /** The first root cause: KIND/NAME. */
  readonly first: string
}

export const expectedOf = (mode: string) =>
  JSON.parse(readFileSync(join(MODES_FOLDER, mode, 'expected.json'), 'utf8')) as Expected

/** A fleet served by the embedded API, read over the network and checked. */
export async function inspectFleet(fleet: FleetFolder) {
  const seen = await observeScenario('one-cluster', () => fleet, { also: onDemandInputs(CHECKS) })
  const { results, causes } = seen
  return {
    results,
    /** Kinds that clusters of a role serve, as "role kind". */
    installedByRole: new Set(
      seen.snapshot.readings.flatMap(({ cluster, kind, outcome }) => {
        const roles = seen.snapshot.clusters.find(({ label }) => label === cluster)?.cluster.roles ?? []
        return outcome === 'read' ? roles.map(({ role }) => `${role} ${kind}`) : []
      }),
    ),
    /** The root causes without names. */
    causes: causes.map(({ check, mode, subject }) => `${check.id} ${mode} ${subject.kind}`).sort(),
    found: new Set(causes.map(({ check }) => check.id)),
    explained: new Set(causes.flatMap(({ explains }) => explains.map(({ check }) => check.id))),
    outcomes: new Map(results.map(({ check, outcome }) => [check.id, outcome])),
  }
}
