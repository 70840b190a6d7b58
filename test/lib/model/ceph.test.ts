// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { capsCover, cephClientSecret, cephUser } from '../../../src/lib/kinds/rook/client-secret.ts'
import { cephUses } from '../../../src/lib/kinds/rook/consumers.ts'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'

const client = (osd?: unknown, spec: object = {}, status: object = {}): KubeObject => ({
  apiVersion: 'ceph.rook.io/v1',
  kind: 'CephClient',
  metadata: { name: 'nova', namespace: 'rook-ceph' },
  spec: { caps: { osd }, ...spec },
  status,
})

describe('capabilities', () => {
  it.each([
    ['profile rbd pool=volumes, profile rbd pool=images', 'images', true],
    ['profile rbd pool=volumes', 'volumes-2', false],
    ['profile rbd pool=volumes-2', 'volumes', false],
    ['profile rbd', 'any', true],
    ['allow *', 'any', true],
    ['allow rwx pool=volumes', 'volumes', true],
    ['allow rw tag cephfs data=x', 'volumes', false],
    ['profile rbd-read-only pool=volumes', 'volumes', true],
    ['profile rbd pool=%!s(MISSING)-images', 'x-images', false],
    ['', 'volumes', false],
    [7, 'volumes', false],
  ])('%s covers %s: %s', (osd, pool, covers) => {
    expect(capsCover(client(osd), pool)).toBe(covers)
  })
})

it('a client is named by spec.name, and its Secret by status, spec or default', () => {
  expect([cephUser(client()), cephUser(client('', { name: 'other' }))]).toEqual(['nova', 'other'])
  expect(cephClientSecret(client('', { secretName: 'b' }, { info: { secretName: 'a' } })).name).toBe('a')
  expect(cephClientSecret(client('', { secretName: 'b' })).name).toBe('b')
  expect(cephClientSecret(client('', { name: 'other' })).name).toBe('rook-ceph-client-other')
})

it('consumers name keys in every API flavour, and malformed data names none', () => {
  const of = (kind: string, spec: unknown) =>
    cephUses({ apiVersion: 'x/v1', kind, metadata: { name: 'x', namespace: 'n' }, spec })
  const rbd = { pool: 'p', cephSecretRef: { name: 's' }, cephClientRef: { name: 'c', namespace: 'r' } }
  expect(of('Cinder', { backends: [{ rbd }, {}, null] })).toEqual([
    {
      path: 'spec.backends.rbd.cephSecretRef.name',
      secret: 's',
      client: { name: 'c', namespace: 'r' },
      pools: ['p'],
      storage: [],
    },
  ])
  expect(of('Glance', { storage: { rbd } })).toHaveLength(1)
  expect(of('Nova', { ephemeral: { pool: 'p', cephSecretRef: { name: 's', key: 'key' } } })).toMatchObject([
    { secret: 's', key: 'key' },
  ])
  const plane = {
    storage: { storageClusters: ['a'], ceph: { secretRef: { name: 's', key: 'userKey' }, pools: { volumes: 'v' } } },
    openstack: { cinder: { backends: [{ pool: 'v', secretRef: 't' }] } },
  }
  expect(of('ControlPlane', plane).map(({ secret, pools, storage }) => [secret, pools, storage])).toEqual([
    ['s', ['v'], ['a']],
    ['t', ['v'], ['a']],
  ])
  for (const malformed of [undefined, 7, { backends: 'x' }, { storage: { rbd: [] } }])
    for (const kind of ['Cinder', 'Glance', 'Nova', 'ControlPlane', 'Pod']) expect(of(kind, malformed)).toEqual([])
})
