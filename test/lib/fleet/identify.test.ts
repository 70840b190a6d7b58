// SPDX-License-Identifier: Apache-2.0
// What a cluster is that could not be opened: the same as a readable one by the UIDs of its objects, or a role by what
// points to it.
import { describe, expect, it } from 'vitest'
import { ClusterError } from '../../../src/lib/cluster/failure.ts'
import type { ClusterClient } from '../../../src/lib/cluster/types.ts'
import { identifyUnopened } from '../../../src/lib/fleet/identify.ts'
import { mergeOpened } from '../../../src/lib/fleet/merge.ts'
import type { OpenedCandidate } from '../../../src/lib/fleet/open.ts'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'
import { SERVES, way } from './opened.ts'

const asked: string[] = []

function withObjects(one: OpenedCandidate, objects: readonly KubeObject[]): OpenedCandidate {
  const client = {
    ...one.client,
    list: async ({ kind }: { kind: string }) => {
      asked.push(`list ${kind}`)
      return { items: objects.filter((object) => object.kind === kind), failures: [] }
    },
    get: async ({ kind }: { kind: string }, name: string) => {
      asked.push(`get ${kind} ${name}`)
      const found = objects.find((object) => object.kind === kind && object.metadata.name === name)
      if (!found) throw new ClusterError({ fault: 'notfound', message: 'not found' })
      return found
    },
  } as unknown as ClusterClient
  return { ...one, client }
}

const cephClient = (uid: string): KubeObject => ({
  apiVersion: 'ceph.rook.io/v1',
  kind: 'CephClient',
  metadata: { name: 'openstack', namespace: 'rook-ceph', uid },
})

const throughStorage: KubeObject = {
  apiVersion: 'kubernetes.crossplane.io/v1alpha2',
  kind: 'Object',
  metadata: { name: 'ceph-client' },
  spec: { providerConfigRef: { name: 'pool-one' }, forProvider: { manifest: cephClient('') } },
  status: { atProvider: { manifest: cephClient('uid-1') } },
}

const pool = (kind: string, name: string): KubeObject => ({
  apiVersion: 'crossplane.c5c3.io/v1alpha1',
  kind,
  metadata: { name, namespace: 'infrastructure' },
})

const management = (...objects: KubeObject[]) =>
  withObjects(
    way('mgmt', { uid: 'm', serves: SERVES.management, roles: [{ role: 'management', name: 'management' }] }),
    objects,
  )
const closed = (name: string) => way(name, { origin: 'ProviderConfig', refused: 'Secret: forbidden' })

const labels = async (...opened: OpenedCandidate[]) =>
  mergeOpened(await identifyUnopened(opened)).members.map(
    ({ label, client, origins }) => `${label} ${client ? 'read' : 'unread'} ${origins.length}`,
  )

describe('a cluster whose kubeconfig may not be read', () => {
  it('is the context that has the objects it was seen with', async () => {
    const context = withObjects(way('sta', { uid: 's', serves: SERVES.storage }), [cephClient('uid-1')])
    expect(await labels(management(throughStorage), context, closed('pool-one'))).toEqual([
      'management read 1',
      'storage/pool-one read 2',
    ])
  })

  it('is not a context whose objects only have the same names', async () => {
    const context = withObjects(way('sta', { uid: 's', serves: SERVES.storage }), [cephClient('uid-2')])
    expect(await labels(management(throughStorage), context, closed('pool-one'))).toEqual([
      'management read 1',
      'storage/sta read 1',
      'storage/pool-one unread 1',
    ])
  })

  it.each([
    ['a StorageCluster of its name', pool('StorageCluster', 'pool-one'), 'storage/pool-one'],
    ['a HypervisorCluster of its name', pool('HypervisorCluster', 'pool-one'), 'hypervisor/pool-one'],
    ['Objects with Rook kinds that go through it', throughStorage, 'storage/pool-one'],
    ['nothing', pool('StorageCluster', 'other'), 'unknown/pool-one'],
  ])('has its role from %s', async (_, object, label) => {
    expect(await labels(management(object), closed('pool-one'))).toEqual(['management read 1', `${label} unread 1`])
  })
})

it('asks nothing when every cluster was opened', async () => {
  asked.length = 0
  await labels(management(throughStorage), way('sta', { uid: 's', serves: SERVES.storage }))
  expect(asked).toEqual([])
})
