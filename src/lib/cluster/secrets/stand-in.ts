// SPDX-License-Identifier: Apache-2.0
import type { Sealed } from '../../model/secret/sealed.ts'
import { keyState } from './ceph-key-facts.ts'
import { bytesOf } from './fingerprint.ts'
import { seal } from './seal.ts'

/** Same shape and length, nothing of the original: a dry run sends it to servers the user has not confirmed. */
export function standInFor(value: Sealed): Sealed {
  const text = bytesOf(value).toString('latin1')
  return seal(Buffer.from(keyState(text) === 'good' ? blankKey(text) : 'A'.repeat(text.length)).toString('base64'))
}

/** Bytes 2 to 9 of a cephx key are its creation time, those from 12 on the secret. */
const CREATED = [2, 10] as const
const SECRET = 12

/** Keeps type and length, so that an admission policy that checks for a cephx key accepts it. */
function blankKey(text: string): string {
  return Buffer.from(text, 'base64')
    .fill(0, ...CREATED)
    .fill(0, SECRET)
    .toString('base64')
}
