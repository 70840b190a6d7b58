// SPDX-License-Identifier: Apache-2.0
// Pods are read only for unhealthy workloads: over the network, on the embedded API.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AccessRule } from '../../../src/lib/embedded/http/users.ts'
import type { Manifest } from '../../../src/lib/embedded/json.ts'
import { type FleetFolder, loadFleetFolder } from '../../../src/lib/embedded/scenario/fleet-folder.ts'
import { explainingPods } from '../../../src/lib/pipeline/explaining-pods.ts'
import { type Observed, observeScenario } from '../../harness/observed.ts'
import { MODES_FOLDER } from '../../modes/inspected.ts'

const NAMESPACE = 'openstack-customer-a-prod-x7k2p'
const CONTROL_PLANE = 'control-plane.eu-de-1'

async function observeMode(
  name: string,
  rules?: readonly AccessRule[],
  change = (fleet: FleetFolder) => fleet,
): Promise<Observed> {
  const fleet = change(await loadFleetFolder(join(MODES_FOLDER, name)))
  return observeScenario(
    'healthy',
    () => fleet,
    {},
    (cluster) => (rules && cluster.key === CONTROL_PLANE ? cluster.addUser('reader', rules) : cluster.token),
  )
}

const podRequests = ({ requests }: Observed) =>
  [...requests].flatMap(([cluster, asked]) =>
    asked.filter((one) => /\/(pods|replicasets)(\?|$)/.test(one)).map((one) => `${cluster} ${one}`),
  )

describe('Pods of workloads', () => {
  it('are not read in a healthy fleet', async () => {
    expect(podRequests(await observeMode('tenant'))).toEqual([])
  })

  it('are one list of each kind in the namespace of the unhealthy workload', async () => {
    const seen = await observeMode('F140')
    expect(podRequests(seen).sort()).toEqual([
      `${CONTROL_PLANE} GET /api/v1/namespaces/${NAMESPACE}/pods`,
      `${CONTROL_PLANE} GET /apis/apps/v1/namespaces/${NAMESPACE}/replicasets`,
    ])
    expect(seen.causes.map(({ check, subject }) => `${check.id} ${subject.kind}`)).toEqual(['image-pull-failing Pod'])
  })

  it('do not change the state of what they explain', async () => {
    const { assessment } = await observeMode('F141')
    const states = ['Pod', 'ReplicaSet.apps', 'Deployment.apps', 'Nova.nova.openstack.c5c3.io'].map((kind) =>
      assessment.graph.of(kind).flatMap(({ id, name }) => (name.startsWith('nova') ? [assessment.state(id)] : [])),
    )
    expect(states[0]).toEqual(['failed'])
    expect(states[1]).toEqual(['degraded'])
    expect(states[2]).toContain('degraded')
    expect(states.slice(1).flat()).not.toContain('failed')
  })

  it('that may not be read are a gap and make no other object unknown', async () => {
    const rules: readonly AccessRule[] = [
      { verbs: ['get', 'list'], groups: ['*'], resources: ['*'], except: ['pods', 'replicasets'] },
    ]
    const [all, few] = [await observeMode('F140'), await observeMode('F140', rules)]
    expect(few.snapshot.gaps.map(({ cluster, kind, fault }) => `${cluster} ${kind} ${fault}`).sort()).toEqual([
      'control-plane/eu-de-1 Pod forbidden',
      'control-plane/eu-de-1 ReplicaSet.apps forbidden',
    ])
    const unknown = ({ assessment }: Observed) =>
      [...assessment.graph.nodes.values()].filter(({ id }) => assessment.state(id) === 'unknown').map(({ id }) => id)
    expect(unknown(few)).toEqual(unknown(all))
    const outcome = few.results.find(({ check }) => check.id === 'image-pull-failing')?.outcome
    expect(outcome).toBe('unknown')
  })
})

describe('explainingPods', () => {
  const pod = (name: string, status: object, kind = 'ReplicaSet') => ({
    cluster: { uid: 'c', roles: [] },
    object: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, ownerReferences: [{ apiVersion: 'apps/v1', kind, name: 'o', uid: 'o' }] },
      status,
    } as unknown as Manifest,
  })
  const names = (...pods: ReturnType<typeof pod>[]) =>
    explainingPods(pods as never).map(({ object }) => object.metadata.name)

  it('leaves out ready and finished Pods, and failed ones that were replaced', () => {
    const ready = pod('ready', { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] })
    const [evicted, waits] = [
      pod('evicted', { phase: 'Failed', reason: 'Evicted' }),
      pod('waits', { phase: 'Pending' }),
    ]
    expect(names(ready, evicted, waits)).toEqual(['waits'])
    expect(names(ready, evicted)).toEqual(['evicted'])
    expect(names(pod('done', { phase: 'Succeeded' }), pod('tried', { phase: 'Failed' }, 'Job'))).toEqual([])
  })

  it('keeps a few of many that fail alike', () => {
    expect(names(...Array.from({ length: 9 }, (_, i) => pod(`p${i}`, { phase: 'Pending' }))).length).toBe(5)
  })
})
