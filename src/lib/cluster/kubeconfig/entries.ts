// SPDX-License-Identifier: Apache-2.0
import type { Sealed } from '../../model/secret/sealed.ts'

/** A cluster of a kubeconfig as written, paths made absolute. Texts are empty where the file says nothing, as in client-go. */
export interface ClusterEntry {
  readonly name: string
  /** The file it stands in. */
  readonly file: string
  readonly server: string
  readonly tlsServerName: string
  readonly insecureSkipTlsVerify: boolean
  readonly certificateAuthority: string
  readonly certificateAuthorityData: Sealed | undefined
  /** May hold a password. */
  readonly proxyUrl: Sealed | undefined
  /** extensions["client.authentication.k8s.io/exec"] as JSON: what the cluster wants its plugin to know. */
  readonly execExtension: Sealed | undefined
}

export interface ExecEntry {
  readonly command: string
  /** Sealed: plugins take client secrets as arguments. */
  readonly args: readonly Sealed[]
  readonly env: readonly { readonly name: string; readonly value: Sealed }[]
  readonly apiVersion: string
  readonly installHint: string
  readonly provideClusterInfo: boolean
  readonly interactiveMode: string
}

export interface UserEntry {
  readonly name: string
  readonly file: string
  readonly clientCertificate: string
  readonly clientCertificateData: Sealed | undefined
  readonly clientKey: string
  readonly clientKeyData: Sealed | undefined
  readonly token: Sealed | undefined
  readonly tokenFile: string
  readonly username: string
  readonly password: Sealed | undefined
  readonly as: string
  readonly asUid: string
  readonly asGroups: readonly string[]
  readonly asExtra: ReadonlyMap<string, readonly string[]>
  /** Name of a legacy auth-provider; undefined without one. */
  readonly authProvider: string | undefined
  readonly exec: ExecEntry | undefined
}

export interface ContextEntry {
  readonly name: string
  readonly file: string
  readonly cluster: string
  readonly user: string
  readonly namespace: string
}

/** What one kubeconfig, or several merged as kubectl merges them, say. Nothing in it shows a secret when printed. */
export interface LoadedKubeconfig {
  /** The files that were read, in order. Empty: there is no kubeconfig. */
  readonly files: readonly string[]
  /** Every place that was looked at, found or not, in order. */
  readonly looked: readonly string[]
  readonly currentContext: string | undefined
  /** In the order of the files. */
  readonly contexts: readonly ContextEntry[]
  readonly clusters: ReadonlyMap<string, ClusterEntry>
  readonly users: ReadonlyMap<string, UserEntry>
  /** Sentences for stderr: files others can read or write. */
  readonly warnings: readonly string[]
}
