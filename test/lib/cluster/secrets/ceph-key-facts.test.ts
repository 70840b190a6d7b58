// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { cephSecretFacts, keyState } from '../../../../src/lib/cluster/secrets/ceph-key-facts.ts'
import { fingerprintOf, newSalt } from '../../../../src/lib/cluster/secrets/fingerprint.ts'
import { sealValue } from '../../../../src/lib/cluster/secrets/secret-fields.ts'
import type { KubeObject } from '../../../../src/lib/model/object/resource.ts'
import { expectNoLeak } from '../../../harness/canary.ts'

const key = (type: number, length: number, rest = length) => {
  const head = Buffer.alloc(12)
  head.writeUInt16LE(type, 0)
  head.writeUInt16LE(length, 10)
  return Buffer.concat([head, randomBytes(rest)]).toString('base64')
}

describe('a Ceph key', () => {
  it.each([
    ['AES', key(1, 16), 'good'],
    ['AES-256', key(2, 32), 'good'],
    ['of an unknown type', key(3, 16), 'not cephx'],
    ['with the wrong length', key(1, 32), 'not cephx'],
    ['cut short', key(1, 16, 10), 'not cephx'],
    ['with something behind it', key(1, 16, 20), 'not cephx'],
    ['with a line end', `${key(1, 16)}\n`, 'padded'],
    ['empty', '', 'empty'],
    ['blank', ' \n', 'empty'],
    ['a keyring', '[client.x]\n key = abc', 'not base64'],
    ['a short word', 'abcd', 'not cephx'],
  ])('%s', (_, text, state) => {
    expect(keyState(text)).toBe(state)
  })

  it('is reported by size and fingerprint, without its value', () => {
    const text = key(1, 16)
    const value = sealValue(Buffer.from(text).toString('base64'), { base64: true })
    const secret: KubeObject = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 's' },
      data: { userKey: value, __proto__x: value },
    }
    const salt = newSalt()
    const facts = cephSecretFacts(secret, salt)
    expect(facts.values['userKey']).toEqual({ fingerprint: fingerprintOf(value, salt), bytes: 40, state: 'good' })
    expect(fingerprintOf(value, salt)).not.toBe(fingerprintOf(value, newSalt()))
    expectNoLeak(inspect(facts, { depth: 9 }) + JSON.stringify(facts) + inspect(secret, { depth: 9 }), [text], 'facts')
  })
})
