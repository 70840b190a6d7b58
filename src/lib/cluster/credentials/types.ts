// SPDX-License-Identifier: Apache-2.0
/** What the next request carries. Never printed, never stored. */
export interface Credential {
  /** A list is sent as one header line per element (Impersonate-Group). */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly clientCertificate?: { readonly cert: string; readonly key: string }
  /** Changes when the client certificate changes: connections of another generation must not be used. */
  readonly generation: string
}

/** Who we are to one cluster. One instance per cluster; never shared. */
export interface Credentials {
  /** Single flight: many callers, one plugin run, one file read. Throws ClusterError (unauthorized, timeout, internal). */
  current(signal: AbortSignal): Promise<Credential>
  /**
   * Called once after a 401 that carried this credential. True when a different one may now be had
   * (plugin run again, token file changed); false for static tokens.
   */
  refresh(rejected: Credential, signal: AbortSignal): Promise<boolean>
  /** How to name this login in a message: 'token', 'plugin "gardenlogin"', 'client certificate'. */
  readonly label: string
}
