// SPDX-License-Identifier: Apache-2.0
// Values for Secrets: valid format, obviously fake, the same in every run.
import { sha256 } from '../kube.ts'

export function password(of: string): string {
  return `demo-only-${sha256(`password:${of}`).slice(0, 16)}`
}

/** A cephx key as Ceph encodes it: type 1, creation time, length 16, sixteen bytes. */
export function cephxKey(of: string): string {
  const secret = Buffer.from(sha256(`cephx:${of}`).slice(0, 32), 'hex')
  const key = Buffer.alloc(12 + secret.length)
  key.writeUInt16LE(1, 0)
  key.writeUInt32LE(1_790_000_000, 2)
  key.writeUInt32LE(0, 6)
  key.writeUInt16LE(secret.length, 10)
  secret.copy(key, 12)
  return key.toString('base64')
}

/** A fernet key: 32 bytes in URL-safe base64. */
export function fernetKey(of: string): string {
  return Buffer.from(sha256(`fernet:${of}`), 'hex')
    .toString('base64url')
    .padEnd(44, '=')
}

export function cloudsYaml(cloud: string, authUrl: string, region: string, id: string, secret: string): string {
  return `clouds:
  ${cloud}:
    auth_type: v3applicationcredential
    auth:
      auth_url: ${authUrl}
      application_credential_id: ${id}
      application_credential_secret: ${secret}
    region_name: ${region}
`
}

export function passwordCloudsYaml(cloud: string, authUrl: string, region: string, secret: string): string {
  return `clouds:
  ${cloud}:
    auth:
      auth_url: ${authUrl}
      username: admin
      password: ${secret}
      project_name: admin
      user_domain_name: Default
      project_domain_name: Default
    region_name: ${region}
`
}

/**
 * Placeholder for the kubeconfig of another cluster of the same fleet. Ports are known only when the embedded API
 * starts; it replaces a value that is exactly this text by a working kubeconfig.
 */
export function kubeconfigOf(clusterKey: string): string {
  return `c5c3-demo-kubeconfig: ${clusterKey}`
}

/** Placeholder for a certificate and its key. */
export const FAKE_TLS = {
  'ca.crt': 'demo only: no certificate',
  'tls.crt': 'demo only: no certificate',
  'tls.key': 'demo only: no key',
}
