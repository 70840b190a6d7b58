// SPDX-License-Identifier: Apache-2.0
import { createHmac, randomBytes } from 'node:crypto'
import type { Sealed } from '../../model/secret/sealed.ts'

/** One salt per plan, in hex. */
export const newSalt = () => randomBytes(16).toString('hex')

/** HMAC-SHA-256 of the decoded bytes, in hex, so that different base64 spellings of a value are equal. */
export function fingerprintOf(value: Sealed, salt: string): string {
  return createHmac('sha256', salt).update(bytesOf(value)).digest('hex')
}

/** Decodes a value of Secret.data. */
export const bytesOf = (value: Sealed) => Buffer.from(value.unseal(), 'base64')
