// SPDX-License-Identifier: Apache-2.0
import type { ClusterConfig, ExecPlugin } from '../config.ts'
import { materialReader } from './material-file.ts'

/** The value of KUBERNETES_EXEC_INFO. */
export async function execInfo(config: ClusterConfig, plugin: ExecPlugin, interactive: boolean): Promise<string> {
  const cluster = plugin.provideClusterInfo ? await clusterInfo(config, plugin) : undefined
  return JSON.stringify({
    kind: 'ExecCredential',
    apiVersion: plugin.apiVersion,
    spec: { ...(cluster && { cluster }), interactive },
  } satisfies ExecCredential)
}

/** client.authentication.k8s.io/v1; client-node only has types for its status. */
interface ExecCredential {
  readonly kind: 'ExecCredential'
  readonly apiVersion: string
  readonly spec: { readonly cluster?: ExecCluster; readonly interactive: boolean }
}

interface ExecCluster {
  readonly server: string
  readonly 'tls-server-name'?: string
  readonly 'insecure-skip-tls-verify'?: boolean
  readonly 'certificate-authority-data'?: string
  readonly 'proxy-url'?: string
  readonly config: unknown
}

async function clusterInfo(config: ClusterConfig, plugin: ExecPlugin): Promise<ExecCluster> {
  const ca = config.ca && (await materialReader(config.ca, 'certificate authority')())
  const extension: unknown = plugin.clusterConfig ? JSON.parse(plugin.clusterConfig.unseal()) : null
  return {
    server: config.server,
    ...(config.tlsServerName && { 'tls-server-name': config.tlsServerName }),
    ...(config.insecureSkipTlsVerify && { 'insecure-skip-tls-verify': true }),
    ...(ca && { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
    ...(config.proxyUrl && { 'proxy-url': config.proxyUrl.unseal() }),
    config: extension,
  }
}
