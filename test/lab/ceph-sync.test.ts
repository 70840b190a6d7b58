// SPDX-License-Identifier: Apache-2.0
// The tool writes on two real API servers: ownership, conflicts, concurrent runs, and interruptions.
import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { connect } from '../contract/api.ts'
import { describeCanary, KORC_KINDS } from '../writes/canary.ts'
import { describeInterruption } from '../writes/interruption.ts'
import { describeSavedPlans } from '../writes/saved-plans.ts'
import { describeCephSync } from '../writes/suite.ts'
import { definitionOf, KINDS, World } from '../writes/world.ts'
import { type Lab, startLab } from './cluster.ts'
import { describeWriteRoles } from './write-roles.ts'

describe('ceph-secrets sync on real API servers', () => {
  let lab: Lab
  let world: World
  beforeAll(async () => {
    lab = await startLab(['storage', 'control'])
    const [storage, control] = lab.servers.map(({ url, ca, tokens }) => ({ url, ca, token: tokens.admin }))
    for (const login of [storage!, control!]) {
      const api = connect(login)
      for (const kind of [...KINDS, ...KORC_KINDS])
        await api.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definitionOf(kind))
      const served = async () => {
        for (const [group, version, , plural] of [...KINDS, ...KORC_KINDS])
          expect((await api.get(`/apis/${group}/${version}/${plural}`)).status).toBe(200)
      }
      await vi.waitFor(served, { timeout: 60_000, interval: 100 })
    }
    world = new World({ storage: storage!, control: control! })
    await world.prepare()
  })
  afterAll(() => lab?.stop())
  describeWriteRoles(() => world)
  describeCephSync(() => world)
  describeSavedPlans(() => world)
  describeCanary(() => world)
  describeInterruption(() => world, { kills: 200 })
})
