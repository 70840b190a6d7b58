// SPDX-License-Identifier: Apache-2.0
import type { Sealed } from '../model/secret/sealed.ts'

/** A PEM or token: inline in the kubeconfig, or in a file that may be rotated while we run. */
export type Material = { readonly data: Sealed } | { readonly file: string }

export interface ExecPlugin {
  readonly command: string
  /** Sealed: arguments may contain client secrets. */
  readonly args: readonly Sealed[]
  /** Values may be secrets. */
  readonly env: readonly { readonly name: string; readonly value: Sealed }[]
  readonly apiVersion: string
  readonly interactiveMode: 'Never' | 'IfAvailable' | 'Always'
  readonly provideClusterInfo: boolean
  readonly installHint?: string
  /** cluster.extensions["client.authentication.k8s.io/exec"] as JSON; passed to the plugin with provideClusterInfo. */
  readonly clusterConfig?: Sealed
}

/** Several may be set; precedence is client-go's. */
export interface AuthConfig {
  readonly clientCertificate?: Material
  readonly clientKey?: Material
  readonly token?: Sealed
  /** Takes precedence over token, as in client-go. */
  readonly tokenFile?: string
  readonly basic?: { readonly username: string; readonly password: Sealed }
  readonly exec?: ExecPlugin
}

export interface Impersonation {
  readonly user: string
  readonly groups: readonly string[]
  readonly uid?: string
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** A context of the user's own kubeconfig or profile. */
interface OwnContext {
  readonly context: string
  /** Set when kubectl does not read this file by default. */
  readonly kubeconfig?: string
}

/**
 * Everything needed to connect to one cluster, resolved once and frozen. Nothing is looked up by context name later, so
 * a token cannot reach another cluster.
 */
export interface ClusterConfig {
  /** Safe to print. */
  readonly context: string
  /** The kubeconfig file or another origin ("Secret crossplane-system/st-pool-a on management"). */
  readonly source: string
  /** The context the user's own kubectl would use. Absent when a Secret, a Pod or a demo provided the configuration. */
  readonly own?: OwnContext
  readonly server: string
  readonly namespace?: string
  readonly ca?: Material
  readonly tlsServerName?: string
  readonly insecureSkipTlsVerify: boolean
  readonly proxyUrl?: Sealed
  readonly auth: AuthConfig
  readonly impersonate?: Impersonation
}
