// SPDX-License-Identifier: Apache-2.0
import type { Sealed } from '../../model/secret/sealed.ts'

/** A cluster as written, with absolute paths. Strings are empty when the field is absent, as in client-go. */
export interface ClusterEntry {
  readonly name: string
  readonly file: string
  readonly server: string
  readonly tlsServerName: string
  readonly insecureSkipTlsVerify: boolean
  readonly certificateAuthority: string
  readonly certificateAuthorityData: Sealed | undefined
  /** May contain a password. */
  readonly proxyUrl: Sealed | undefined
  /** extensions["client.authentication.k8s.io/exec"] as JSON: configuration of the exec plugin. */
  readonly execExtension: Sealed | undefined
}

export interface ExecEntry {
  readonly command: string
  /** Sealed: arguments may contain client secrets. */
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

/** The content of one kubeconfig, or of several merged as kubectl merges them. Printing it shows no secret. */
export interface LoadedKubeconfig {
  /** The files read, in order. Empty without a kubeconfig. */
  readonly files: readonly string[]
  /** All candidate paths in order, existing or not. */
  readonly looked: readonly string[]
  readonly currentContext: string | undefined
  readonly contexts: readonly ContextEntry[]
  readonly clusters: ReadonlyMap<string, ClusterEntry>
  readonly users: ReadonlyMap<string, UserEntry>
  /** For stderr: files that other users can read or write. */
  readonly warnings: readonly string[]
}
