// SPDX-License-Identifier: Apache-2.0
// Random fleets of a few dozen objects in four clusters, the same for the same seed.
import { type KindSpec, kindName } from '../../../src/lib/model/graph/kind.ts'
import type { Link, Ref } from '../../../src/lib/model/graph/link.ts'
import type { Snapshot } from '../../../src/lib/model/landscape/snapshot.ts'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'
import type { State } from '../../../src/lib/model/report/report.ts'
import { ago, LONG_AGO, smallKind, snapshotOf, thing } from './small.ts'

/** mulberry32: numbers in [0, 1) that depend only on the seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export class Dice {
  readonly #next: () => number

  constructor(seed: number) {
    this.#next = random(seed)
  }

  below(n: number): number {
    return Math.floor(this.#next() * n)
  }

  chance(share: number): boolean {
    return this.#next() < share
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T
  }

  shuffled<T>(values: readonly T[]): readonly T[] {
    const list = [...values]
    for (let i = list.length - 1; i > 0; i--) {
      const j = this.below(i + 1)
      ;[list[i], list[j]] = [list[j] as T, list[i] as T]
    }
    return list
  }
}

/** Each kind is owned by the one before it; Pool has a quorum. */
const NAMES = [
  'OpenStackCluster.c5c3.io',
  'ControlPlane.c5c3.io',
  'Pool.t.test',
  'Keystone.keystone.openstack.c5c3.io',
  'MariaDB.k8s.mariadb.com',
  'Widget.t.test',
  'Widget.old.test',
  'Wide.t.test',
] as const

/** Three healthy members of each kind are sufficient, and one is required. */
const quorum: NonNullable<KindSpec['quorum']> = (_, counts) => {
  const short = [...counts.values()].filter(({ fine }) => fine < 3)
  if (short.length === 0) return undefined
  const sure = short.filter(({ fine, unknown }) => fine + unknown < 3)
  if (sure.length === 0) return { state: 'unknown', reason: 'NotSeen' }
  return { state: sure.some(({ fine, unknown }) => fine + unknown === 0) ? 'failed' : 'degraded', reason: 'TooFew' }
}

export const KINDS: readonly KindSpec[] = NAMES.map((name, i) => {
  const [wide, pool] = [name === 'Wide.t.test', name === 'Pool.t.test']
  return smallKind(name, {
    namespaced: !wide,
    // Objects of a kind are owned by those of the previous kind.
    parts: NAMES.slice(i + 1, i + 2),
    ...(pool ? { quorum } : {}),
    ...(name === 'MariaDB.k8s.mariadb.com' ? { grace: 1800 } : {}),
  })
})

const CLUSTERS = ['management', 'control-plane/one', 'storage/one', 'storage/two'] as const
const SPACES = ['x', 'y']
const STATE: readonly State[] = [
  'healthy',
  'healthy',
  'healthy',
  'healthy',
  'healthy',
  'off',
  'progressing',
  'unknown',
  'degraded',
  'failed',
]

/** plain: every link is a required reference. */
export interface RandomOptions {
  readonly plain?: boolean
  /** No dependency cycles, also with plain. */
  readonly acyclic?: boolean
}

interface Planned {
  readonly cluster: (typeof CLUSTERS)[number]
  readonly kind: KindSpec
  readonly namespace: string | undefined
  readonly name: string
  readonly uid: string
}

export function randomSnapshot(seed: number, { plain = false, acyclic = false }: RandomOptions = {}): Snapshot {
  const dice = new Dice(seed)
  const planned = Array.from({ length: 12 + dice.below(30) }, (_, i): Planned => {
    const kind = dice.pick(KINDS)
    // Unique names: a name that may be in any cluster of a role must mean one object.
    const base = { cluster: dice.pick(CLUSTERS), kind, name: `o${i}`, uid: `u${i}` }
    return { ...base, namespace: kind.namespaced ? dice.pick(SPACES) : undefined }
  })
  const objects = planned.map((own, i) => {
    const others = acyclic ? planned.slice(i + 1) : planned
    return [own, objectOf(dice, own, others, plain)] as const
  })
  const clusters = Object.fromEntries(
    CLUSTERS.map((label) => [
      label,
      { objects: objects.flatMap(([own, object]) => (own.cluster === label ? [object] : [])) },
    ]),
  )
  const addresses = { 'ProviderConfig one': 'storage/one', 'registration two': 'storage/two' }
  return snapshotOf({ kinds: KINDS, clusters, addresses })
}

