// SPDX-License-Identifier: Apache-2.0
import { beforeAll, describe } from 'vitest'
import { startLandscape } from '../harness/landscape.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { describeInterruption } from '../writes/interruption.ts'
import { describeSavedPlans } from '../writes/saved-plans.ts'
import { describeSuddenEnds } from '../writes/sudden-ends.ts'
import { describeCephSync } from '../writes/suite.ts'
import { KINDS, World } from '../writes/world.ts'

const served = JSON.stringify(
  KINDS.map(
    ([group, version, kind, plural, namespaced]) =>
      `${plural}.${group}/${version}:${kind}:${namespaced ? 'Namespaced' : 'Cluster'}`,
  ),
)
const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: kube-system }\n'

describe('ceph-secrets sync on the embedded API', () => {
  let world: World
  beforeAll(async () => {
    const folder = tempFolder({
      'fleet.yaml': `clusters: { storage.st-pool-a: { served: ${served} }, control-plane.eu: { served: ${served} } }\n`,
      'storage.st-pool-a.yaml': NAMESPACE,
      'control-plane.eu.yaml': NAMESPACE,
    })
    const { clusters } = await startLandscape(folder)
    const login = (key: string) => {
      const { url, ca, token } = clusters.find((cluster) => cluster.key === key)!
      return { url, ca, token }
    }
    world = new World({ storage: login('storage.st-pool-a'), control: login('control-plane.eu') })
    await world.prepare()
  })
  describeCephSync(() => world)
  describeSavedPlans(() => world)
  describeInterruption(() => world, { kills: 20 })
  describeSuddenEnds(() => world, 1000)
})
