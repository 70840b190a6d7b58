// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { CHECKS } from '../../../../src/lib/checks/index.ts'
import { onDemandInputs } from '../../../../src/lib/pipeline/check-inputs.ts'
import { small } from '../../../harness/landscape.ts'
import { type Followed, followLandscape, HandClock, told, until } from '../../../harness/live.ts'
import { ROOT } from '../../../harness/run-cli.ts'

let followed: Followed | undefined
afterEach(async () => {
  await followed?.close()
  followed = undefined
})

const WEB = '/apis/apps/v1/namespaces/shop/deployments/web'
const KEY = 'control-plane.eu-de-1'

describe('a live fleet', () => {
  test.each(['healthy', 'one-cluster'])('%s: the first snapshot equals a fresh read', async (name) => {
    followed = await followLandscape(join(ROOT, 'fleets', name))
    const also = onDemandInputs(CHECKS)
    const store = await followed.open({ also, clock: new HandClock() })
    const { observation, badges } = store.get()
    expect(told(observation)).toEqual(told(await followed.fresh({ also })))
    expect(badges.map(({ cluster }) => cluster)).toEqual(followed.fleet.members.map(({ label }) => label))
    expect(new Set(badges.map(({ state }) => state))).toEqual(new Set(['live']))
  })

  test('a referenced Secret is followed, and only in its namespace', async () => {
    followed = await followLandscape(join(ROOT, 'fleets', 'healthy'))
    const also = onDemandInputs(CHECKS)
    const store = await followed.open({ also })
    const isSecret = ({ object }: { object: { kind: string } }) => object.kind === 'Secret'
    const [one] = store.get().observation.snapshot.resources.filter(isSecret)
    const { namespace, name } = one?.object.metadata ?? {}
    const { key } = followed.clusters.find(({ roles }) => roles[0]?.name === one?.cluster.roles[0]?.name) ?? {}
    await followed.send(key ?? '', 'PATCH', `/api/v1/namespaces/${namespace}/secrets/${name}`, {
      metadata: { labels: { told: 'yes' } },
    })
    const secrets = () => store.get().observation.snapshot.resources.filter(isSecret)
    await until(store, () => secrets().some(({ object }) => object.metadata.labels?.['told'] === 'yes'))
    expect(told(store.get().observation)).toEqual(told(await followed.fresh({ also, now: store.get().at })))
  })

  test('a change in a cluster changes the snapshot', async () => {
    followed = await followLandscape(small('news'))
    const store = await followed.open()
    const web = () => [...store.get().observation.assessment.graph.nodes.values()].find(({ name }) => name === 'web')
    expect(web()).toBeDefined()
    await followed.send(KEY, 'DELETE', WEB)
    await until(store, () => web() === undefined || web()?.source === 'missing')
  })
})
