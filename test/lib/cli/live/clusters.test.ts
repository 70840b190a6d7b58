// SPDX-License-Identifier: Apache-2.0
// Clusters that stop answering, forbid watches, come and go, or get new credentials.
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DecoratedClient } from '../../../../src/lib/cluster/decorated-client.ts'
import { type FleetFolder, loadFleetFolder } from '../../../../src/lib/embedded/scenario/fleet-folder.ts'
import type { Fleet, Member } from '../../../../src/lib/fleet/member.ts'
import { kindName } from '../../../../src/lib/model/graph/kind.ts'
import { type LiveOptions, type LiveStore, openLive } from '../../../../src/lib/pipeline/live/store.ts'
import { observe } from '../../../../src/lib/pipeline/observe.ts'
import { type Wired, wired } from '../../../harness/connections.ts'
import { small } from '../../../harness/landscape.ts'
import { followLandscape, HandClock, told, until } from '../../../harness/live.ts'
import { ROOT } from '../../../harness/run-cli.ts'

let folder: FleetFolder

const CLUSTERS = ['management', 'control-plane.eu-de-1', 'storage.st-pool-a']

beforeAll(async () => {
  const whole = await loadFleetFolder(join(ROOT, 'fleets', 'healthy'))
  folder = { ...whole, members: whole.members.filter(({ key }) => CLUSTERS.includes(key)) }
})

async function open(fleet: Fleet, clock: HandClock, more: Partial<LiveOptions> = {}): Promise<LiveStore> {
  const stop = new AbortController()
  const options = { now: folder.now, acceptCached: false, scope: {}, signal: stop.signal }
  const store = await openLive(fleet, { ...options, clock, ...more })
  onTestFinished(() => store.close())
  return store
}

const breath = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Advances the clock in small steps, so that no timer is skipped. */
async function pass(clock: HandClock, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 250) {
    clock.pass(Math.min(250, left))
    await breath()
  }
}

const badges = (store: LiveStore) =>
  Object.fromEntries(store.get().badges.map(({ cluster, state }) => [cluster, state]))

const only = (fleet: Fleet, labels: readonly string[]): Fleet => ({
  ...fleet,
  members: fleet.members.filter(({ label }) => labels.includes(label)),
})

const storageOf = ({ fleet }: Wired) => fleet.members.find(({ label }) => label === 'storage/st-pool-a') as Member

const cephState = (store: LiveStore) => {
  const { graph, own } = store.get().observation.assessment
  return graph.of('CephCluster.ceph.rook.io').map(({ id }) => own(id).state)
}

describe('a cluster that stops answering', () => {
  test('is lagging, then lost with the reason; its facts become unknown, and known again when it returns', async () => {
    const world = wired(folder, () => true)
    const clock = new HandClock()
    const store = await open(world.fleet, clock)
    const wires = world.wires.filter((wire) => wire.cluster === 'storage/st-pool-a')
    expect(cephState(store)).toEqual(['healthy'])
    for (const wire of wires) wire.cut(1)
    await breath()
    await pass(clock, 1000)
    expect(store.get().badges.at(-1)).toMatchObject({ state: 'lagging', why: 'cut' })
    expect(cephState(store)).toEqual(['healthy'])
    expect(store.get().observation.snapshot.gaps).toEqual([])
    await pass(clock, 20_000)
    expect(store.get().badges.at(-1)).toMatchObject({ state: 'lost', why: 'cut', since: folder.now })
    expect(store.get().observation.snapshot.gaps).toEqual([
      { cluster: 'storage/st-pool-a', fault: 'unreachable', message: 'cut' },
    ])
    expect(cephState(store)).toEqual([])
    for (const wire of wires) wire.resume()
    await pass(clock, 1000)
    expect(badges(store)['storage/st-pool-a']).toBe('live')
    expect(cephState(store)).toEqual(['healthy'])
  })

  test('is lost after three failed attempts, however soon', async () => {
    const world = wired(folder, () => true)
    const clock = new HandClock()
    const store = await open(world.fleet, clock)
    for (const wire of world.wires) if (wire.cluster === 'storage/st-pool-a') wire.cut(3)
    await pass(clock, 500)
    expect(badges(store)['storage/st-pool-a']).toBe('lost')
  })
})

