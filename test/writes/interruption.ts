// SPDX-License-Identifier: Apache-2.0
// Failures between the tool and the API servers during writes: lost, late and duplicated responses, concurrent writers,
// and interruptions at any moment.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Interrupted } from '../../src/lib/cli/process/interrupted.ts'
import { json } from '../faults/server.ts'
import { type ApiProxy, isWrite, startApiProxy } from './proxy.ts'
import { randomFrom } from './random.ts'
import { base64, type Tenant, type World } from './world.ts'

export function describeInterruption(getWorld: () => World, { kills }: { readonly kills: number }): void {
  let world: World
  let control: ApiProxy
  let storage: ApiProxy
  beforeAll(async () => {
    world = getWorld()
    control = await startApiProxy(world.clusters.control)
    storage = await startApiProxy(world.clusters.storage)
  })
  afterAll(async () => {
    await control?.close()
    await storage?.close()
  })
  beforeEach(() => {
    for (const proxy of [control, storage])
      Object.assign(proxy, { match: () => undefined, repeat: () => false, dead: false, before: () => {} })
  })

  const sync = (tenants: readonly Tenant[], more: readonly string[] = [], options = {}) =>
    world.sync(tenants, more, { control, storage, ...options })

  const writesTo = (tenant: Tenant, passed: readonly string[]) =>
    passed.filter((line) => line === `PATCH ${world.path(tenant)}`).length

  describe('between tool and server', () => {
    test('a response lost after the write: a read decides, and it is written once', async () => {
      const tenant = await world.tenant()
      let cut = 0
      control.match = (method, path) =>
        method === 'PATCH' && path === world.path(tenant) && cut++ === 1 ? { type: 'reset', bytes: 0 } : undefined
      const before = control.passed.length
      const { code, outcomes } = await sync([tenant])
      expect([code, outcomes]).toEqual([0, ['written']])
      expect(writesTo(tenant, control.passed.slice(before))).toBe(1)
      expect(await world.copied(tenant)).toBe(tenant.key)
    })

    test('a request lost before the server received it is sent again', async () => {
      const tenant = await world.tenant()
      let lost = 0
      control.match = (method, path) =>
        method === 'PATCH' && path === world.path(tenant) && lost++ === 1 ? { type: 'reset' } : undefined
      expect((await sync([tenant])).outcomes).toEqual(['written'])
      expect(await world.copied(tenant)).toBe(tenant.key)
    })

    test('a truncated response, an HTML page, another object and a gateway timeout are no responses', async () => {
      for (const misdeed of [
        { type: 'reply', ...json({ kind: 'Thing', apiVersion: 'v1', metadata: { name: 'x', uid: 'x' } }) },
        { type: 'truncate', how: 'text' },
        { type: 'reply', status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' },
        { type: 'reply', status: 504, headers: {}, body: '' },
      ] as const) {
        const tenant = await world.tenant()
        let nth = 0
        control.match = (method, path) =>
          method === 'PATCH' && path === world.path(tenant) && nth++ === 1 ? misdeed : undefined
        const { code, outcomes } = await sync([tenant])
        expect([misdeed.type, code, outcomes]).toEqual([misdeed.type, 0, ['written']])
        expect(await world.copied(tenant)).toBe(tenant.key)
      }
    })

    test('a duplicated request takes effect once', async () => {
      const tenant = await world.tenant()
      await sync([tenant])
      const before = await world.target(tenant)
      const key = await world.rotate(tenant)
      control.repeat = isWrite
      const { code, outcomes } = await sync([tenant])
      expect([code, outcomes]).toEqual([0, ['written']])
      const after = await world.target(tenant)
      expect(Buffer.from(after.data.userKey, 'base64').toString()).toBe(key)
      expect(after.metadata.uid).toBe(before.metadata.uid)
    })

    test('a late response is waited for', async () => {
      const tenant = await world.tenant()
      control.match = (method) => (method === 'PATCH' ? { type: 'delay', ms: 300 } : undefined)
      expect((await sync([tenant])).outcomes).toEqual(['written'])
    })

    test('one of three fails: the others are written, exit 5, and the next run completes', async () => {
      const tenants = [await world.tenant(), await world.tenant(), await world.tenant()]
      const [, middle] = tenants
      let nth = 0
      control.match = (method, path) =>
        method === 'PATCH' && path === world.path(middle!) && nth++ === 1
          ? {
              type: 'reply',
              ...json(
                {
                  kind: 'Status',
                  apiVersion: 'v1',
                  status: 'Failure',
                  code: 500,
                  message: `.data: expected map, got &{${base64(middle!.key)} ${middle!.key}}`,
                },
                500,
              ),
            }
          : undefined
      const first = await sync(tenants)
      expect([first.code, first.outcomes]).toEqual([5, ['written', 'failed', 'written']])
      // The echo of the server is not shown.
      expect(first.report.results[1].reasons[0].text).toMatch(/the server said 500/)
      const again = await sync(tenants)
      expect([again.code, again.outcomes]).toEqual([0, ['unchanged', 'written', 'unchanged']])
    })

    test('--fail-fast stops there', async () => {
      const tenants = [await world.tenant(), await world.tenant()]
      control.match = (method, path) =>
        method === 'PATCH' && path === world.path(tenants[0]!)
          ? { type: 'reply', ...json({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 500 }, 500) }
          : undefined
      // The dry run already failed: this one is refused, and the other one is written.
      expect((await sync(tenants)).outcomes).toEqual(['refused', 'written'])
      let nth = 0
      const more = [await world.tenant(), await world.tenant()]
      control.match = (method, path) =>
        method === 'PATCH' && path === world.path(more[0]!) && nth++ === 1
          ? { type: 'reply', ...json({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 500 }, 500) }
          : undefined
      expect((await sync(more, ['--fail-fast'])).outcomes).toEqual(['failed', 'skipped'])
    })
  })

  describe('other writers', () => {
    /** Acts right before the target is written. */
    const meanwhile = (tenant: Tenant, what: () => Promise<unknown>) => {
      let done = false
      control.before = async (request) => {
        if (done || !isWrite(request) || request.path !== world.path(tenant)) return
        done = true
        await what()
      }
    }

    test('a key rotated during the copy is copied again', async () => {
      const tenant = await world.tenant()
      let key = ''
      meanwhile(tenant, async () => {
        key = await world.rotate(tenant)
      })
      const { code, outcomes } = await sync([tenant])
      expect([code, outcomes]).toEqual([0, ['written']])
      expect(await world.copied(tenant)).toBe(key)
    })

    test('a key rotated faster than it is copied is no success', async () => {
      const tenant = await world.tenant()
      const keys: string[] = []
      control.before = async (request) => {
        if (isWrite(request) && request.path === world.path(tenant)) keys.push(await world.rotate(tenant))
      }
      const { code, report } = await sync([tenant])
      expect([code, report.results[0].outcome, report.results[0].wrote]).toEqual([5, 'failed', true])
      expect(report.results[0].reasons[0].text).toBe('its key was rotated again each of the 3 times it was copied')
      expect(keys).toHaveLength(3)
      control.before = () => {}
      expect((await sync([tenant])).code).toBe(0)
      expect(await world.copied(tenant)).toBe(keys.at(-1))
    })

    test('a key rotated before its cluster becomes unreachable: the copy is reported as out of date', async () => {
      const tenant = await world.tenant()
      let rotated = false
      meanwhile(tenant, async () => {
        await world.rotate(tenant)
        rotated = true
      })
      storage.match = (_, path) =>
        rotated && path.endsWith('/cephclients')
          ? { type: 'reply', ...json({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 403 }, 403) }
          : undefined
      const { code, report } = await sync([tenant])
      expect([code, report.results[0].outcome, report.results[0].wrote]).toEqual([5, 'failed', true])
      expect(report.results[0].reasons[0].text).toBe(
        'its key was rotated while it was copied, and could not be copied again',
      )
    })

    test('an object deleted and created again is refused', async () => {
      const tenant = await world.tenant()
      await sync([tenant])
      await world.rotate(tenant)
      meanwhile(tenant, async () => {
        await world.control.delete(world.path(tenant))
        await world.secret(tenant, { data: { userKey: base64('theirs') } })
      })
      const { code, report } = await sync([tenant])
      expect([code, report.results[0].outcome]).toEqual([4, 'refused'])
      expect(await world.copied(tenant)).toBe('theirs')
    })

    test('a deleted object is refused, and not created again', async () => {
      const tenant = await world.tenant()
      await sync([tenant])
      await world.rotate(tenant)
      meanwhile(tenant, () => world.control.delete(world.path(tenant)))
      expect((await sync([tenant])).code).toBe(4)
      expect(await world.target(tenant)).toBeUndefined()
    })

    test('an object created concurrently with another key is refused; with the same key it is unchanged', async () => {
      const other = await world.tenant()
      meanwhile(other, () => world.secret(other, { data: { userKey: base64('theirs') } }))
      const { code, report } = await sync([other])
      expect([code, report.results[0].outcome]).toEqual([4, 'refused'])
      expect(await world.copied(other)).toBe('theirs')
      const same = await world.tenant()
      meanwhile(same, () => world.secret(same, { data: { userID: base64(same.name), userKey: base64(same.key) } }))
      const second = await sync([same])
      expect([second.code, second.outcomes]).toEqual([0, ['unchanged']])
    })

    test('twenty concurrent runs: one writes, the others find it in sync', async () => {
      for (const rotated of [false, true]) {
        const tenant = await world.tenant()
        let { key } = tenant
        if (rotated) {
          await world.sync([tenant])
          key = await world.rotate(tenant)
        }
        const runs = await Promise.all(Array.from({ length: 20 }, () => world.sync([tenant], [], { control })))
        // With twenty tools in one process on a busy machine, a slow connection may be a gap, which is reported.
        const whole = runs.filter(({ report }) => report.completeness.complete)
        expect(whole.length).toBeGreaterThan(10)
        expect(whole.map(({ code }) => code)).toEqual(whole.map(() => 0))
        const outcomes = runs.flatMap((run) => run.outcomes)
        expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1)
        expect(outcomes.filter((outcome) => outcome !== 'unchanged')).toHaveLength(1)
        expect(await world.copied(tenant)).toBe(key)
      }
    })
  })

  describe('stopping', () => {
    test('SIGINT: the current object is finished, the others are not started, and all is reported', async () => {
      const tenants = [await world.tenant(), await world.tenant(), await world.tenant()]
      const stop = new AbortController()
      control.before = (request) => {
        if (isWrite(request) && request.path === world.path(tenants[1]!)) stop.abort(new Interrupted('SIGINT', 130))
      }
      const { code, outcomes, report } = await sync(tenants, [], { signal: stop.signal })
      expect([code, outcomes, report.interrupted]).toEqual([130, ['written', 'written', 'skipped'], true])
      expect(await world.target(tenants[2]!)).toBeUndefined()
      expect((await sync(tenants)).outcomes).toEqual(['unchanged', 'unchanged', 'written'])
    })

    test('SIGTERM before anything was written', async () => {
      const tenant = await world.tenant()
      const stop = new AbortController()
      control.before = ({ method, query }) => {
        if (method === 'PATCH' && query.has('dryRun')) stop.abort(new Interrupted('SIGTERM', 143))
      }
      const ran = await world.run(['ceph-secrets', 'sync', tenant.name, '--yes'], {
        control,
        storage,
        signal: stop.signal,
      })
      expect(ran.code).toBe(143)
      expect(await world.target(tenant)).toBeUndefined()
    })

    test(`ended at ${kills} random moments: every Secret is old or new, and another run converges`, {
      timeout: 600_000,
    }, async () => {
      const tenants = [await world.tenant(), await world.tenant(), await world.tenant()]
      await world.sync(tenants)
      // The number of requests of a complete run.
      const count = () => control.passed.length + storage.passed.length
      await Promise.all(tenants.map((tenant) => world.rotate(tenant)))
      const start = count()
      await sync(tenants)
      const whole = count() - start
      expect(whole).toBeGreaterThan(10)
      const moment = randomFrom(20261117)
      const ends = new Set<number>()
      for (let i = 0; i < kills; i++) {
        const old = await Promise.all(tenants.map((tenant) => world.copied(tenant)))
        const fresh = await Promise.all(tenants.map((tenant) => world.rotate(tenant)))
        const end = Math.floor(moment() * whole)
        const after = moment() < 0.5
        ends.add(end)
        const from = count()
        for (const proxy of [control, storage])
          Object.assign(proxy, {
            before: () => {
              // The request in flight still arrives in half of the cases.
              if (count() - from > end || (!after && count() - from === end))
                for (const each of [control, storage]) each.dead = true
            },
          })
        await world.run(['ceph-secrets', 'sync', ...tenants.map(({ name }) => name), '--yes'], { control, storage })
        Object.assign(control, { dead: false, before: () => {} })
        Object.assign(storage, { dead: false, before: () => {} })
        for (const [j, tenant] of tenants.entries()) {
          const now = await world.target(tenant)
          expect([old[j], fresh[j]]).toContain(Buffer.from(now.data.userKey, 'base64').toString())
          expect(Object.keys(now.data).sort()).toEqual(['userID', 'userKey'])
        }
        if (i % 10 === 9) {
          const again = await world.sync(tenants)
          expect(again.code).toBe(0)
          expect(await Promise.all(tenants.map((tenant) => world.copied(tenant)))).toEqual(fresh)
          expect((await world.sync(tenants)).outcomes).toEqual(['unchanged', 'unchanged', 'unchanged'])
        }
      }
      expect(ends.size).toBeGreaterThan(Math.min(kills, whole) / 3)
    })
  })

  describe('requests', () => {
    test('a run without changes writes nothing; one with changes takes at most five requests per object and ten per cluster', async () => {
      const tenants: Tenant[] = []
      for (let i = 0; i < 30; i++) tenants.push(await world.tenant())
      const measure = async () => {
        const from = [control.passed.length, storage.passed.length]
        expect((await sync(tenants)).code).toBe(0)
        return [...control.passed.slice(from[0]), ...storage.passed.slice(from[1])]
      }
      const first = await measure()
      expect(first.length).toBeLessThanOrEqual(5 * tenants.length + 20)
      const second = await measure()
      expect(second.filter((line) => line.startsWith('PATCH'))).toEqual([])
    })
  })
}
