// SPDX-License-Identifier: Apache-2.0
// Explains certificate errors. The server operator controls the names in a certificate, so they are sanitized.
import { X509Certificate } from 'node:crypto'
import { getCACertificates, type TLSSocket } from 'node:tls'
import { safeLine } from '../../model/text/sanitize.ts'
import { codeOf, TransportError } from './transport-error.ts'

export interface CheckedCertificate {
  /** The name that the certificate must be valid for. */
  readonly name: string
  readonly certificate: X509Certificate | undefined
  /** Server clock minus local clock in ms, if an answer has shown it. */
  readonly skew: number | undefined
}

const UNKNOWN_AUTHORITY = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
])

/** OpenSSL's codes for an answer that is not a TLS record. */
const NOT_TLS = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_UNKNOWN_PROTOCOL',
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_UNEXPECTED_MESSAGE',
  'ERR_SSL_RECORD_LAYER_FAILURE',
])

const OTHER_CERTIFICATE_CODES = /^(CERT_|CRL_|UNABLE_TO_|ERROR_IN_CERT_|HOSTNAME_MISMATCH|PATH_LENGTH_|INVALID_PURPOSE)/
const FIVE_MINUTES = 300_000

/** Explains a failed handshake; undefined when the error has nothing to do with TLS. */
export function tlsTrouble(error: unknown, checked: CheckedCertificate): TransportError | undefined {
  const code = codeOf(error)
  const { certificate } = checked
  if (NOT_TLS.has(code))
    return new TransportError('tls', `not a TLS endpoint (${code})`, { hint: 'check port and scheme of the server' })
  if (code === 'CERT_HAS_EXPIRED') {
    const expiredOn =
      certificate !== undefined && Date.parse(certificate.validTo) < Date.now() ? certificate.validTo : undefined
    const what =
      expiredOn === undefined
        ? 'a certificate in the chain has expired'
        : `server certificate expired ${day(expiredOn)}`
    return new TransportError('tls', `TLS: ${what} (${code})`, clockHint(checked.skew))
  }
  if (code === 'CERT_NOT_YET_VALID') {
    const from =
      certificate !== undefined && Date.parse(certificate.validFrom) > Date.now() ? certificate.validFrom : undefined
    const what =
      from === undefined
        ? 'a certificate in the chain is not valid yet'
        : `server certificate is not valid before ${day(from)}`
    return new TransportError('tls', `TLS: ${what} (${code})`, clockHint(checked.skew))
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const names = certificate === undefined ? '' : `; it is for ${namesOf(certificate)}`
    const message = `TLS: server certificate is not for ${safeLine(checked.name, 200)}${names} (${code})`
    return new TransportError('tls', message, { hint: 'check server and tls-server-name in the kubeconfig' })
  }
  if (UNKNOWN_AUTHORITY.has(code)) {
    const issuer = certificate === undefined ? '' : ` "${oneLine(certificate.issuer)}"`
    const message = `TLS: server certificate is signed by an unknown authority${issuer} (${code})`
    return new TransportError('tls', message, { hint: 'check certificate-authority in the kubeconfig' })
  }
  if (OTHER_CERTIFICATE_CODES.test(code))
    return new TransportError('tls', `TLS: server certificate is not acceptable (${code})`)
  if (/^ERR_SSL_.*ALERT.*CERTIFICATE/.test(code)) return undefined
  if (code.startsWith('ERR_SSL_')) return new TransportError('tls', `TLS: no handshake possible (${code})`)
  return undefined
}

/** Keeps the certificate even when it is refused: the socket drops it first. Call right after tls.connect(). */
export function watchCertificate(socket: TLSSocket): () => X509Certificate | undefined {
  let shown: Buffer | X509Certificate | undefined
  socket.prependListener('secure', () => {
    shown = HIDES_CERTIFICATE ? socket.getPeerCertificate().raw : socket.getPeerX509Certificate()
  })
  return () => (Buffer.isBuffer(shown) ? new X509Certificate(shown) : shown)
}

/** On Node 22 and 24, getPeerX509Certificate() hides the certificate from the host name check that follows. */
const HIDES_CERTIFICATE = Number.parseInt(process.versions.node, 10) < 26

let roots: string[] | undefined

/** The system's roots, as kubectl uses them; Node's bundled list only when the system has none. */
export function systemRoots(): string[] {
  if (roots === undefined) {
    const system = getCACertificates('system')
    roots = system.length > 0 ? system : getCACertificates('bundled')
  }
  return roots
}

function namesOf(certificate: X509Certificate): string {
  const names = (certificate.subjectAltName ?? '').replace(/(DNS|IP Address|URI):/g, '')
  return names === '' ? oneLine(certificate.subject) : safeLine(names, 300)
}

function oneLine(distinguishedName: string): string {
  return safeLine(distinguishedName.replaceAll('\n', ', '), 200)
}

function day(date: string): string {
  return new Date(date).toISOString().slice(0, 10)
}

function clockHint(skew: number | undefined): { hint?: string } {
  if (skew === undefined || Math.abs(skew) <= FIVE_MINUTES) return {}
  return { hint: `local clock is ${Math.round(Math.abs(skew) / 60_000)} min ${skew > 0 ? 'behind' : 'ahead'}` }
}
