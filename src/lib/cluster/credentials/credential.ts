// SPDX-License-Identifier: Apache-2.0
import type { Credential } from './types.ts'

/** Hides secrets from JSON, console and util.inspect: an error that references a credential cannot print it. */
export function credentialOf(parts: Credential): Credential {
  const headers = hide({ ...parts.headers })
  const clientCertificate = parts.clientCertificate && hide({ ...parts.clientCertificate })
  return hide({ headers, ...(clientCertificate && { clientCertificate }), generation: parts.generation })
}

function hide<T extends object>(value: T): T {
  const redacted = { enumerable: false, value: () => '[redacted]' }
  return Object.freeze(
    Object.defineProperties(value, { toJSON: redacted, [Symbol.for('nodejs.util.inspect.custom')]: redacted }),
  )
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
