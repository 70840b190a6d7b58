// SPDX-License-Identifier: Apache-2.0
import type { Sealed } from '../model/secret/sealed.ts'

/** A PEM or text that stands in the kubeconfig, or in a file beside it that may be rotated under us. */
export type Material = { readonly data: Sealed } | { readonly file: string }

export interface ExecPlugin {
  readonly command: string
  /** Sealed: plugins take client secrets as arguments. */
  readonly args: readonly Sealed[]
  /** Extra environment of the plugin; values may be secrets. */
  readonly env: readonly { readonly name: string; readonly value: Sealed }[]
  readonly apiVersion: string
  readonly interactiveMode: 'Never' | 'IfAvailable' | 'Always'
  readonly provideClusterInfo: boolean
  readonly installHint?: string
  /** cluster.extensions["client.authentication.k8s.io/exec"], passed on as JSON text with provideClusterInfo. */
  readonly clusterConfig?: Sealed
}

/** How to prove who we are. Several may be set; precedence is client-go's. */
export interface AuthConfig {
  readonly clientCertificate?: Material
  readonly clientKey?: Material
  readonly token?: Sealed
  /** Wins over token when both are set, as in client-go. */
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
export interface OwnContext {
  readonly context: string
  /** Where kubectl does not read it by default. */
  readonly kubeconfig?: string
}

/**
 * All that is needed to talk to one cluster, resolved and frozen. Built once; nothing is ever looked up by context
 * name again, so a token cannot reach another cluster.
 */
export interface ClusterConfig {
  /** Context name, safe to print. */
  readonly context: string
  /** The kubeconfig file, or where else it came from ("Secret crossplane-system/st-pool-a on management"). */
  readonly source: string
  /** How the user's own kubectl reaches it. Absent: a cluster, a Pod or a demo gave us the configuration. */
  readonly own?: OwnContext
  readonly server: string
  /** The context's namespace, if it names one. */
  readonly namespace?: string
  readonly ca?: Material
  readonly tlsServerName?: string
  readonly insecureSkipTlsVerify: boolean
  readonly proxyUrl?: Sealed
  readonly auth: AuthConfig
  readonly impersonate?: Impersonation
}
