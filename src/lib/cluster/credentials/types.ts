// SPDX-License-Identifier: Apache-2.0
/** Credentials of one request. Never printed, never stored. */
export interface Credential {
  /** A list is sent as one header line per element (Impersonate-Group). */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly clientCertificate?: { readonly cert: string; readonly key: string }
  /** Changes with the client certificate: connections of another generation must not be reused. */
  readonly generation: string
}

/** One instance per cluster, never shared. */
export interface Credentials {
  /** Concurrent callers share one plugin run or file read. Throws ClusterError (unauthorized, timeout, internal). */
  current(signal: AbortSignal): Promise<Credential>
  /** Called once after a 401. True when a different credential is available; false for static tokens. */
  refresh(rejected: Credential, signal: AbortSignal): Promise<boolean>
  /** For messages: 'token', 'plugin "gardenlogin"', 'client certificate'. */
  readonly label: string
}
