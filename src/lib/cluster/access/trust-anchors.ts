// SPDX-License-Identifier: Apache-2.0
import { createHash, X509Certificate } from 'node:crypto'
import type { ClusterConfig } from '../config.ts'
import { materialReader } from '../credentials/material-file.ts'

/**
 * What the server certificate must be signed by: `sha256:…` of each public key in the kubeconfig's certificate
 * authority, or `system:HOST` when the system roots verify that host name. Empty when nothing can be pinned, because
 * the connection is not verified or the authority is not readable.
 */
export async function trustAnchors(config: ClusterConfig): Promise<readonly string[]> {
  const { ca, server, insecureSkipTlsVerify, tlsServerName } = config
  const url = new URL(server)
  if (insecureSkipTlsVerify || url.protocol !== 'https:') return []
  if (!ca) return [`system:${[url.host, ...(tlsServerName ? [tlsServerName] : [])].join('/')}`]
  try {
    const pem = await materialReader(ca, 'certificate authority')()
    return [...new Set(certificatesIn(pem).map((text) => keyHash(new X509Certificate(text))))].sort()
  } catch {
    return []
  }
}

/** Every authority that could sign for the server must be pinned: an added one is not. */
export const arePinned = (anchors: readonly string[], pins: readonly string[]): boolean =>
  anchors.length > 0 && anchors.every((anchor) => pins.includes(anchor))

/** OpenSSL also trusts blocks with other names (TRUSTED CERTIFICATE): a file that has one cannot be pinned. */
function certificatesIn(pem: string): readonly string[] {
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  return certificates.length === pem.split('-----BEGIN').length - 1 ? certificates : []
}

/** Hashes the public key, so a certificate renewed with the same key stays pinned. */
function keyHash({ publicKey }: X509Certificate): string {
  return `sha256:${createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')}`
}
