// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { conditions, healthOf, linksOf, made, specOf } from './told.ts'

const MARIADB = 'MariaDB.k8s.mariadb.com'
const RABBITMQ = 'RabbitmqCluster.rabbitmq.com'
const MEMCACHED = 'Memcached.memcached.c5c3.io'

const GOOD = ['ClusterAvailable=True/AtLeastOneEndpointAvailable', 'AllReplicasReady=True', 'ReconcileSuccess=True']

describe('health', () => {
  it.each([
    ['Ready=True/StatefulSetReady', '', 'healthy', 'StatefulSetReady'],
    ['Ready=False/GaleraNotReady', '', 'failed', 'GaleraNotReady'],
    ['Ready=False/StatefulSetNotReady', '', 'failed', 'StatefulSetNotReady'],
    ['Ready=False/ResizingStorage', '', 'progressing', 'ResizingStorage'],
    ['Ready=False/Suspended', '', 'suspended', 'Suspended'],
    ['Ready=False/Maintenance', '', 'maintenance', 'Maintenance'],
    ['Ready=True/StatefulSetReady', 'spec: { suspend: true }', 'suspended', 'Suspended'],
    ['Ready=True/StatefulSetReady GaleraReady', 'spec: { suspend: "yes" }', 'healthy', 'StatefulSetReady'],
  ])('a MariaDB with %s %s is %s', (reported, spec, state, reason) => {
    expect(healthOf(MARIADB, `${conditions(reported)}\n${spec}`)).toMatchObject({ state, reason })
  })

  it('a MariaDB without a complete Galera cluster, primary or replica count is degraded', () => {
    const ready = 'Ready=True/StatefulSetReady'
    expect(healthOf(MARIADB, conditions(ready, 'GaleraReady=False/GaleraNotReady')).state).toBe('degraded')
    const with_ = (field: string) => conditions(ready).replace('status: {', `status: { ${field},`)
    expect(healthOf(MARIADB, with_('currentPrimaryFailingSince: "2026-06-01T11:00:00Z"'))).toMatchObject({
      state: 'degraded',
      reason: 'PrimaryFailing',
    })
    expect(healthOf(MARIADB, `spec: { replicas: 3 }\n${with_('replicas: 2')}`)).toMatchObject({
      state: 'degraded',
      message: '2 of 3 replicas',
    })
    expect(healthOf(MARIADB, '')).toMatchObject({ state: 'unknown', reason: 'NotObserved' })
  })

  it.each([
    ['healthy', GOOD, '', 'healthy'],
    ['no endpoint', ['ClusterAvailable=False/NoEndpointsAvailable', ...GOOD.slice(1)], '', 'failed'],
    ['a replica short', [GOOD[0] ?? '', 'AllReplicasReady=False/NotAllPodsReady', GOOD[2] ?? ''], '', 'degraded'],
    ['not reconciled', [...GOOD.slice(0, 2), 'ReconcileSuccess=False/Error'], '', 'failed'],
    ['one condition not there', GOOD.slice(0, 2), '', 'unknown'],
    ['one node away', GOOD, 'ok (1 unavailable)', 'healthy'],
    ['quorum at risk', GOOD, 'quorum-critical: pod-0', 'degraded'],
    ['quorum gone', GOOD, 'unavailable', 'failed'],
  ])('RabbitMQ, %s', (_, reported, quorum, state) => {
    const yaml = quorum
      ? conditions(...reported).replace('status: {', `status: { quorumStatus: "${quorum}",`)
      : conditions(...reported)
    expect(healthOf(RABBITMQ, yaml).state).toBe(state)
  })

  it.each([RABBITMQ, MEMCACHED])('%s scaled to zero does not serve those that need it', (kind) => {
    expect(healthOf(kind, 'spec: { replicas: 0 }')).toMatchObject({ state: 'failed', reason: 'ScaledToZero' })
    const deleted = 'metadata: { deletionTimestamp: 2026-11-16T11:00:00Z }\nspec: { replicas: 0 }'
    expect(healthOf(kind, deleted).reason).toBe('Deleting')
  })

  it.each([
    ['Ready', 'healthy'],
    ['Processing', 'progressing'],
    ['Error', 'failed'],
    ['Dreaming', 'unknown'],
  ])('a Valkey in state %s is %s', (state, expected) => {
    expect(healthOf('Valkey.cache.cs.sap.com', `status: { state: ${state} }`).state).toBe(expected)
  })

  it.each([
    [['Ready=True/MemcachedReady'], 3, 'healthy'],
    [['Ready=True/MemcachedReady', 'Degraded=True/SecretNotFound'], 3, 'degraded'],
    [['Ready=False/MemcachedNotReady'], 1, 'degraded'],
    [['Ready=False/MemcachedNotReady'], 0, 'failed'],
    [['Ready=False/MemcachedNotReady', 'Degraded=False/Fine'], 0, 'failed'],
  ])('a Memcached with %s and %d ready is %s', (reported, ready, expected) => {
    const yaml = conditions(...reported).replace('status: {', `status: { readyReplicas: ${ready},`)
    expect(healthOf(MEMCACHED, yaml).state).toBe(expected)
  })

  it.each([
    ['', 'Complete=True/Complete', 'healthy'],
    ['', 'Complete=False/Failed', 'failed'],
    ['', 'Complete=False/JobFailed', 'failed'],
    ['spec: { schedule: { cron: "0 0 * * *" } }', 'Complete=False/Scheduled', 'progressing'],
    ['spec: { schedule: { suspend: true } }', 'Complete=False/Failed', 'suspended'],
  ])('a backup with %s %s is %s', (spec, reported, expected) => {
    for (const kind of ['Backup', 'PhysicalBackup'])
      expect(healthOf(`${kind}.k8s.mariadb.com`, `${spec}\n${conditions(reported)}`).state).toBe(expected)
  })

  it('a Restore whose Job failed is failed', () => {
    expect(healthOf('Restore.k8s.mariadb.com', `\n${conditions('Complete=False/JobFailed')}`).state).toBe('failed')
  })
})

describe('links', () => {
  it.each(['Database', 'User', 'Grant', 'Backup'])('a %s belongs to its MariaDB', (kind) => {
    expect(linksOf(`${kind}.k8s.mariadb.com`, 'spec: { mariaDbRef: { name: db } }')).toEqual([
      'depends-on MariaDB ns/db',
    ])
    expect(linksOf(`${kind}.k8s.mariadb.com`, 'spec: { mariaDbRef: { name: db, kind: ExternalMariaDB } }')).toEqual([])
  })

  it('a MariaDB depends on the MaxScale it refers to', () => {
    expect(linksOf(MARIADB, 'spec: { maxScaleRef: { name: m } }')).toEqual(['depends-on MaxScale ns/m'])
  })

  it('a Pipeline has the scheduled service as alias', () => {
    const kind = 'Pipeline.cortex.cloud'
    expect(specOf(kind).aliases?.(made(kind, 'spec: { schedulingDomain: nova }'))).toEqual(['nova'])
    expect(healthOf(kind, conditions('Ready=True', 'AllStepsReady=False/StepMissing')).state).toBe('failed')
  })
})
