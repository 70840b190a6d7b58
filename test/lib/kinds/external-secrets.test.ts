// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { durationOf } from '../../../src/lib/kinds/external-secrets/refresh-interval.ts'
import { remotePath } from '../../../src/lib/kinds/external-secrets/remote-path.ts'
import { sharedFolder } from '../../fleets/fleet.ts'
import { readObjects } from './recorded.ts'
import { conditions, healthOf, linksOf, made, specOf } from './told.ts'

const GROUP = 'external-secrets.io'
const ES = `ExternalSecret.${GROUP}`
const PUSH = `PushSecret.${GROUP}`

const synced = (interval: string, refreshTime: string, more = '') => `
  spec: { refreshInterval: ${interval}${more} }
  status: { refreshTime: "${refreshTime}", conditions: [{ type: Ready, status: "True", reason: SecretSynced }] }`

describe('health', () => {
  it.each([
    [ES, 'Ready=True/SecretSynced', 'healthy'],
    [ES, 'Ready=False/SecretSyncedError could not get secret data from provider', 'failed'],
    [ES, 'Ready=True/SecretMissing secret will not be created due to CreationPolicy=Merge', 'failed'],
    [PUSH, 'Ready=True/Synced', 'healthy'],
    [PUSH, 'Ready=False/Errored set secret failed', 'failed'],
    [`SecretStore.${GROUP}`, 'Ready=True/Valid', 'healthy'],
    [`SecretStore.${GROUP}`, 'Ready=True/ValidationUnknown', 'unknown'],
    [`ClusterSecretStore.${GROUP}`, 'Ready=True/ValidationUnknown', 'unknown'],
    [`ClusterSecretStore.${GROUP}`, 'Ready=False/InvalidProviderConfig', 'failed'],
  ])('%s %s is %s', (kind, reported, state) => {
    expect(healthOf(kind, conditions(reported)).state).toBe(state)
  })

  it('is progressing without a status', () => {
    for (const kind of [ES, PUSH]) expect(healthOf(kind, '')).toMatchObject({ state: 'unknown', reason: 'NotObserved' })
  })

  it.each([
    ['1h', '2026-06-01T10:01:00Z', 'healthy'],
    ['1h', '2026-06-01T09:59:00Z', 'unknown'],
    ['1h0m0s', '2026-06-01T09:59:00Z', 'unknown'],
    ['0', '2025-06-01T00:00:00Z', 'healthy'],
    ['0s', '2025-06-01T00:00:00Z', 'healthy'],
    ['often', '2025-06-01T00:00:00Z', 'healthy'],
  ])('synced every %s and last at %s is %s', (interval, at, state) => {
    expect(healthOf(ES, synced(interval, at)).state).toBe(state)
    expect(healthOf(PUSH, synced(interval, at)).state).toBe(state)
  })

  it('an object that is created once need not be refreshed', () => {
    expect(healthOf(ES, synced('1h', '2025-06-01T00:00:00Z', ', refreshPolicy: CreatedOnce')).state).toBe('healthy')
  })

  it('a generator has no status: it is healthy if it exists', () => {
    expect(healthOf('VaultDynamicSecret.generators.external-secrets.io', '').state).toBe('healthy')
  })

  it.each([
    ['Ready=True/Ready', '2026-07-01T00:00:00Z', 'healthy', 'Ready'],
    ['Ready=True/Ready', '2026-05-01T00:00:00Z', 'failed', 'Expired'],
    ['Ready=False/Failed', '2026-07-01T00:00:00Z', 'failed', 'Failed'],
    ['Ready=False/DoesNotExist, Issuing=True/Issuing', '2026-07-01T00:00:00Z', 'progressing', 'Issuing'],
    ['Ready=True/Ready, Issuing=True/Renewing', '2026-07-01T00:00:00Z', 'healthy', 'Ready'],
  ])('a certificate with %s until %s is %s', (reported, notAfter, state, reason) => {
    const yaml = conditions(...reported.split(', ')).replace('status: {', `status: { notAfter: "${notAfter}",`)
    expect(healthOf('Certificate.cert-manager.io', yaml)).toMatchObject({ state, reason })
  })
})

