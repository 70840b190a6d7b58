// SPDX-License-Identifier: Apache-2.0
import { beforeAll, describe } from 'vitest'
import { startLandscape } from '../harness/landscape.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { describeCanary, KORC_KINDS } from '../writes/canary.ts'
import { KINDS, World } from '../writes/world.ts'

const served = JSON.stringify(
  [...KINDS, ...KORC_KINDS].map(
    ([group, version, kind, plural, namespaced]) =>
      `${plural}.${group}/${version}:${kind}:${namespaced ? 'Namespaced' : 'Cluster'}`,
  ),
)
const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: kube-system }\n'

describe('on the embedded API', () => {
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
  describeCanary(() => world)
})
