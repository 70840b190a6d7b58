// SPDX-License-Identifier: Apache-2.0
// A fleet on the embedded API with every cluster in a profile; a proxy in front of some of them changes responses.
import { afterAll } from 'vitest'
import type { FleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import { renderKubeconfig } from '../../src/lib/embedded/scenario/kubeconfig.ts'
import { startFleet } from '../../src/lib/embedded/start.ts'
import type { Match } from '../faults/server.ts'
import { startApiProxy } from '../writes/proxy.ts'
import { type Ran, runCli, words } from './run-cli.ts'
import { tempFolder } from './temp-folder.ts'

const running: { close(): Promise<void> }[] = []

afterAll(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()))
})

export interface ProfileFleet {
  run(line: string): Promise<Ran>
  close(): Promise<void>
}

/** Starts a fleet; `faults` contains the misbehaviour in front of a cluster, by its key. */
export async function startProfileFleet(
  folder: string | FleetFolder,
  faults: Readonly<Record<string, Match>> = {},
): Promise<ProfileFleet> {
  const fleet = await startFleet(folder)
  running.push(fleet)
  const logins = await Promise.all(
    fleet.clusters.map(async ({ key, url, ca, token }) => {
      const match = faults[key]
      if (!match) return { context: key, url, ca, token }
      const proxy = await startApiProxy({ url, ca, token })
      running.push(proxy)
      proxy.match = match
      return { context: key, url: proxy.url, ca: proxy.ca, token }
    }),
  )
  const clusters = fleet.clusters.map(({ key, roles }) => ({
    roles: roles.map(({ role, name }) => (name === role ? role : `${role}=${name}`)),
    kubeconfig: 'k.yaml',
    context: key,
  }))
  const home = tempFolder({
    '.config/c5c3/config.yaml': JSON.stringify({ current: 'test', profiles: { test: { clusters } } }),
    '.config/c5c3/k.yaml': renderKubeconfig(logins),
  })
  return {
    run: (line) => runCli(words(line), { home, now: fleet.now }),
    close: () => fleet.close(),
  }
}
