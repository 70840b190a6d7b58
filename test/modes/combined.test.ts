// SPDX-License-Identifier: Apache-2.0
// Two or three unrelated failures at once, with other names: each cause is found, none is invented, and a check with a
// gap is never ok.
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { CHECKS } from '../../src/lib/checks/index.ts'
import { type FleetFolder, loadFleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import { KINDS } from '../../src/lib/kinds/index.ts'
import { inputsOf } from '../../src/lib/model/check/check.ts'
import { kindName, resourceName } from '../../src/lib/model/graph/kind.ts'
import { Dice } from '../lib/graph/random.ts'
import { areApart, type Fault, faultOf, renamed, withFaults, withGap } from './combine.ts'
import { expectedOf, inspectFleet, MODES, MODES_FOLDER } from './inspected.ts'
import { namesFor } from './names.ts'

const LANDSCAPES = 40
const SEED = 20261117

let base: FleetFolder
const faults: Fault[] = []

beforeAll(async () => {
  base = await loadFleetFolder(join(MODES_FOLDER, 'tenant'))
  for (const mode of MODES) {
    const fault = faultOf(mode, base, await loadFleetFolder(join(MODES_FOLDER, mode)))
    if (fault) faults.push(fault)
  }
}, 120_000)

/**
 * Modes that interact although they change no object in common: a difference between two counts or two reports
 * disappears if another failure changes the other side, so that there is rightly no finding.
 */
const COMPARES: readonly (readonly [RegExp, RegExp])[] = [
  [/^F38$/, /^F(2[6-9]|3\d)/],
  [/^F125/, /./],
  // A failed store explains that nothing is synced; a synced Object proves that its cluster is reachable; a claim that
  // is being deleted is not Ready.
  [/^F77/, /^F(74|98|100)/],
  [/^F109/, /^F0[45]/],
  [/^F13/, /^F01/],
]

const areUnrelated = (faults: readonly Fault[]) =>
  areApart(faults) &&
  !faults.some(({ mode }) =>
    COMPARES.some(
      ([one, other]) => one.test(mode) && faults.some((fault) => fault.mode !== mode && other.test(fault.mode)),
    ),
  )

/** Two or three failures without a common object. */
function pickFaults(dice: Dice): readonly Fault[] {
  const count = 2 + dice.below(2)
  const chosen: Fault[] = []
  for (const fault of dice.shuffled(faults)) {
    if (chosen.length === count) break
    if (areUnrelated([...chosen, fault])) chosen.push(fault)
  }
  return chosen
}

it.each(Array.from({ length: LANDSCAPES }, (_, i) => SEED + i))('fleet %i', async (seed) => {
  const dice = new Dice(seed)
  const chosen = pickFaults(dice)
  const modes = chosen.map(({ mode }) => mode).join(' + ')
  const landscape = renamed(withFaults(base, chosen), namesFor(dice))
  const expected = new Set(chosen.flatMap(({ mode }) => expectedOf(mode).finds))
  const { found, explained } = await inspectFleet(landscape)
  expect(
    [...expected].filter((id) => !found.has(id) && !explained.has(id)),
    `${modes}: not found`,
  ).toEqual([])
  expect(
    [...found].filter((id) => !expected.has(id)),
    `${modes}: invented`,
  ).toEqual([])

  // The same with one input kind of a check hidden in some cluster.
  const check = dice.pick(CHECKS.filter(({ id }) => expected.has(id)))
  const input = dice.pick(inputsOf(check))
  const hidden = KINDS.find((spec) => kindName(spec) === input)
  const { key } = dice.pick(landscape.members)
  if (!hidden) return
  const { outcomes, found: still } = await inspectFleet(withGap(landscape, key, resourceName(hidden)))
  expect(
    // A finding that a hidden cause explained before may now appear by itself.
    [...still].filter((id) => !expected.has(id) && !explained.has(id) && id !== 'unexplained'),
    `${modes} without ${resourceName(hidden)} in ${key}: invented`,
  ).toEqual([])
  const turned = [...expected].filter((id) => outcomes.get(id) !== 'found' && outcomes.get(id) !== 'unknown')
  expect(turned, `${modes} without ${resourceName(hidden)} in ${key}`).toEqual([])
})
