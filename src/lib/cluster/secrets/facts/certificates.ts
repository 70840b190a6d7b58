// SPDX-License-Identifier: Apache-2.0
import { X509Certificate } from 'node:crypto'
import type { CertificateFacts } from '../../../model/secret/secret-facts.ts'

/** Expiry of the certificates in a PEM text; undefined without any. */
export function certificateFacts(text: string): CertificateFacts | undefined {
  const expiries: (number | undefined)[] = []
  for (let at = text.indexOf(BEGIN); at >= 0 && expiries.length < MAX_CERTIFICATES; ) {
    const end = text.indexOf(END, at)
    expiries.push(end < 0 ? undefined : expiryOf(text.slice(at, end + END.length)))
    at = end < 0 ? -1 : text.indexOf(BEGIN, end)
  }
  if (expiries.length === 0) return undefined
  const known = expiries.filter((end) => end !== undefined)
  const [first] = expiries
  return {
    count: expiries.length,
    ...(known.length > 0 ? { notAfter: new Date(Math.min(...known)).toISOString() } : {}),
    ...(first === undefined ? {} : { first: new Date(first).toISOString() }),
    ...(known.length < expiries.length ? { malformed: expiries.length - known.length } : {}),
  }
}

/** A bundle of all public authorities has about 150 certificates. */
const MAX_CERTIFICATES = 500
const BEGIN = '-----BEGIN CERTIFICATE-----'
const END = '-----END CERTIFICATE-----'

function expiryOf(pem: string): number | undefined {
  try {
    const end = Date.parse(new X509Certificate(pem).validTo)
    return Number.isNaN(end) ? undefined : end
  } catch {
    return undefined
  }
}
