// SPDX-License-Identifier: Apache-2.0
// Limits of the checks: transient problems are no findings, and each problem has one finding.
import { describe, expect, it } from 'vitest'
import { dbCredentialsMissing } from '../../../src/lib/checks/secrets/db-credentials-missing.ts'
import { mergeWithoutTarget } from '../../../src/lib/checks/secrets/merge-without-target.ts'
import { pathNotReadable } from '../../../src/lib/checks/secrets/path-not-readable.ts'
import { pushFailing } from '../../../src/lib/checks/secrets/push-failing.ts'
import { secretStoreMissing } from '../../../src/lib/checks/secrets/secret-store-missing.ts'
import { secretStoreNotReady } from '../../../src/lib/checks/secrets/secret-store-not-ready.ts'
import { storeUnproven } from '../../../src/lib/checks/secrets/store-unproven.ts'
import { syncFrozen } from '../../../src/lib/checks/secrets/sync-frozen.ts'
import { ago } from '../graph/small.ts'
import { found } from './found.ts'

const ready = (status: string, reason: string, minutes: number, message = 'could not get secret data from provider') =>
  `conditions: [{ type: Ready, status: "${status}", reason: ${reason}, message: "${message}", lastTransitionTime: "${ago(minutes * 60)}" }]`

const store = (status: string, reason: string, minutes = 60) =>
  `\n---\napiVersion: external-secrets.io/v1\nkind: SecretStore\nmetadata: { name: s, namespace: o }\nstatus: { ${ready(status, reason, minutes, 'm')} }`

const reader = (name: string, reported: string, refreshed = '', more = '') =>
  `\n---\napiVersion: external-secrets.io/v1\nkind: ExternalSecret\nmetadata: { name: ${name}, namespace: o${more} }\nspec: { secretStoreRef: { kind: SecretStore, name: s }, data: [{ secretKey: a, remoteRef: { key: p/${name} } }] }\nstatus: { ${refreshed}${reported} }`

const FAILED = ready('False', 'SecretSyncedError', 10)
const SYNCED = ready('True', 'SecretSynced', 90, 'secret synced')
const BEFORE = `refreshTime: "${ago(7200)}", `

describe('a store', () => {
  it('may take two minutes to become ready', () => {
    expect(found(secretStoreNotReady, store('False', 'InvalidProviderConfig', 1))).toEqual([])
    expect(found(secretStoreNotReady, store('False', 'InvalidProviderConfig', 3))).toEqual(['F74 SecretStore s'])
    expect(found(secretStoreNotReady, store('True', 'Valid'))).toEqual([])
  })

  it('is unverified until a value was read from it', () => {
    expect(found(storeUnproven, store('True', 'ValidationUnknown'))).toEqual(['F98 SecretStore s'])
    expect(found(storeUnproven, store('True', 'ValidationUnknown') + reader('a', SYNCED))).toEqual([])
    expect(found(storeUnproven, store('True', 'Valid'))).toEqual([])
    const hidden = { forbidden: ['ExternalSecret.external-secrets.io'] }
    expect(found(storeUnproven, store('True', 'ValidationUnknown'), hidden)).toEqual([])
  })

  it('is the cause if all of several ExternalSecrets fail, not if one does', () => {
    const all = store('True', 'Valid') + reader('a', FAILED) + reader('b', FAILED)
    const one = store('True', 'Valid') + reader('a', FAILED) + reader('b', SYNCED)
    expect(found(storeUnproven, all)).toEqual(['F98 SecretStore s'])
    expect(found(pathNotReadable, all)).toEqual([])
    expect(found(storeUnproven, one)).toEqual([])
    expect(found(pathNotReadable, one)).toEqual(['F75 ExternalSecret a'])
  })

  it('that does not exist is one finding, however many objects refer to it', () => {
    const two = reader('a', FAILED) + reader('b', FAILED)
    expect(found(secretStoreMissing, two)).toEqual(['F74 SecretStore s'])
    expect(found(pathNotReadable, two)).toEqual([])
  })
})