describe('links', () => {
  it('an ExternalSecret depends on its stores and generators and creates its Secret', () => {
    const yaml = `
      spec:
        secretStoreRef: { name: s }
        data: [{ remoteRef: { key: a }, sourceRef: { storeRef: { kind: ClusterSecretStore, name: c } } }]
        dataFrom: [{ sourceRef: { generatorRef: { kind: VaultDynamicSecret, name: g } } }]
        target: { name: t }`
    expect(linksOf(ES, yaml)).toEqual([
      'depends-on SecretStore ns/s',
      'depends-on ClusterSecretStore ns/c',
      'depends-on VaultDynamicSecret ns/g',
      'syncs-to Secret ns/t (optional)',
    ])
    expect(linksOf(ES, 'spec: { secretStoreRef: {} }')).toEqual(['syncs-to Secret ns/x (optional)'])
  })

  it('an ExternalSecret has its Secret and the paths it reads as aliases, in any notation', () => {
    const object = made(
      ES,
      `
      spec:
        target: { name: t }
        data: [{ remoteRef: { key: kv-v2/data/openstack/nova } }, { remoteRef: { key: openstack/nova } }]
        dataFrom: [{ extract: { key: /secret/data/other } }]`,
    )
    expect(specOf(ES).aliases?.(object)).toEqual(['t', 'remote:openstack/nova', 'remote:other'])
    expect(remotePath('kv-v2/openstack/data/x')).toBe('remote:openstack/data/x')
  })

  it('a PushSecret depends on its store and source; readers of its path depend on it', () => {
    const yaml = `
      spec:
        secretStoreRefs: [{ kind: ClusterSecretStore, name: c }]
        selector: { secret: { name: src } }
        data: [{ match: { remoteRef: { remoteKey: kv-v2/data/a/b, property: x } } }, { match: { remoteRef: { remoteKey: a/b } } }]`
    expect(linksOf(PUSH, yaml)).toEqual([
      'depends-on ClusterSecretStore ns/c',
      'consumes Secret ns/src',
      'consumes ExternalSecret ns/src (optional)',
      'depends-on ApplicationCredential ns/src (optional)',
      'consumes ExternalSecret remote:a/b (optional, reverse)',
      'consumes ExternalSecret remote:a/b @role control-plane (optional, counted, reverse)',
      'consumes ExternalSecret remote:a/b @role hypervisor (optional, counted, reverse)',
    ])
  })

  it('durations are parsed as Go writes them', () => {
    expect(['1h0m0s', '90m', '1.5h', '500ms', '24h0m0s', '', '1d', 'h', '1h x'].map(durationOf)).toEqual([
      3600_000,
      5400_000,
      5400_000,
      500,
      86400_000,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

const recorded = sharedFolder('recorded/external-secrets')

describe.skipIf(!recorded)('recorded External Secrets objects', () => {
  const found = ['objects.yaml', 'objects-vault.yaml'].flatMap((file) =>
    recorded ? readObjects(join(recorded, file)) : [],
  )
  const state = (kind: string, name: string) => {
    const object = found.find((candidate) => candidate.kind === kind && candidate.metadata.name === name)
    if (!object) throw new Error(`${kind} ${name} was not recorded`)
    return specOf(`${kind}.${GROUP}`).health?.(object, Date.parse('2026-11-16T01:58:30Z')).state
  }

  it.each([
    ['es-ceph', 'healthy'],
    ['es-merge-ok', 'healthy'],
    ['es-orphan', 'healthy'],
    ['es-f-merge-notarget', 'failed'],
    ['es-f-nostore', 'failed'],
    ['es-f-double-owner', 'failed'],
    ['es-break-retain', 'failed'],
    ['es-flip', 'failed'],
    ['es-f-badmount', 'failed'],
  ])('ExternalSecret %s is %s', (name, expected) => {
    expect(state('ExternalSecret', name)).toBe(expected)
  })

  it.each([
    ['k8s-st', 'healthy'],
    ['f-k8s-badtoken', 'unknown'],
    ['f-k8s-unreachable', 'unknown'],
    ['f-k8s-norights', 'failed'],
    ['f-vault-badmount', 'healthy'],
    ['f-vault-unreachable', 'failed'],
  ])('SecretStore %s is %s', (name, expected) => {
    expect(state('SecretStore', name)).toBe(expected)
  })

  it('every object named after a failure has failed', () => {
    const wrong = found
      .filter(({ kind, metadata }) => /^(ExternalSecret|PushSecret)$/.test(kind) && /^(es|ps)-f-/.test(metadata.name))
      .filter(({ kind, metadata }) => state(kind, metadata.name) !== 'failed')
    expect(wrong).toEqual([])
  })
})
