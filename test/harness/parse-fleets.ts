// SPDX-License-Identifier: Apache-2.0
// Vitest calls setup() once, before its workers start: otherwise each would spend seconds on the YAML of the same fleets.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseClusterManifests } from '../../src/lib/embedded/scenario/manifest-file.ts'

const FLEETS = join(import.meta.dirname, '../../fleets')

/** Reads the bundled fleets into the cache of the checkout. A file with a mistake fails the tests that use it, not all. */
export async function setup(): Promise<void> {
  for (const name of globSync('**/*.yaml', { cwd: FLEETS, exclude: ['*/fleet.yaml'] })) {
    const file = join(FLEETS, name)
    await parseClusterManifests(file, readFileSync(file, 'utf8')).catch(() => {})
  }
}
