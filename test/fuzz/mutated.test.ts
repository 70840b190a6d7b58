// SPDX-License-Identifier: Apache-2.0
// Mutated fleets through every read command, in memory, with fixed random seeds: no crash, no unsafe output, and
// nothing healthy without evidence. npm test runs 100, npm run test:fuzz 10,000.
import { beforeAll, describe, expect, it } from 'vitest'
import { CHECKS } from '../../src/lib/checks/index.ts'
import type { Evidence, Health } from '../../src/lib/model/graph/health.ts'
import { type KindSpec, kindName } from '../../src/lib/model/graph/kind.ts'
import type { Snapshot } from '../../src/lib/model/landscape/snapshot.ts'
import { fieldAt, listAt, textAt } from '../../src/lib/model/object/fields.ts'
import { groupOf } from '../../src/lib/model/object/reference.ts'
import type { KubeObject, Resource } from '../../src/lib/model/object/resource.ts'
import { onDemandInputs } from '../../src/lib/pipeline/check-inputs.ts'
import { type Observed, observeScenario } from '../harness/observed.ts'
import { Dice } from '../lib/graph/random.ts'
import { COMMANDS, joined } from './commands.ts'
import { mutatedSnapshot, withOddStatus } from './mutate.ts'
import { FIRST_SEED, RUNS } from './runs.ts'
import { VIEW_KINDS, VIEWS } from './views.ts'

const SEEDS = Array.from({ length: RUNS }, (_, i) => FIRST_SEED + i)
const TIMEOUT = 60_000 + RUNS * 2000
const FEW = 500

const SCENARIOS = ['healthy', 'one-cluster']
const observed = new Map<string, Observed>()

beforeAll(async () => {
  const names = new Set(VIEW_KINDS.map(kindName))
  const also = [...VIEW_KINDS, ...onDemandInputs(CHECKS).filter((kind) => !names.has(kindName(kind)))]
  for (const name of SCENARIOS) observed.set(name, await observeScenario(name, undefined, { also }))
})

const kindOf = ({ object }: Resource) => kindName({ group: groupOf(object.apiVersion), kind: object.kind })

/** The first few objects of each kind and cluster, for speed. */
function smaller({ snapshot }: Observed, few: number): Snapshot {
  const sets = Map.groupBy(snapshot.resources, (resource) => `${resource.cluster.uid} ${kindOf(resource)}`)
  return { ...snapshot, resources: [...sets.values()].flatMap((set) => set.slice(0, few)) }
}

/** Control characters except for line breaks, and characters that reorder text. */
const RAW = /(?!\n)[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u

describe(`${RUNS} mutated fleets`, () => {
  it(
    'run through every command without a crash and without unsafe output',
    async () => {
      const bases = SCENARIOS.map((name) => {
        const seen = observed.get(name) as Observed
        const specs = new Map(seen.kinds.map((spec) => [kindName(spec), spec]))
        return { ...seen, specs, base: smaller(seen, 1) }
      })
      for (const seed of SEEDS) {
        const dice = new Dice(seed)
        const { base, specs, kinds, now } = dice.pick(bases)
        const landscape = joined(mutatedSnapshot(dice, base, specs), kinds, now)
        for (const [name, command] of Object.entries(COMMANDS)) {
          // There are as many views again: npm test runs every fourth fleet through them.
          if (RUNS <= FEW && seed % 4 !== 0 && name in VIEWS) continue
          const rendered = await command(landscape).catch((error: unknown) => {
            throw new Error(`seed ${seed}, ${name}`, { cause: error })
          })
          for (const { data, notes } of rendered) {
            const raw = RAW.exec(data) ?? RAW.exec(notes)
            if (raw)
              expect.fail(
                `seed ${seed}, ${name}: raw character ${JSON.stringify(data.slice(Math.max(0, raw.index - 60), raw.index + 40))}`,
              )
          }
        }
      }
    },
    TIMEOUT,
  )
})

describe(`${RUNS} mutated statuses`, () => {
  const all = () =>
    [...observed.values()].flatMap(({ snapshot, kinds }) => {
      const specs = new Map(kinds.map((spec) => [kindName(spec), spec]))
      return snapshot.resources.flatMap(({ object }) => {
        const spec = specs.get(kindName({ group: groupOf(object.apiVersion), kind: object.kind }))
        return spec?.health ? [{ object, spec }] : []
      })
    })
  const NOW = Date.parse('2026-11-16T12:00:00Z')
  const healthOf = (spec: KindSpec, object: KubeObject) => spec.health?.(object, NOW) as Health

  it('an object without a status is never healthy, except for kinds whose existence is sufficient', () => {
    const healthy = new Set<string>()
    for (const { object, spec } of all()) {
      const { status: _, ...bare } = object
      const { state, evidence } = healthOf(spec, bare as KubeObject)
      if (state === 'healthy' && evidence?.some(({ path }) => path.startsWith('status'))) healthy.add(kindName(spec))
      if (state === 'healthy' && !evidence?.length) healthy.add(kindName(spec))
    }
    expect([...healthy]).toEqual([])
  })

  it(
    'a healthy object has evidence, which is in the object',
    () => {
      const objects = [...Map.groupBy(all(), ({ spec }) => kindName(spec)).values()]
      let healthy = 0
      for (const seed of SEEDS) {
        const dice = new Dice(seed)
        for (const set of objects) {
          const { object, spec } = dice.pick(set)
          const mutatedObject = withOddStatus(dice, object)
          const health = safely(spec, mutatedObject)
          if (health?.state !== 'healthy') continue
          healthy++
          const lie = (health.evidence ?? []).find((evidence) => !stands(mutatedObject, evidence))
          if (health.evidence?.length && !lie) continue
          expect.fail(
            `seed ${seed}, ${kindName(spec)}: healthy by ${JSON.stringify(health.evidence)} of ${JSON.stringify(mutatedObject.status)}`,
          )
        }
      }
      expect(healthy).toBeGreaterThan(RUNS)
    },
    TIMEOUT,
  )

  /** A kind that throws is malformed: assess reports it as unknown. */
  function safely(spec: KindSpec, object: KubeObject): Health | undefined {
    try {
      return healthOf(spec, object)
    } catch {
      return undefined
    }
  }

  /** status.services.glance may be the entry of that name in a list. */
  function isNamed(object: KubeObject, path: string): boolean {
    const [list, name] = [path.slice(0, path.lastIndexOf('.')), path.slice(path.lastIndexOf('.') + 1)]
    return listAt(object, list).some((entry) => textAt(entry, 'name') === name)
  }

  /** The field exists; a condition exists once, and has the value of the evidence. */
  function stands(object: KubeObject, { path, value }: Evidence): boolean {
    const [, at, type] = /^(.*)\[(\w+)\]$/.exec(path) ?? []
    if (at === undefined || type === undefined) return fieldAt(object, path) !== undefined || isNamed(object, path)
    if (at.endsWith('annotations')) return true
    const found = listAt(object, at).findLast((condition) => textAt(condition, 'type') === type)
    const status = textAt(found, 'status')
    return status !== undefined && value.startsWith(status)
  }
})
