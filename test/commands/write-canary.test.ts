// SPDX-License-Identifier: Apache-2.0
import { beforeAll, describe } from 'vitest'
import { describeCanary, KORC_KINDS } from '../writes/canary.ts'
import { embeddedWorld } from '../writes/embedded-world.ts'
import type { World } from '../writes/world.ts'

describe('on the embedded API', () => {
  let world: World
  beforeAll(async () => {
    world = (await embeddedWorld(KORC_KINDS)).world
  })
  describeCanary(() => world)
})
