// SPDX-License-Identifier: Apache-2.0
// Reads a shared demo once for all commands of a test file that read the same of it; everything else of each command
// runs as usual. For tests of reports: the clock of a shared demo stands still and nothing writes to it.
import { vi } from 'vitest'
import type { Fleet } from '../../src/lib/fleet/member.ts'
import type { Observation, ObserveOptions } from '../../src/lib/pipeline/observe.ts'
import { isSharedServer, onDemosClosed } from './demos.ts'

const known = vi.hoisted(() => new Map<string, Promise<Observation>>())

vi.mock('../../src/lib/pipeline/observe.ts', async (original) => {
  const real = await original<typeof import('../../src/lib/pipeline/observe.ts')>()
  const observe: typeof real.observe = (fleet, options) => {
    if (!fleet.members.every(({ config }) => config && isSharedServer(config.server)))
      return real.observe(fleet, options)
    const key = keyOf(fleet, options)
    const observation = known.get(key) ?? real.observe(fleet, options)
    known.set(key, observation)
    // A failed or aborted read says nothing about the next one.
    observation.catch(() => known.delete(key))
    return observation
  }
  return { ...real, observe }
})

// A later server may listen on the same port.
onDemosClosed(() => known.clear())

/** Everything that decides what is read. A sealed token is its fingerprint here; what is served follows from the server. */
const keyOf = ({ members, profile }: Fleet, options: ObserveOptions): string => {
  const { now, acceptCached, scope, namespace, also, only, checks } = options
  return JSON.stringify([
    profile,
    members.map(({ client, served: _, ...member }) => [member, client !== undefined]),
    { now, acceptCached, scope, namespace, also, only, checks: checks?.map(({ id }) => id) },
  ])
}
