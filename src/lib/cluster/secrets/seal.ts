// SPDX-License-Identifier: Apache-2.0
import { createHmac, randomBytes } from 'node:crypto'
import { Sealed } from '../../model/secret/sealed.ts'

/** The same value has the same fingerprint (8 hex digits) within this process, and a different one in the next. */
export function seal(value: string): Sealed {
  return new Sealed(value, () => fingerprint(value))
}

// Random per process: a fingerprint leaked into a log cannot be used to guess the value offline.
let salt: Buffer | undefined

function fingerprint(value: string): string {
  salt ??= randomBytes(32)
  return createHmac('sha256', salt).update(value).digest('hex').slice(0, 8)
}
