// SPDX-License-Identifier: Apache-2.0
// Evidence is watched only while something is unhealthy, and is then what a fresh read finds.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DecoratedClient } from '../../../../src/lib/cluster/decorated-client.ts'
import { loadFleetFolder } from '../../../../src/lib/embedded/scenario/fleet-folder.ts'
import { kindName } from '../../../../src/lib/model/graph/kind.ts'
import { type LiveStore, openLive } from '../../../../src/lib/pipeline/live/store.ts'
import { observe } from '../../../../src/lib/pipeline/observe.ts'
import { followLandscape, told, until } from '../../../harness/live.ts'
import { MODES_FOLDER } from '../../../modes/inspected.ts'

const NAMESPACE = 'openstack-customer-a-prod-x7k2p'
const CONTROL_PLANE = 'control-plane.eu-de-1'
const EVIDENCE = /^(Secret|ConfigMap|Event|Pod|ReplicaSet\.apps)$/

/** A store on the fleet of a failure mode, and the watches of evidence that are open. */
async function follow(mode: string) {
  const followed = await followLandscape(await loadFleetFolder(join(MODES_FOLDER, mode)))
  onTestFinished(() => followed.close())
  const open = new Set<string>()
  const members = followed.fleet.members.map((member) => {
    const { client, label } = member
    if (!client) return member
    const watch: typeof client.watch = (kind, options) => {
      const name = `${label} ${kindName(kind)} ${options?.namespace ?? ''}`.trim()
      if (EVIDENCE.test(kindName(kind))) open.add(name)
      options?.signal?.addEventListener('abort', () => open.delete(name), { once: true })
      return client.watch(kind, options)
    }
    return { ...member, client: new DecoratedClient(client, { watch }) }
  })
  const options = { now: followed.now, acceptCached: false, scope: {}, signal: new AbortController().signal }
  const store = await openLive({ ...followed.fleet, members }, options)
  onTestFinished(() => store.close())
  const fresh = () => observe(followed.fleet, { ...options, now: store.get().at })
  return { store, open, fresh, send: followed.send }
}

const causes = (store: LiveStore) => store.get().observation.causes.map(({ check }) => check.id)

test('a healthy fleet has no watches of evidence', async () => {
  const { store, open, fresh } = await follow('tenant')
  expect([...open]).toEqual([])
  expect(told(store.get().observation)).toEqual(told(await fresh()))
})

test('the Pods of a workload are watched from its failure until it recovers', async () => {
  const { store, open, fresh, send } = await follow('F140')
  const pods = [`control-plane/eu-de-1 Pod ${NAMESPACE}`, `control-plane/eu-de-1 ReplicaSet.apps ${NAMESPACE}`]
  expect(causes(store)).toEqual(['image-pull-failing'])
  expect([...open]).toEqual(expect.arrayContaining([...pods, 'control-plane/eu-de-1 Event', 'management Event']))
  expect(told(store.get().observation)).toEqual(told(await fresh()))

  const [pod] = store.get().observation.assessment.graph.of('Pod')
  const [workload] = store
    .get()
    .observation.causes.flatMap(({ consequences }) => consequences)
    .filter(({ kind }) => kind === 'Deployment')
  if (!pod || !workload) throw new Error('the fleet has no failing Pod')
  const deployment = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments/${workload.name}`
  const { body } = (await send(CONTROL_PLANE, 'GET', deployment)) as { readonly body: Deployment }
  const recovered = healthyStatus(body.spec.replicas)
  await send(CONTROL_PLANE, 'PATCH', `${deployment}/status`, { status: recovered })
  await until(store, () => causes(store).length === 0)
  expect([...open]).toEqual([])
  expect(told(store.get().observation)).toEqual(told(await fresh()))

  await send(CONTROL_PLANE, 'PATCH', `${deployment}/status`, { status: body.status })
  await until(store, () => causes(store).includes('image-pull-failing'))
  expect([...open]).toEqual(expect.arrayContaining(pods))
  expect(told(store.get().observation)).toEqual(told(await fresh()))
})

interface Deployment {
  readonly spec: { readonly replicas: number }
  readonly status: object
}

const healthyStatus = (replicas: number) => ({
  replicas,
  readyReplicas: replicas,
  availableReplicas: replicas,
  updatedReplicas: replicas,
  conditions: [{ type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable' }],
})
