// SPDX-License-Identifier: Apache-2.0
export interface EmbeddedLogin {
  readonly context: string
  readonly url: string
  /** PEM */
  readonly ca: string
  readonly token: string
  readonly user?: string
}

/** A kubeconfig with a context per login, the first one current, formatted like kubectl's. */
export function renderKubeconfig(logins: readonly EmbeddedLogin[]): string {
  // JSON strings are valid YAML.
  const quoted = (text: string) => JSON.stringify(text)
  const lines = [
    'apiVersion: v1',
    'kind: Config',
    `current-context: ${quoted(logins[0]?.context ?? '')}`,
    'clusters:',
    ...logins.flatMap(({ context, url, ca }) => [
      '- cluster:',
      `    certificate-authority-data: ${Buffer.from(ca).toString('base64')}`,
      `    server: ${quoted(url)}`,
      `  name: ${quoted(context)}`,
    ]),
    'contexts:',
    ...logins.flatMap(({ context, user }) => [
      '- context:',
      `    cluster: ${quoted(context)}`,
      `    user: ${quoted(user ?? context)}`,
      `  name: ${quoted(context)}`,
    ]),
    'users:',
    ...logins.flatMap(({ context, token, user }) => [
      `- name: ${quoted(user ?? context)}`,
      '  user:',
      `    token: ${quoted(token)}`,
    ]),
  ]
  return `${lines.join('\n')}\n`
}
