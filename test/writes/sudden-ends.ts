// SPDX-License-Identifier: Apache-2.0
// The write engine in one process, ended before or after any of its requests, very often: no further request is sent,
// and the last response is lost. The same with the whole tool, less often, is in interruption.ts.
import { expect, test } from 'vitest'
import { openCluster } from '../../src/lib/cluster/client.ts'
import { ClusterError } from '../../src/lib/cluster/failure.ts'
import { seal } from '../../src/lib/cluster/secrets/seal.ts'
import { systemClock } from '../../src/lib/cluster/transport/clock.ts'
import type { ClusterClient } from '../../src/lib/cluster/types.ts'
import { openFleet } from '../../src/lib/fleet/fleet.ts'
import type { Fleet } from '../../src/lib/fleet/member.ts'
import type { Io } from '../../src/lib/io/io.ts'
import type { StepOutcome } from '../../src/lib/model/plan/plan.ts'
import { C5c3Error } from '../../src/lib/model/report/errors.ts'
import { cephSyncPlanner } from '../../src/lib/topics/ceph-secrets/sync-planner.ts'
import { GracefulStop } from '../../src/lib/writes/graceful-stop.ts'
import { applyPlan, dryRunPlan, prepare } from '../../src/lib/writes/run.ts'
import { expectNoLeak } from '../harness/canary.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { randomFrom } from './random.ts'
import type { Tenant, World } from './world.ts'

/** Requests until the end, and whether the last one still arrives. */
interface Fuse {
  left: number
  arrives: boolean
}

export function describeSuddenEnds(getWorld: () => World, ends: number): void {
  test(`ended at ${ends} random requests: every Secret is old or new, and another run converges`, {
    timeout: 600_000,
  }, async () => {
    const world = getWorld()
    const fuse: Fuse = { left: Number.POSITIVE_INFINITY, arrives: true }
    const fleet = await mortalFleet(world, fuse)
    try {
      const tenants = [await world.tenant(), await world.tenant(), await world.tenant()]
      const sync = () => syncOnce(fleet, tenants)
      expect(await sync()).toEqual(['written', 'written', 'written'])
      const keysNow = async () => (await Promise.all(tenants.map((tenant) => world.copied(tenant)))).map(String)
      const rotate = () => Promise.all(tenants.map((tenant) => world.rotate(tenant)))
      fuse.left = 1e9
      await rotate()
      await sync()
      const whole = 1e9 - fuse.left
      const random = randomFrom(20261117)
      const seen = { none: 0, some: 0, all: 0 }
      let old = await keysNow()
      for (let i = 0; i < ends; i++) {
        const fresh = await rotate()
        Object.assign(fuse, { left: Math.floor(random() * (whole + 1)), arrives: random() < 0.5 })
        await sync()
        Object.assign(fuse, { left: Number.POSITIVE_INFINITY, arrives: true })
        const now = await Promise.all(tenants.map((tenant) => world.target(tenant)))
        const keys = now.map(({ data }) => Buffer.from(data.userKey, 'base64').toString())
        for (const [j, { data }] of now.entries()) {
          expect([old[j], fresh[j]]).toContain(keys[j])
          expect(Object.keys(data).sort()).toEqual(['userID', 'userKey'])
        }
        const changed = keys.filter((key, j) => key === fresh[j]).length
        seen[changed === 0 ? 'none' : changed === tenants.length ? 'all' : 'some']++
        old = keys
        if (i % 20 !== 19) continue
        await sync()
        old = await keysNow()
        expect(old).toEqual(fresh)
        expect(await sync()).toEqual(['unchanged', 'unchanged', 'unchanged'])
      }
      // The end hit before, between and after the writes.
      expect(Math.min(seen.none, seen.some, seen.all)).toBeGreaterThan(ends / 20)
    } finally {
      fleet.close()
    }
  })
}

/** One run of the command, from the plan to the journal; without outcomes if it was ended. */
async function syncOnce(fleet: Fleet, tenants: readonly Tenant[]): Promise<readonly StepOutcome[]> {
  const io = ioIn(tempFolder())
  const options = { adopt: false, forceCaps: false, allowObserved: false, assumeUnmanaged: false }
  const planner = cephSyncPlanner({
    ...options,
    clients: tenants.map(({ name }) => name),
    claims: [],
    pools: [],
    all: false,
  })
  const stop = new GracefulStop(io.signal)
  const run = { io, fleet, planner, stop, signal: io.signal, clock: systemClock, allowInsecure: false }
  try {
    const planned = await dryRunPlan(await prepare(run))
    const style = { format: 'json', ascii: true, color: false } as const
    const results = await applyPlan(planned, { waitTimeout: 0, failFast: false, style, demo: false })
    expectNoLeak(
      JSON.stringify(results),
      tenants.map(({ key }) => key),
      'results',
    )
    return results.map(({ outcome }) => outcome)
  } catch (error) {
    if (error instanceof C5c3Error || error instanceof ClusterError) return []
    throw error
  }
}

async function mortalFleet({ clusters }: World, fuse: Fuse): Promise<Fleet> {
  const of = (role: 'storage' | 'control-plane', name: string, { url, ca, token }: World['clusters']['storage']) => ({
    roles: [{ role, name }],
    name,
    origin: { type: 'profile', text: 'profile' } as const,
    config: {
      context: name,
      source: 'test',
      server: url,
      ca: { data: seal(ca) },
      insecureSkipTlsVerify: false,
      auth: { token: seal(token) },
    },
    certain: true,
  })
  const candidates = [of('storage', 'st-pool-a', clusters.storage), of('control-plane', 'eu', clusters.control)]
  return openFleet({ candidates, discover: 'none' }, (config) =>
    mortal(openCluster(config, { requestsPerSecond: 1e6 }), fuse),
  )
}

/** A client whose process ends when the fuse is used up. */
function mortal(client: ClusterClient, fuse: Fuse): ClusterClient {
  const gone = () => new ClusterError({ fault: 'unreachable', message: 'the process has ended' })
  const limited =
    <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      if (fuse.left-- <= 0) {
        // The last request may still arrive; its response does not.
        if (fuse.left === -1 && fuse.arrives) await work(...args).catch(() => {})
        throw gone()
      }
      return work(...args)
    }
  return { ...client, get: limited(client.get), list: limited(client.list), json: limited(client.json) }
}

const SINK = { write: async () => {}, isTTY: false, columns: undefined }

const ioIn = (home: string): Io => ({
  env: { HOME: home },
  home,
  cwd: home,
  stdout: SINK,
  stderr: SINK,
  interactive: false,
  ask: async () => '',
  signal: new AbortController().signal,
  now: Date.now,
})