function objectOf(dice: Dice, own: Planned, all: readonly Planned[], plain: boolean): KubeObject {
  const { namespace, name, uid, kind } = own
  const links = Array.from({ length: all.length > 0 ? dice.below(4) : 0 }, () => linkOf(dice, own, all, plain))
  const before = NAMES[NAMES.indexOf(kindName(kind) as (typeof NAMES)[number]) - 1]
  const owners = all.filter(
    (other) => kindName(other.kind) === before && other.cluster === own.cluster && other.namespace === namespace,
  )
  const owner = !plain && owners.length > 0 && dice.chance(0.5) ? dice.pick(owners) : undefined
  return thing(kindName(kind), namespace === undefined ? name : `${namespace}/${name}`, {
    uid,
    links,
    state: dice.chance(0.05) ? null : dice.pick(STATE),
    labels: { app: dice.pick(['a', 'b']) },
    creationTimestamp: dice.chance(0.2) ? ago(60) : LONG_AGO,
    ...(owner ? { ownerReferences: [ownerOf(dice, owner)] } : {}),
  })
}

const ownerOf = (dice: Dice, { kind, name, uid }: Planned) => ({
  apiVersion: kind.group === '' ? 'v1' : `${kind.group}/v1`,
  kind: kind.kind,
  name,
  uid: dice.chance(0.1) ? 'of one that is gone' : uid,
})

function linkOf(dice: Dice, own: Planned, all: readonly Planned[], plain: boolean): Link {
  const target = dice.pick(all)
  const rel = dice.pick(['owns', 'creates', 'depends-on'] as const)
  const path = `spec.ref${dice.below(3)}${dice.chance(0.2) ? ' (by name)' : ''}`
  const weak = plain && own.kind.kind !== 'Pool' ? dice.pick([undefined, 'degraded'] as const) : weakOf(dice, own)
  const named = dice.chance(0.1) ? { named: true } : {}
  const base = { rel, path, ...(weak ? { weak } : {}), ...named }
  const to: Ref = { where: whereOf(dice, own, target), ...whatOf(dice, target) }
  if (plain) return { ...base, to }
  const observed =
    own.cluster === 'management' && target.cluster !== 'management' && dice.chance(0.5)
      ? { observed: { copy: { status: { state: dice.pick(STATE) } }, stale: dice.chance(0.2) } }
      : {}
  const more = { ...base, ...(dice.chance(0.2) ? { optional: true } : {}) }
  if (dice.chance(0.2)) return { ...more, to: { ...setOf(dice, target), where: to.where } }
  return { ...more, ...observed, to: dice.chance(0.1) ? { ...to, name: 'nobody' } : to }
}

/** Only Pools have a quorum. */
const weakOf = (dice: Dice, { kind }: Planned) =>
  dice.pick([undefined, undefined, 'degraded', kind.kind === 'Pool' ? 'counted' : undefined] as const)

function whereOf(dice: Dice, own: Planned, { cluster }: Planned): Ref['where'] {
  const [role, name] = cluster.split('/') as ['storage' | 'management' | 'control-plane', string | undefined]
  if (own.cluster === cluster && dice.chance(0.7)) return 'here'
  if (cluster === 'storage/one' && dice.chance(0.3)) return { providerConfig: 'one' }
  if (cluster === 'storage/two' && dice.chance(0.3)) return { registration: 'two' }
  return name === undefined || dice.chance(0.4) ? { role } : { role, name }
}

function whatOf(dice: Dice, { kind, namespace, name }: Planned): Omit<Ref, 'where'> {
  const groups = kind.kind === 'Widget' && dice.chance(0.5) ? dice.shuffled(['t.test', 'old.test']) : kind.group
  const space = namespace === undefined || dice.chance(0.2) ? {} : { namespace }
  return { group: groups, kind: kind.kind, name, ...space }
}

function setOf(dice: Dice, { kind, namespace }: Planned): Omit<Ref, 'where'> {
  return {
    group: kind.group,
    kind: kind.kind,
    ...(namespace !== undefined && dice.chance(0.5) ? { namespace } : {}),
    ...(dice.chance(0.5) ? { labels: { app: 'a' } } : {}),
  }
}