describe('an ExternalSecret', () => {
  const healthy = store('True', 'Valid') + reader('b', SYNCED)

  it('has either never read its path or cannot read it any more', () => {
    expect(found(syncFrozen, healthy + reader('a', FAILED))).toEqual([])
    expect(found(pathNotReadable, healthy + reader('a', FAILED, BEFORE))).toEqual([])
    expect(found(syncFrozen, healthy + reader('a', FAILED, BEFORE))).toEqual(['F100 ExternalSecret a'])
  })

  it('may take two minutes, and is ignored while it is deleted', () => {
    const young = ready('False', 'SecretSyncedError', 1)
    expect(found(pathNotReadable, healthy + reader('a', young))).toEqual([])
    const gone = `, deletionTimestamp: "${ago(60)}"`
    expect(found(pathNotReadable, healthy + reader('a', FAILED, '', gone))).toEqual([])
  })

  it('that cannot write its Secret has no finding about its path', () => {
    const taken = ready('False', 'SecretSyncedError', 10, 'target is owned by another ExternalSecret')
    expect(found(pathNotReadable, healthy + reader('a', taken))).toEqual([])
  })

  it('is affected by its store, which has its own finding', () => {
    const down = store('False', 'InvalidProviderConfig') + reader('a', FAILED, BEFORE)
    expect(found(syncFrozen, down)).toEqual([])
    expect(found(secretStoreNotReady, down)).toEqual(['F74 SecretStore s'])
  })

  it('that merges into a missing Secret is found although it is Ready', () => {
    expect(found(mergeWithoutTarget, reader('a', ready('True', 'SecretMissing', 10)))).toEqual(['F99 ExternalSecret a'])
    expect(found(mergeWithoutTarget, reader('a', SYNCED))).toEqual([])
  })
})

describe('a PushSecret', () => {
  const push = (reported: string) =>
    `\n---\napiVersion: external-secrets.io/v1alpha1\nkind: PushSecret\nmetadata: { name: p, namespace: o }\nspec: { secretStoreRefs: [{ kind: SecretStore, name: s }], selector: { secret: { name: x } } }\nstatus: { ${reported} }`

  it('is found if it fails and its store does not', () => {
    const errored = push(ready('False', 'Errored', 10, 'set secret failed'))
    expect(found(pushFailing, store('True', 'Valid') + errored)).toEqual(['F76 PushSecret p'])
    expect(found(pushFailing, store('False', 'InvalidProviderConfig') + errored)).toEqual([])
  })
})

describe('database credentials', () => {
  const controlPlane = (minutes: number, path: string) =>
    `\n---\napiVersion: c5c3.io/v1alpha1\nkind: ControlPlane\nmetadata: { name: c, namespace: o, uid: u }\nspec: { korc: { adminCredential: {} } }\nstatus: { conditions: [{ type: DBCredentialsReady, status: "False", reason: WaitingForDBCredentialSecret, message: 'nothing at "${path}"', lastTransitionTime: "${ago(minutes * 60)}" }] }`
  const owned =
    ', ownerReferences: [{ apiVersion: c5c3.io/v1alpha1, kind: ControlPlane, name: c, uid: u, controller: true }]'
  const world = store('True', 'Valid') + reader('b', SYNCED) + reader('a', FAILED, '', owned)

  it('are found on the object that waits for them', () => {
    expect(found(dbCredentialsMissing, world + controlPlane(10, 'p/a'))).toEqual(['F92 ExternalSecret a'])
    expect(found(pathNotReadable, world + controlPlane(10, 'p/a'))).toEqual([])
    expect(found(pathNotReadable, world + controlPlane(10, 'p/other'))).toEqual(['F75 ExternalSecret a'])
    expect(found(dbCredentialsMissing, world + controlPlane(3, 'p/a'))).toEqual([])
  })
})
