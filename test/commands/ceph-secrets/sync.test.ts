// SPDX-License-Identifier: Apache-2.0
import { beforeAll, describe } from 'vitest'
import { embeddedWorld } from '../../writes/embedded-world.ts'
import { describeInterruption } from '../../writes/interruption.ts'
import { describeSavedPlans } from '../../writes/saved-plans.ts'
import { describeSuddenEnds } from '../../writes/sudden-ends.ts'
import { describeCephSync } from '../../writes/suite.ts'
import type { World } from '../../writes/world.ts'

describe('ceph-secrets sync on the embedded API', () => {
  let world: World
  beforeAll(async () => {
    world = (await embeddedWorld()).world
  })
  describeCephSync(() => world)
  describeSavedPlans(() => world)
  describeInterruption(() => world, { kills: 20 })
  describeSuddenEnds(() => world, 1000)
})
