// SPDX-License-Identifier: Apache-2.0
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuthConfig, ClusterConfig, Impersonation, Material } from '../config.ts'

/** Readable for other programs of this user until it is removed. */
export interface TemporaryKubeconfig {
  readonly path: string
  remove(): void
}

/**
 * Writes a kubeconfig with only this cluster. On Linux credentials are written after the file was unlinked, and every
 * open of /proc/PID/fd/N reads it from the start. kubectl opens the file more than once, so a pipe would not work.
 * Elsewhere it is a 0600 file in a new 0700 folder.
 */
export function writeKubeconfig(config: ClusterConfig, isLinux = process.platform === 'linux'): TemporaryKubeconfig {
  const folder = newFolder()
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  const file = join(folder, 'kubeconfig')
  const hasDescriptors = isLinux && existsSync('/proc/self/fd')
  try {
    const descriptor = openSync(file, 'wx', 0o600)
    if (hasDescriptors) removeFolder()
    writeSync(descriptor, kubeconfigText(config))
    if (hasDescriptors) return { path: `/proc/${process.pid}/fd/${descriptor}`, remove: () => closeSync(descriptor) }
    closeSync(descriptor)
  } catch (error) {
    removeFolder()
    throw error
  }
  return { path: file, remove: removeFolder }
}

/** Prefers a folder in memory. mkdtemp creates it with mode 0700. */
function newFolder(): string {
  try {
    return mkdtempSync('/dev/shm/c5c3-')
  } catch {
    return mkdtempSync(join(tmpdir(), 'c5c3-'))
  }
}

const NAME = 'c5c3'

/** JSON is valid YAML. */
function kubeconfigText(config: ClusterConfig): string {
  const { server, ca, tlsServerName, insecureSkipTlsVerify, proxyUrl, namespace, auth, impersonate } = config
  const cluster = {
    server,
    ...materialOf('certificate-authority', ca),
    ...(tlsServerName ? { 'tls-server-name': tlsServerName } : {}),
    ...(insecureSkipTlsVerify ? { 'insecure-skip-tls-verify': true } : {}),
    ...(proxyUrl ? { 'proxy-url': proxyUrl.unseal() } : {}),
  }
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': NAME,
    clusters: [{ name: NAME, cluster }],
    users: [{ name: NAME, user: { ...userOf(auth), ...impersonationOf(impersonate) } }],
    contexts: [{ name: NAME, context: { cluster: NAME, user: NAME, ...(namespace ? { namespace } : {}) } }],
  })
}

function userOf({ clientCertificate, clientKey, token, tokenFile, basic }: AuthConfig) {
  return {
    ...materialOf('client-certificate', clientCertificate),
    ...materialOf('client-key', clientKey),
    ...(token ? { token: token.unseal() } : {}),
    ...(tokenFile ? { tokenFile } : {}),
    ...(basic ? { username: basic.username, password: basic.password.unseal() } : {}),
  }
}

function impersonationOf(impersonate: Impersonation | undefined) {
  if (!impersonate) return {}
  const { user, groups, uid, extra } = impersonate
  return { as: user, 'as-groups': groups, ...(uid ? { 'as-uid': uid } : {}), 'as-user-extra': extra }
}

function materialOf(field: string, material: Material | undefined): Readonly<Record<string, string>> {
  if (!material) return {}
  return 'file' in material
    ? { [field]: material.file }
    : { [`${field}-data`]: Buffer.from(material.data.unseal()).toString('base64') }
}
