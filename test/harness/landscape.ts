// SPDX-License-Identifier: Apache-2.0
// A fleet folder running on the embedded API, reached like real clusters: through a kubeconfig file.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { type EmbeddedFleet, startFleet } from '../../src/lib/embedded/start.ts'
import { ROOT, type World } from './run-cli.ts'
import { tempFolder } from './temp-folder.ts'

export const small = (name: string) => join(ROOT, 'test', 'fleets-small', name)

export interface Landscape extends EmbeddedFleet {
  readonly folder: string
  /** Holds all contexts, one per cluster, named after its file. */
  readonly kubeconfigFile: string
  /** A world with an empty home, that kubeconfig, and the landscape's clock. */
  readonly world: World & { readonly env: Readonly<Record<string, string>>; readonly home: string }
}

/** Starts a small fleet for the tests of one file and stops it afterwards. */
export async function startLandscape(folder: string): Promise<Landscape> {
  const fleet = await startFleet(folder)
  afterAll(() => fleet.close())
  const home = tempFolder()
  const kubeconfigFile = join(home, 'kubeconfig')
  writeFileSync(kubeconfigFile, fleet.kubeconfig, { mode: 0o600 })
  return { ...fleet, folder, kubeconfigFile, world: { home, now: fleet.now, env: { KUBECONFIG: kubeconfigFile } } }
}
