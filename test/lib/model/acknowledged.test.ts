// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { acknowledged } from '../../../src/lib/model/acknowledged.ts'
import type { KubeObject } from '../../../src/lib/model/resource.ts'

const object = (status: object, generation = 1): KubeObject => ({
  apiVersion: 'x/v1',
  kind: 'X',
  metadata: { name: 'x', generation },
  status,
})

const ready = (status: string, reason: string, more: object = {}) =>
  object({ conditions: [{ type: 'Ready', status, reason, message: 'm' }], ...more })

describe('External Secrets has answered', () => {
  const before = ready('True', 'SecretSynced', { refreshTime: '1', syncedResourceVersion: '1-a' })
  it.each([
    ['it has not looked yet', before, 'waiting'],
    ['synced since', ready('True', 'SecretSynced', { refreshTime: '1', syncedResourceVersion: '1-b' }), 'done'],
    [
      'synced since, by its time alone',
      ready('True', 'SecretSynced', { refreshTime: '2', syncedResourceVersion: '1-a' }),
      'done',
    ],
    ['was well and fails now', ready('False', 'SecretSyncedError', { refreshTime: '1' }), 'failed'],
    ['calls itself ready and has no target', ready('True', 'SecretMissing', { refreshTime: '2' }), 'failed'],
    ['has no status', object({}), 'waiting'],
  ])('%s', (_, now, state) => {
    expect(acknowledged('synced', before, now).state).toBe(state)
  })

  it('what failed before and still says so may be an old word', () => {
    expect(acknowledged('synced', ready('False', 'SecretSyncedError'), ready('False', 'SecretSyncedError')).state).toBe(
      'waiting',
    )
  })
})

describe('K-ORC has answered', () => {
  const said = (available: string, progressing: string, observedGeneration = 2) =>
    object(
      {
        conditions: [
          { type: 'Available', status: available, reason: 'R', message: 'm', observedGeneration },
          { type: 'Progressing', status: progressing, reason: 'R', message: 'm', observedGeneration },
        ],
      },
      2,
    )
  it.each([
    ['found', said('True', 'False'), 'done'],
    ['found, of an older spec', said('True', 'False', 1), 'waiting'],
    ['waiting', said('False', 'True'), 'waiting'],
    ['given up', said('False', 'False'), 'failed'],
    ['unknown and given up', said('Unknown', 'False'), 'failed'],
    ['nothing', object({}), 'waiting'],
  ])('%s', (_, now, state) => {
    expect(acknowledged('available', undefined, now).state).toBe(state)
  })
})
