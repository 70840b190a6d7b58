// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { c5c3RemoteArbiter } from '../../../src/lib/kinds/ceph-arbiter/c5c3-remote-arbiter.ts'
import { c5c3RemoteCluster } from '../../../src/lib/kinds/ceph-arbiter/c5c3-remote-cluster.ts'
import { remoteArbiter } from '../../../src/lib/kinds/ceph-arbiter/remote-arbiter.ts'
import { remoteCluster } from '../../../src/lib/kinds/ceph-arbiter/remote-cluster.ts'
import { cephBlockPool } from '../../../src/lib/kinds/rook/ceph-block-pool.ts'
import { cephClient } from '../../../src/lib/kinds/rook/ceph-client.ts'
import { cephCluster } from '../../../src/lib/kinds/rook/ceph-cluster.ts'
import { cephFilesystem } from '../../../src/lib/kinds/rook/ceph-filesystem.ts'
import { cephObjectStore } from '../../../src/lib/kinds/rook/ceph-object-store.ts'
import { cephObjectStoreUser } from '../../../src/lib/kinds/rook/ceph-object-store-user.ts'
import { cephRbdMirror } from '../../../src/lib/kinds/rook/ceph-rbd-mirror.ts'
import { health, links, NOW, sample } from './sample.ts'

describe('a Ceph cluster', () => {
  const at = (ceph: string, phase = 'Ready') => `status: { phase: ${phase}, ceph: ${ceph} }`
  const fresh = 'lastChecked: 2026-11-16T11:59:00Z'

  it.each([
    ['healthy HEALTH_OK', at(`{ health: HEALTH_OK, ${fresh} }`)],
    ['healthy HEALTH_OK', at(`{ health: HEALTH_OK, ${fresh} }`, 'Connected')],
    ['degraded HEALTH_WARN', at(`{ health: HEALTH_WARN, ${fresh} }`)],
    ['failed HEALTH_ERR', at(`{ health: HEALTH_ERR, ${fresh} }`)],
    ['unknown HEALTH_ODD', at(`{ health: HEALTH_ODD, ${fresh} }`)],
    ['healthy HEALTH_OK', at('{ health: HEALTH_OK, lastChecked: 2026-11-16T11:55:00Z }')],
    ['unknown Stale', at('{ health: HEALTH_OK, lastChecked: 2026-11-16T11:54:59Z }')],
    ['failed HEALTH_ERR', at('{ health: HEALTH_ERR, lastChecked: 2026-11-16T11:00:00Z }')],
    ['unknown Malformed', at('{ health: HEALTH_OK, lastChecked: lately }')],
    ['unknown NotObserved', at('{ health: HEALTH_OK }')],
    ['unknown NotObserved', at('7')],
    ['progressing Progressing', at(`{ health: HEALTH_OK, ${fresh} }`, 'Progressing')],
    ['failed Failure', at(`{ health: HEALTH_OK, ${fresh} }`, 'Failure')],
    ['unknown NotObserved', ''],
    ['unknown Stale', `{ metadata: { generation: 2 }, status: { phase: Ready, observedGeneration: 1 } }`],
  ])('is %s', (expected, text) => expect(health(cephCluster, text)).toBe(expected))

  it('reports its health checks', () => {
    const text = at(
      `{ health: HEALTH_WARN, ${fresh}, details: { OSD_DOWN: { severity: HEALTH_WARN, message: 1 osds down } } }`,
    )
    expect(cephCluster.health?.(sample(cephCluster, text), NOW).message).toBe('OSD_DOWN: 1 osds down')
  })
})

