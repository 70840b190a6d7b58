// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../../src/lib/model/object/resource.ts'
import { acknowledged } from '../../../../src/lib/model/plan/acknowledgement.ts'

const object = (status: object, generation = 1): KubeObject => ({
  apiVersion: 'x/v1',
  kind: 'X',
  metadata: { name: 'x', generation },
  status,
})

const ready = (status: string, reason: string, more: object = {}) =>
  object({ conditions: [{ type: 'Ready', status, reason, message: 'm' }], ...more })

describe('acknowledgement by External Secrets', () => {
  const before = ready('True', 'SecretSynced', { refreshTime: '1', syncedResourceVersion: '1-a' })
  it.each([
    ['not reconciled yet', before, 'waiting'],
    ['synced since', ready('True', 'SecretSynced', { refreshTime: '1', syncedResourceVersion: '1-b' }), 'done'],
    [
      'synced since, by its time alone',
      ready('True', 'SecretSynced', { refreshTime: '2', syncedResourceVersion: '1-a' }),
      'done',
    ],
    ['was healthy and fails now', ready('False', 'SecretSyncedError', { refreshTime: '1' }), 'failed'],
    ['reports Ready without a target', ready('True', 'SecretMissing', { refreshTime: '2' }), 'failed'],
    ['has no status', object({}), 'waiting'],
  ])('%s', (_, now, state) => {
    expect(acknowledged('synced', before, now).state).toBe(state)
  })

  it('an unchanged failure from before may be outdated', () => {
    expect(acknowledged('synced', ready('False', 'SecretSyncedError'), ready('False', 'SecretSyncedError')).state).toBe(
      'waiting',
    )
  })
})

describe('acknowledgement by K-ORC', () => {
  const korcObject = (available: string, progressing: string, observedGeneration = 2) =>
    object(
      {
        conditions: [
          { type: 'Available', status: available, reason: 'R', message: 'm', observedGeneration },
          { type: 'Progressing', status: progressing, reason: 'R', message: 'm', observedGeneration },
        ],
      },
      2,
    )
  // Messages of a real K-ORC v2.6 with a real Keystone.
  it.each([
    [
      'nothing in OpenStack matches it yet (Progressing: Waiting for OpenStack resource to be created externally)',
      'Progressing',
      'Waiting for OpenStack resource to be created externally',
    ],
    [
      'Keystone refuses the login in clouds.yaml (TransientError: providerClient authentication err: Expected HTTP response code [201 202] when accessing [POST http://k/v3/auth/tokens], but got 401)',
      'TransientError',
      'providerClient authentication err: Expected HTTP response code [201 202] when accessing [POST http://k/v3/auth/tokens], but got 401 instead: {"error":{"code":401}}',
    ],
    [
      'Keystone does not answer (TransientError: providerClient authentication err: Post "http://k/v3/auth/tokens": dial tcp 10.0.0.1:5000: connect: connection refused)',
      'TransientError',
      'providerClient authentication err: Post "http://k/v3/auth/tokens": dial tcp 10.0.0.1:5000: connect: connection refused',
    ],
    [
      'Keystone does not answer (TransientError: providerClient authentication err: Expected HTTP response code [201 202] when accessing [POST http://k/v3/auth/tokens], but got 500)',
      'TransientError',
      'providerClient authentication err: Expected HTTP response code [201 202] when accessing [POST http://k/v3/auth/tokens], but got 500 instead: <html>\n</html>',
    ],
    ['Progressing: Waiting for Domain/x to be ready', 'Progressing', 'Waiting for Domain/x to be ready'],
  ])('%s', (expectedText, reason, message) => {
    const conditions = [
      { type: 'Available', status: 'False', reason, message },
      { type: 'Progressing', status: 'True', reason, message },
    ]
    expect(acknowledged('available', undefined, object({ conditions }))).toEqual({
      state: 'waiting',
      message: expectedText,
      ...(expectedText.startsWith('nothing in OpenStack') ? { isAbsent: true } : {}),
    })
  })

  it.each([
    ['found', korcObject('True', 'False'), 'done'],
    ['found, of an older spec', korcObject('True', 'False', 1), 'waiting'],
    ['waiting', korcObject('False', 'True'), 'waiting'],
    ['given up', korcObject('False', 'False'), 'failed'],
    ['unknown and given up', korcObject('Unknown', 'False'), 'failed'],
    ['nothing', object({}), 'waiting'],
  ])('%s', (_, now, state) => {
    expect(acknowledged('available', undefined, now).state).toBe(state)
  })
})
