// SPDX-License-Identifier: Apache-2.0
import type { Credential } from './types.ts'

/**
 * A credential whose secrets are there for whoever reads the properties, and hidden from JSON, console and
 * util.inspect: an error that drags one along cannot show it.
 */
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

/** The Authorization header of a bearer token. */
export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
