// SPDX-License-Identifier: Apache-2.0
// No check depends on a name or namespace of the fleets under test: with other names it finds the same.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadFleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import { Dice } from '../lib/graph/random.ts'
import { renamed } from './combine.ts'
import { expectedOf, inspectFleet, MODES, MODES_FOLDER } from './inspected.ts'
import { namesFor } from './names.ts'

it.each(MODES)('%s', async (mode) => {
  const fleet = await loadFleetFolder(join(MODES_FOLDER, mode))
  const { found } = await inspectFleet(renamed(fleet, namesFor(new Dice(7))))
  expect([...found].sort()).toEqual([...expectedOf(mode).finds].sort())
})
