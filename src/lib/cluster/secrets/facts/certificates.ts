// SPDX-License-Identifier: Apache-2.0
import { X509Certificate } from 'node:crypto'
import type { CertificateFacts } from '../../../model/secret/secret-facts.ts'

/** A bundle of all public authorities has about 150. */
const MOST = 500
const BEGIN = '-----BEGIN CERTIFICATE-----'
const END = '-----END CERTIFICATE-----'

/** When the certificates of a PEM text end; undefined when there is none in it. */
export function certificateFacts(text: string): CertificateFacts | undefined {
  const ends: (number | undefined)[] = []
  for (let at = text.indexOf(BEGIN); at >= 0 && ends.length < MOST; ) {
    const end = text.indexOf(END, at)
    ends.push(end < 0 ? undefined : endOf(text.slice(at, end + END.length)))
    at = end < 0 ? -1 : text.indexOf(BEGIN, end)
  }
  if (ends.length === 0) return undefined
  const known = ends.filter((end) => end !== undefined)
  const [first] = ends
  return {
    count: ends.length,
    ...(known.length > 0 ? { notAfter: new Date(Math.min(...known)).toISOString() } : {}),
    ...(first === undefined ? {} : { first: new Date(first).toISOString() }),
    ...(known.length < ends.length ? { malformed: ends.length - known.length } : {}),
  }
}

function endOf(pem: string): number | undefined {
  try {
    const end = Date.parse(new X509Certificate(pem).validTo)
    return Number.isNaN(end) ? undefined : end
  } catch {
    return undefined
  }
}
