// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { openCluster } from '../../../src/lib/cluster/client.ts'
import type { ClusterConfig } from '../../../src/lib/cluster/config.ts'
import { DecoratedClient } from '../../../src/lib/cluster/decorated-client.ts'
import type { ClusterClient } from '../../../src/lib/cluster/types.ts'
import { isSameClient, reuseClients } from '../../../src/lib/fleet/client-leases.ts'

const config = (server: string): ClusterConfig => ({
  context: 'test',
  source: 'test',
  server,
  insecureSkipTlsVerify: false,
  auth: {},
})

/** A client that records its calls. */
function recording(): { client: ClusterClient; calls: unknown[] } {
  const calls: unknown[] = []
  const real = openCluster(config('https://127.0.0.1:1'))
  real.close()
  const methods = Object.entries(real).filter(([, value]) => typeof value === 'function')
  const recorded = methods.map(([name]) => [name, (...args: unknown[]) => calls.push([name, ...args])] as const)
  return { client: { ...real, ...Object.fromEntries(recorded) } as ClusterClient, calls }
}

describe('a decorated client', () => {
  it('forwards every call with its arguments', () => {
    const { client, calls } = recording()
    const decorated = new DecoratedClient(client, {})
    const names = Object.keys(client).filter((name) => typeof client[name as keyof ClusterClient] === 'function')
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) {
      const method = decorated[name as 'list']
      method.call(decorated, 1 as never, 2 as never)
    }
    expect(calls.map((call) => (call as unknown[])[0])).toEqual(names)
    expect(calls).toContainEqual(['list', 1, 2])
    expect(calls).toContainEqual(['json', 1, 2])
  })

  it('returns the changed result, and has the id of the wrapped client', async () => {
    const { client, calls } = recording()
    const list: ClusterClient['list'] = async () => {
      throw new Error('changed')
    }
    const decorated = new DecoratedClient(new DecoratedClient(client, { list }), {})
    expect(decorated.id).toBe(client.id)
    expect(decorated.config).toBe(client.config)
    await expect(decorated.list({} as never)).rejects.toThrow('changed')
    expect(calls).toEqual([])
  })
})

describe('shared clients', () => {
  it('are the same for the same configuration, and differ for another one', () => {
    const open = reuseClients((each) => openCluster(each))
    const how = { mayAsk: false }
    const [a, b, c] = [
      open(config('https://a:1'), how),
      open(config('https://a:1'), how),
      open(config('https://b:1'), how),
    ]
    expect(isSameClient(a, b)).toBe(true)
    expect(isSameClient(new DecoratedClient(a, { close: () => {} }), b)).toBe(true)
    expect(isSameClient(a, c)).toBe(false)
    expect(isSameClient(a, undefined)).toBe(false)
    for (const client of [a, b, c]) client.close()
  })
})
