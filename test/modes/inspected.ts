// SPDX-License-Identifier: Apache-2.0
// Failure modes as data: their folders, and what the checks make of a landscape.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHECKS } from '../../src/lib/checks/index.ts'
import type { FleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import { onDemandInputs, runAllChecks } from '../../src/lib/pipeline/run-checks.ts'
import { observeScenario } from '../harness/observed.ts'

export const MODES_FOLDER = import.meta.dirname
export const MODES = readdirSync(MODES_FOLDER).filter((name) => /^F\d+/.test(name))

export interface Expected {
  /** Ids of the checks whose findings are causes, exactly. */
  readonly finds: readonly string[]
  /** What why is asked about. */
  readonly why: string
  /** The cause that is named first: KIND/NAME. */
  readonly first: string
}

export const expectedOf = (mode: string) =>
  JSON.parse(readFileSync(join(MODES_FOLDER, mode, 'expected.json'), 'utf8')) as Expected

/** A landscape served by the embedded API, read over the network and inspected. */
export async function inspectFleet(fleet: FleetFolder) {
  const seen = await observeScenario('one-cluster', () => fleet, { also: onDemandInputs(CHECKS) })
  const { results, causes } = runAllChecks(seen, CHECKS)
  return {
    results,
    /** Kinds that some cluster serves. */
    installed: new Set(seen.snapshot.readings.filter(({ outcome }) => outcome === 'read').map(({ kind }) => kind)),
    /** What is said of causes, without any name. */
    causes: causes.map(({ check, mode, subject }) => `${check.id} ${mode} ${subject.kind}`).sort(),
    found: new Set(causes.map(({ check }) => check.id)),
    explained: new Set(causes.flatMap(({ explains }) => explains.map(({ check }) => check.id))),
    outcomes: new Map(results.map(({ check, outcome }) => [check.id, outcome])),
  }
}
