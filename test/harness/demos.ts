// SPDX-License-Identifier: Apache-2.0
// Starts each scenario once per test file, for tests that run many commands on it.
import { afterAll, vi } from 'vitest'
import type { EmbeddedFleet } from '../../src/lib/embedded/start.ts'

/** The bundled scenarios with the OpenStack cluster they are about. */
export const SUBJECTS: Readonly<Record<string, string>> = {
  healthy: 'customer-a-prod',
  'one-cluster': 'cobaltcore',
  'database-down': 'customer-a-prod',
  'claim-green-but-broken': 'customer-b-staging',
  'ceph-key-stale': 'customer-a-prod',
  'pool-unreachable': 'customer-a-prod',
  'forbidden-secrets': 'customer-a-prod',
  'korc-waiting': 'internal-prod',
  'hypervisor-draining': 'customer-a-prod',
  'management-only': 'customer-a-prod',
  'crossplane-v2': 'customer-a-prod',
  dialects: 'dialect-b',
  'seed-composition': 'customer-c-prod',
  'mid-provisioning': 'customer-d-prod',
}

const { running, servers, listeners } = vi.hoisted(() => ({
  running: new Map<string, Promise<EmbeddedFleet>>(),
  servers: new Set<string>(),
  listeners: [] as (() => void)[],
}))

vi.mock('../../src/lib/embedded/start.ts', async (original) => {
  const real = await original<typeof import('../../src/lib/embedded/start.ts')>()
  const startFleet: typeof real.startFleet = async (folder, options) => {
    if (typeof folder !== 'string' || options !== undefined) return real.startFleet(folder, options)
    const fleet = running.get(folder) ?? real.startFleet(folder)
    running.set(folder, fleet)
    const { clusters } = await fleet
    for (const { url } of clusters) servers.add(url)
    return { ...(await fleet), close: async () => {} }
  }
  return { ...real, startFleet }
})

/** Stops running scenarios; a test file that uses one after another need not keep them all. */
export async function closeDemos(): Promise<void> {
  const fleets = [...running.values()]
  running.clear()
  servers.clear()
  for (const listener of listeners) listener()
  await Promise.all(fleets.map(async (fleet) => (await fleet).close()))
}

/** Whether a server belongs to a running scenario, whose clock stands still. */
export const isSharedServer = (url: string): boolean => servers.has(url)

export function onDemosClosed(listener: () => void): void {
  listeners.push(listener)
}

afterAll(closeDemos)