describe('resources of a Ceph cluster', () => {
  it.each([
    ['healthy Ready', 'status: { phase: Ready }'],
    ['progressing Progressing', 'status: { phase: Progressing }'],
    ['failed Failure', 'status: { phase: Failure }'],
    ['failed ReconcileFailed', 'status: { phase: ReconcileFailed }'],
    ['unknown Odd', 'status: { phase: Odd }'],
    ['unknown NotObserved', 'status: { phase: 3 }'],
    ['progressing Deleting', '{ metadata: { deletionTimestamp: 2026-01-01T00:00:00Z }, status: { phase: Ready } }'],
    [
      'degraded ObjectHasDependents',
      `{ metadata: { deletionTimestamp: 2026-01-01T00:00:00Z },
         status: { phase: Deleting, conditions: [{ type: DeletionIsBlocked, status: 'True', reason: ObjectHasDependents }] } }`,
    ],
  ])('is %s', (expected, text) => {
    for (const kind of [cephBlockPool, cephClient, cephFilesystem, cephObjectStore, cephObjectStoreUser, cephRbdMirror])
      expect(health(kind, text)).toBe(expected)
  })

  it('depend on the cluster of their namespace, whose warnings are only a note', () => {
    for (const kind of [cephBlockPool, cephFilesystem, cephObjectStore, cephRbdMirror])
      expect(links(kind, '')).toEqual(['depends-on CephCluster.ceph.rook.io ns/* @here (degraded)'])
  })

  it('a pool is degraded with its mirror, and has its own name as alias', () => {
    const mirrored = (word: string) => `status: { phase: Ready, mirroringStatus: { summary: { health: ${word} } } }`
    expect(health(cephBlockPool, mirrored('OK'))).toBe('healthy Ready')
    expect(health(cephBlockPool, mirrored('WARNING'))).toBe('degraded MirroringWARNING')
    expect(cephBlockPool.aliases?.(sample(cephBlockPool, 'spec: { name: .mgr }'))).toEqual(['.mgr'])
  })

  it.each([
    ['status: { info: { secretName: told } }', 'told', 'status.info.secretName'],
    ['spec: { secretName: asked }', 'asked', 'spec.secretName'],
    ['spec: { name: other }', 'rook-ceph-client-other', 'metadata.name (by name)'],
    ['', 'rook-ceph-client-x', 'metadata.name (by name)'],
  ])('the Secret of a client with %s is %s', (text, name, path) => {
    const link = cephClient.links?.(sample(cephClient, text))[1]
    expect([link?.to.name, link?.path]).toEqual([name, path])
  })

  it('a client links to the pools in its capabilities, each once', () => {
    const osd = 'profile rbd pool=a-volumes, profile rbd pool=a-images, allow class-read pool=a-volumes'
    expect(links(cephClient, `spec: { caps: { osd: "${osd}" }, removeSecret: true }`)).toEqual([
      'depends-on CephCluster.ceph.rook.io ns/* @here (degraded)',
      'creates Secret ns/rook-ceph-client-x @here (optional)',
      'consumes CephBlockPool.ceph.rook.io ns/a-volumes @here (optional)',
      'consumes CephBlockPool.ceph.rook.io ns/a-images @here (optional)',
    ])
  })

  it('a user of an object store links to the store and to its Secret', () => {
    const text = '{ spec: { store: rgw, clusterNamespace: rook }, status: { info: { secretName: s } } }'
    expect(links(cephObjectStoreUser, text)).toEqual([
      'depends-on CephObjectStore.ceph.rook.io rook/rgw @here',
      'creates Secret ns/s @here',
    ])
  })
})

describe('an arbiter', () => {
  const broken = "conditions: [{ type: ClusterReachable, status: 'False', reason: Error, message: timeout }]"

  it.each([
    ['healthy Ready', 'status: { state: Ready }'],
    ['progressing Init', 'status: { state: Init }'],
    ['failed ClusterReachableFalse', `status: { state: Error, ${broken} }`],
    ['degraded ClusterReachableFalse', `status: { state: Ready, ${broken} }`],
    ['unknown NotObserved', ''],
  ])('is %s', (expected, text) => {
    for (const kind of [remoteCluster, c5c3RemoteCluster, remoteArbiter, c5c3RemoteArbiter])
      expect(health(kind, text)).toBe(expected)
  })

  it('links to the Ceph cluster it protects, to its own cluster, and to its monitor there', () => {
    const text = `
      spec: { cephCluster: { name: rook-ceph, namespace: rook }, remoteCluster: { name: arb } }
      status: { monId: ext-a }`
    expect(links(remoteArbiter, text)).toEqual([
      'depends-on CephCluster.ceph.rook.io rook/rook-ceph @here (degraded)',
      'depends-on RemoteCluster.ceph.cobaltcore.sap.com ns/arb @here',
      'creates Deployment.apps * {"app":"rook-ceph-mon","mon":"ext-a"} @arbiter (optional)',
    ])
    expect(links(remoteCluster, 'spec: { accesskeyRef: { name: key } }')).toEqual(['consumes Secret ns/key @here'])
    expect(links(remoteCluster, '')).toEqual(['consumes Secret ns/x @here'])
  })
})
