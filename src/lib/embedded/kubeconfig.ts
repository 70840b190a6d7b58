// SPDX-License-Identifier: Apache-2.0
/** How to log in to one embedded cluster. */
export interface Login {
  readonly context: string
  readonly url: string
  /** PEM */
  readonly ca: string
  readonly token: string
  readonly user?: string
}

/** A kubeconfig with a context per login, the first one current. JSON, which is YAML too. */
export function kubeconfigOf(logins: readonly Login[]): string {
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': logins[0]?.context ?? '',
    clusters: logins.map(({ context, url, ca }) => ({
      name: context,
      cluster: { server: url, 'certificate-authority-data': Buffer.from(ca).toString('base64') },
    })),
    users: logins.map(({ context, token, user }) => ({ name: user ?? context, user: { token } })),
    contexts: logins.map(({ context, user }) => ({
      name: context,
      context: { cluster: context, user: user ?? context },
    })),
  }
  return `${JSON.stringify(config, null, 2)}\n`
}
