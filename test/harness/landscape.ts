// SPDX-License-Identifier: Apache-2.0
// A fleet folder on the embedded API, accessed like real clusters through a kubeconfig file.
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { renderKubeconfig } from '../../src/lib/embedded/scenario/kubeconfig.ts'
import { type EmbeddedFleet, startFleet } from '../../src/lib/embedded/start.ts'
import { ROOT } from './run-cli.ts'

export const small = (name: string) => join(ROOT, 'test', 'fleets-small', name)

export interface Landscape extends EmbeddedFleet {
  readonly folder: string
}

/** Starts a fleet for the tests of one file and stops it afterwards. */
export async function startLandscape(folder: string): Promise<Landscape> {
  const fleet = await startFleet(folder)
  running.push(fleet)
  return { ...fleet, folder }
}

const running: EmbeddedFleet[] = []

afterAll(async () => {
  await Promise.all(running.splice(0).map((fleet) => fleet.close()))
})

/** A kubeconfig with contexts for some clusters of a fleet, by key; the first one is current. */
export function kubeconfigFor({ clusters }: EmbeddedFleet, keys: readonly string[]): string {
  const logins = keys.map((key) => {
    const cluster = clusters.find((each) => each.key === key)
    if (!cluster) throw new Error(`there is no cluster ${key}`)
    const { url, ca, token } = cluster
    return { context: key, url, ca, token }
  })
  return renderKubeconfig(logins)
}