describe('fleet membership', () => {
  test('a cluster that is added is followed, one that is removed is not', async () => {
    const world = wired(folder, () => true)
    const clock = new HandClock()
    let now = only(world.fleet, ['management', 'control-plane/eu-de-1'])
    const store = await open(now, clock, { reopen: async () => now })
    expect(badges(store)).toEqual({ management: 'live', 'control-plane/eu-de-1': 'live' })
    now = world.fleet
    await pass(clock, 65_000)
    expect(badges(store)['storage/st-pool-a']).toBe('live')
    const fresh = await observe(now, {
      now: store.get().at,
      acceptCached: false,
      scope: {},
      signal: new AbortController().signal,
    })
    expect(told(store.get().observation)).toEqual(told(fresh))
    now = only(world.fleet, ['management'])
    await pass(clock, 65_000)
    expect(badges(store)).toEqual({ management: 'live' })
  })

  test('clusters registered in an unreachable management cluster are still followed', async () => {
    const world = wired(folder, () => true)
    const clock = new HandClock()
    let now: Fleet = world.fleet
    const store = await open(now, clock, { reopen: async () => now })
    const failure = { fault: 'unreachable', message: 'refused' } as const
    const [{ client: _, ...management }] = world.fleet.members as [Member]
    now = { ...world.fleet, members: [{ ...management, failure }] }
    await pass(clock, 65_000)
    expect(Object.keys(badges(store))).toEqual(['management', 'control-plane/eu-de-1', 'storage/st-pool-a'])
  })

  test('an unreachable cluster is retried, and new credentials replace its client', async () => {
    const world = wired(folder, () => true)
    const clock = new HandClock()
    const storage = storageOf(world)
    const { client, ...rest } = storage
    const failure = { fault: 'unauthorized', message: 'the token has expired' } as const
    const others = world.fleet.members.filter((member) => member !== storage)
    let now: Fleet = { ...world.fleet, members: [...others, { ...rest, failure }] }
    const store = await open(now, clock, { reopen: async () => now })
    expect(store.get().badges.at(-1)).toMatchObject({ state: 'lost', why: 'the token has expired' })
    now = { ...world.fleet, members: [...others, { ...rest, ...(client ? { client } : {}) }] }
    await pass(clock, 17_000)
    expect(badges(store)['storage/st-pool-a']).toBe('live')
  })
})

describe('on the embedded API', () => {
  test('there is one watch per cluster and kind, and none for unused kinds', async () => {
    const followed = await followLandscape(small('pools'))
    onTestFinished(() => followed.close())
    const begun: string[] = []
    const members = followed.fleet.members.map((member) => {
      const { client, label } = member
      if (!client) return member
      const watch: typeof client.watch = (kind, options) => {
        begun.push(`${label} ${kindName(kind)}`)
        return client.watch(kind, options)
      }
      return { ...member, client: new DecoratedClient(client, { watch }) }
    })
    const signal = new AbortController().signal
    const options = { now: followed.now, acceptCached: false, scope: {}, signal }
    const store = await openLive({ ...followed.fleet, members }, options)
    onTestFinished(() => store.close())
    const read = store
      .get()
      .observation.snapshot.readings // Without a reference to a Secret there is nothing to read.
      .filter(({ onlyNamespaces }) => onlyNamespaces?.length !== 0)
      .map(({ cluster, kind }) => `${cluster} ${kind}`)
    expect([...begun].sort()).toEqual([...read].sort())
    expect(new Set(begun).size).toBe(begun.length)
  })

  test('a kind whose watch is forbidden is listed at an interval, and its status says so', async () => {
    const rules = [{ verbs: ['get', 'list'], groups: ['*'], resources: ['*'] }]
    const followed = await followLandscape(small('pools'), (cluster) => cluster.addUser('lister', rules))
    onTestFinished(() => followed.close())
    const store = await followed.open()
    await until(store, ({ badges: shown }) =>
      shown.every(({ why }) => why?.startsWith('may not be watched: everything')),
    )
    expect(store.get().badges.map(({ state }) => state)).toEqual(followed.fleet.members.map(() => 'polled'))
    expect(store.get().badges[0]?.why).toBe('may not be watched: everything; listed every 10s')
    expect(told(store.get().observation)).toEqual(told(await followed.fresh({ now: store.get().at })))
  })
})
