// SPDX-License-Identifier: Apache-2.0

import type { KubeObject } from '../../model/object/resource.ts'
import type { CephSecretFacts, CephValueFacts, KeyState } from '../../model/plan/ceph-key-states.ts'
import { Sealed } from '../../model/secret/sealed.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { defineOwn } from '../read/sanitize.ts'
import { bytesOf, fingerprintOf } from './fingerprint.ts'

/** The printable facts of a Secret with a Ceph key: sizes, fingerprints with this salt, and the user name. */
export function cephSecretFacts(secret: KubeObject, salt: string): CephSecretFacts {
  const values: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(secret.data ?? {}))
    if (value instanceof Sealed) defineOwn(values, key, valueFacts(value, salt))
  const user = secret.data?.['userID']
  return {
    values: values as Readonly<Record<string, CephValueFacts>>,
    ...(user instanceof Sealed ? { userId: safeLine(bytesOf(user).toString('utf8'), 200) } : {}),
  }
}

function valueFacts(value: Sealed, salt: string): CephValueFacts {
  const bytes = bytesOf(value)
  return { fingerprint: fingerprintOf(value, salt), bytes: bytes.length, state: keyState(bytes.toString('latin1')) }
}

/** Key type → length in bytes: AES-128 and AES-256-KRB5. */
const KEY_LENGTHS: ReadonlyMap<number, number> = new Map([
  [1, 16],
  [2, 32],
])
const HEADER_BYTES = 12

/** Base64 of type (u16), creation time (two u32), length of the secret (u16), all little endian, and the secret. */
export function keyState(text: string): KeyState {
  if (text.trim() === '') return 'empty'
  if (text !== text.trim()) return 'padded'
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return 'not base64'
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length < HEADER_BYTES) return 'not cephx'
  const length = bytes.readUInt16LE(10)
  return KEY_LENGTHS.get(bytes.readUInt16LE(0)) === length && bytes.length === HEADER_BYTES + length
    ? 'good'
    : 'not cephx'
}
