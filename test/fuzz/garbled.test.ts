// SPDX-License-Identifier: Apache-2.0
// A spec or status that is a string, a number, a list or null, on any subset of objects, with every read command: no
// verdict and no exit code improves. A known problem may only become unknown.
import { beforeAll, describe, expect, it } from 'vitest'
import { CHECKS } from '../../src/lib/checks/index.ts'
import { severity } from '../../src/lib/model/graph/health.ts'
import { kindName } from '../../src/lib/model/graph/kind.ts'
import { EXIT } from '../../src/lib/model/report/errors.ts'
import type { Report } from '../../src/lib/model/report/report.ts'
import { onDemandInputs } from '../../src/lib/pipeline/check-inputs.ts'
import { type Observed, observeScenario } from '../harness/observed.ts'
import { Dice } from '../lib/graph/random.ts'
import { COMMANDS, joined, type Landscape } from './commands.ts'
import { garbledSnapshot } from './mutate.ts'
import { RUNS } from './runs.ts'
import { VIEW_KINDS } from './views.ts'

/** Each fleet runs through every command. */
const FLEETS = Math.max(6, Math.ceil(RUNS / 20))

/** HTML pages have no verdict of their own. */
const NAMES = Object.keys(COMMANDS).filter((name) => !name.includes('html'))

/** Depends on one object and its owners: healthy as long as none of them is garbled. */
const OWNER = 'gitops owner'

/** The verdicts of a command, one for each report. */
async function verdictsOf(landscape: Landscape, name: string): Promise<readonly Report[]> {
  const rendered = (await COMMANDS[name]?.(landscape)) ?? []
  return rendered.flatMap(({ data }) => (data.startsWith('{') ? [JSON.parse(data) as Report] : []))
}

describe.each(['healthy', 'one-cluster', 'database-down'])('%s', (scenario) => {
  let seen: Observed

  beforeAll(async () => {
    const names = new Set(VIEW_KINDS.map(kindName))
    const also = [...VIEW_KINDS, ...onDemandInputs(CHECKS).filter((kind) => !names.has(kindName(kind)))]
    seen = await observeScenario(scenario, undefined, { also })
  })

  it(
    `is never healthier in any of ${FLEETS} garbled fleets`,
    async () => {
      const { snapshot, kinds, now } = seen
      const specs = new Map(kinds.map((spec) => [kindName(spec), spec]))
      const whole = joined(snapshot, kinds, now)
      const before = new Map<string, readonly Report[]>()
      for (const name of NAMES) before.set(name, await verdictsOf(whole, name))
      const better: string[] = []
      for (let seed = 1; seed <= FLEETS; seed++) {
        const dice = new Dice(seed)
        const share = dice.pick([0.002, 0.05, 1])
        const garbled = garbledSnapshot(dice, snapshot, specs, () => dice.chance(share))
        if (!garbled) continue
        const landscape = joined(garbled, kinds, now)
        for (const name of NAMES)
          for (const [i, after] of (await verdictsOf(landscape, name)).entries()) {
            const was = before.get(name)?.[i]
            const floor = Math.min(severity(was?.verdict ?? 'unknown'), severity('unknown'))
            const isBetter = (after.exitCode === EXIT.ok && name !== OWNER) || severity(after.verdict) < floor
            if (isBetter)
              better.push(`seed ${seed}, ${name}: ${was?.verdict} became ${after.verdict} (${after.exitCode})`)
          }
      }
      expect(better).toEqual([])
    },
    60_000 + FLEETS * 20_000,
  )
})
