// SPDX-License-Identifier: Apache-2.0
// Vitest calls setup() once before its workers start; otherwise each worker would parse the same YAML for seconds.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseClusterManifests } from '../../src/lib/embedded/scenario/manifest-file.ts'

const FLEETS = join(import.meta.dirname, '../../fleets')

/** Parses the bundled fleets into the cache of the checkout. An invalid file fails only the tests that use it. */
export async function setup(): Promise<void> {
  for (const name of globSync('**/*.yaml', { cwd: FLEETS, exclude: ['*/fleet.yaml'] })) {
    const file = join(FLEETS, name)
    await parseClusterManifests(file, readFileSync(file, 'utf8')).catch(() => {})
  }
}
