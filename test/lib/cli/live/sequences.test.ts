// SPDX-License-Identifier: Apache-2.0
// After any sequence of events, dropped watches and relists, the live snapshot equals a fresh read.
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type FleetFolder, loadFleetFolder } from '../../../../src/lib/embedded/scenario/fleet-folder.ts'
import type { KubeObject } from '../../../../src/lib/model/object/resource.ts'
import { type LiveStore, openLive } from '../../../../src/lib/pipeline/live/store.ts'
import { observe } from '../../../../src/lib/pipeline/observe.ts'
import { type Wire, type Wired, wired } from '../../../harness/connections.ts'
import { HandClock, told } from '../../../harness/live.ts'
import { ROOT } from '../../../harness/run-cli.ts'

const SEQUENCES = 1000
const PER_TEST = 50

let folder: FleetFolder

beforeAll(async () => {
  const whole = await loadFleetFolder(join(ROOT, 'fleets', 'healthy'))
  const members = whole.members.filter(({ key }) => CLUSTERS.includes(key))
  folder = { ...whole, members: members.map((member) => ({ ...member, objects: few(member.objects) })) }
})

const CLUSTERS = ['management', 'control-plane.eu-de-1', 'storage.st-pool-a', 'hypervisor.hv-pool-a']

/** One object of each kind: small enough for a thousand sequences, with every kind of link. */
function few<T extends { readonly kind: string }>(objects: readonly T[]): readonly T[] {
  return [...Map.groupBy(objects, ({ kind }) => kind).values()].flatMap((same) => same.slice(0, 1))
}

type Random = (below: number) => number

/** Park–Miller generator: the same sequence in every run. */
function randomOf(seed: number): Random {
  let state = (seed * 48_271 + 11) % 2_147_483_647
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return Math.floor((state / 2_147_483_647) * below)
  }
}

const pick = <T>(random: Random, list: readonly T[]): T | undefined => list[random(list.length)]

const seeds = Array.from({ length: SEQUENCES / PER_TEST }, (_, i) => i * PER_TEST)

test.each(seeds)('%i and the next: equal to a fresh read', async (first) => {
  for (let seed = first; seed < first + PER_TEST; seed++) {
    const { live, fresh } = await play(seed)
    // Comparing strings is cheap, and they are equal nearly always.
    if (JSON.stringify(live) !== JSON.stringify(fresh)) expect(live, `sequence ${seed}`).toEqual(fresh)
  }
})

async function play(seed: number): Promise<{ readonly live: unknown; readonly fresh: unknown }> {
  const random = randomOf(seed)
  const world = wired(folder, () => random(3) > 0)
  const clock = new HandClock()
  const stop = new AbortController()
  const options = { now: folder.now, acceptCached: random(2) === 0, scope: {}, signal: stop.signal }
  const store = await openLive(world.fleet, { ...options, clock })
  const gone: [Wire, KubeObject][] = []
  // In every other sequence objects only change, so that the incremental update is tested without relists.
  const isCalm = seed % 2 === 0
  for (let left = 3 + random(14); left > 0; left--) {
    step(random, world, gone, clock, isCalm)
    if (random(isCalm ? 3 : 10) === 0) await waitForSnapshot(store, clock)
  }
  for (const wire of world.wires.filter(({ isBroken }) => isBroken)) random(2) === 0 ? wire.resume() : wire.relist()
  await waitForSnapshot(store, clock)
  const { observation, at } = store.get()
  const fresh = await observe(world.fleet, { ...options, now: at })
  await store.close()
  return { live: told(observation), fresh: told(fresh) }
}

function step(random: Random, { wires }: Wired, gone: [Wire, KubeObject][], clock: HandClock, isCalm: boolean): void {
  const full = wires.filter(({ truth }) => truth.size > 0)
  const wire = pick(random, full)
  const object = wire && pick(random, [...wire.truth.values()])
  if (!wire || !object) return
  const what = random(isCalm ? 9 : 20)
  if (what < 9) wire.put(changed(random, object, full))
  else if (what < 12) {
    wire.delete(object)
    gone.push([wire, object])
  } else if (what < 15) {
    const [home, back] = gone.splice(random(gone.length), 1)[0] ?? []
    if (home?.isInstalled && back) home.put(changed(random, back, full, `${back.metadata.uid}-again`))
  } else if (what < 16) wire.cut(1 + random(4))
  else if (what < 17) wire.resume()
  else if (what < 18) wire.relist()
  else if (what < 19) clock.pass(random(600_000))
  else if (random(4) > 0)
    pick(
      random,
      wires.filter(({ isInstalled }) => !isInstalled),
    )?.install()
  else wire.uninstall()
}

let versions = 1_000_000

/** A later version of the object: other conditions, references, labels or identity. */
function changed(random: Random, object: KubeObject, wires: readonly Wire[], uid = object.metadata.uid): KubeObject {
  const copy = structuredClone(object) as { -readonly [field in keyof KubeObject]: KubeObject[field] }
  const metadata = { ...copy.metadata, resourceVersion: String(++versions), ...(uid ? { uid } : {}) }
  const other = pick(random, [...(pick(random, wires)?.truth.values() ?? [])])
  const how = random(5)
  if (how === 0)
    metadata.labels = { ...(random(2) === 0 ? metadata.labels : other?.metadata.labels), app: `a${random(3)}` }
  else if (how === 1 && other) {
    const { apiVersion, kind } = other
    metadata.ownerReferences = [{ apiVersion, kind, name: other.metadata.name, uid: other.metadata.uid ?? 'none' }]
  } else if (how === 2)
    replaceStrings(copy.spec, (key, text) =>
      /name$/i.test(key) && random(2) === 0 ? (other?.metadata.name ?? text) : text,
    )
  else if (how === 3)
    replaceStrings(copy.status, (key, text) =>
      key === 'status' ? (pick(random, ['True', 'False', 'Unknown']) ?? text) : text,
    )
  else metadata.generation = (metadata.generation ?? 1) + 1
  return { ...copy, metadata }
}

/** Replaces every string below the value. */
function replaceStrings(value: unknown, change: (key: string, text: string) => string): void {
  if (typeof value !== 'object' || value === null) return
  const fields = value as Record<string, unknown>
  for (const [key, child] of Object.entries(fields)) {
    if (typeof child === 'string') fields[key] = change(key, child)
    else replaceStrings(child, change)
  }
}

/** Waits until the store has processed its events and built a snapshot. */
async function waitForSnapshot(store: LiveStore, clock: HandClock): Promise<void> {
  // A build in progress may have missed the last event.
  await breath()
  let isDone = false
  const stop = store.subscribe(() => {
    isDone = true
  })
  while (!isDone) {
    clock.pass(6000)
    await breath()
  }
  stop()
}

const breath = () => new Promise<void>((resolve) => setImmediate(resolve))
