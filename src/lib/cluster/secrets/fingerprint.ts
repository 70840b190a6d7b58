// SPDX-License-Identifier: Apache-2.0
import { createHmac, randomBytes } from 'node:crypto'
import type { Sealed } from '../../model/secret/sealed.ts'

/** A new salt for the fingerprints of one plan, in hex. */
export const newSalt = () => randomBytes(16).toString('hex')

/** HMAC-SHA-256 of the bytes behind a sealed base64 value, in hex: equal bytes are equal, however they were written. */
export function fingerprintOf(value: Sealed, salt: string): string {
  return createHmac('sha256', salt).update(bytesOf(value)).digest('hex')
}

/** The bytes of a value of Secret.data. */
export const bytesOf = (value: Sealed) => Buffer.from(value.unseal(), 'base64')
