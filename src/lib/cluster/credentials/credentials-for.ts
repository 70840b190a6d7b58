// SPDX-License-Identifier: Apache-2.0
import { homedir } from 'node:os'
import { isatty } from 'node:tty'
import { C5c3Error } from '../../model/report/errors.ts'
import type { AuthConfig, ClusterConfig, ExecPlugin } from '../config.ts'
import { ClusterError } from '../failure.ts'
import { clientCertificateReader } from './client-certificate.ts'
import { bearer, credentialOf } from './credential.ts'
import { execCredentials } from './exec-credentials.ts'
import { type PluginHost, pluginName, runPlugin } from './exec-plugin.ts'
import { impersonationHeaders } from './impersonation-headers.ts'
import { loadPluginPolicy, type PluginPolicy } from './plugin-policy.ts'
import { tokenFile } from './token-file.ts'
import type { Credentials } from './types.ts'

/** Defaults are those of a command on a terminal. */
export interface CredentialDeps {
  readonly env?: NodeJS.ProcessEnv
  readonly home?: string
  readonly now?: () => number
  /** Loaded once per command with loadPluginPolicy(); without it each cluster loads it before its first plugin run. */
  readonly policy?: PluginPolicy
  readonly terminal?: boolean
  readonly prompt?: (text: string) => void
  readonly debug?: (text: string) => void
  readonly pluginLimit?: number
}

const PLUGIN_LIMIT = 60_000

/** The credentials of one cluster, by client-go's precedence. Never share an instance between clusters. */
export function credentialsFor(config: ClusterConfig, deps: CredentialDeps = {}): Credentials {
  const { auth } = config
  const now = deps.now ?? Date.now
  // Like client-go, send no credentials over plain http: any process on that port could read them.
  if (config.server.startsWith('http:')) return staticCredentials(config, {}, now, 'no credentials')
  const plugin = pluginOf(config)
  if (!plugin) return staticCredentials(config, auth, now, labelOf(auth) ?? 'no credentials')
  return execCredentials({
    label: `plugin ${pluginName(plugin)}`,
    run: async (signal) => runPlugin(config, plugin, await hostOf(deps), signal),
    headers: impersonationHeaders(config.impersonate),
    now,
  })
}

/** The exec plugin of a cluster; undefined when other credentials take precedence. */
export function pluginOf({ auth, server }: ClusterConfig): ExecPlugin | undefined {
  return server.startsWith('http:') || labelOf(auth) ? undefined : auth.exec
}

/** The label of credentials that need no plugin; a plugin only runs when there are none. */
function labelOf(auth: AuthConfig): string | undefined {
  if (auth.tokenFile) return 'token file'
  if (auth.token) return 'token'
  if (auth.basic) return 'password'
  if (auth.clientCertificate) return 'client certificate'
  return undefined
}

function staticCredentials(config: ClusterConfig, auth: AuthConfig, now: () => number, label: string): Credentials {
  const { clientCertificate, clientKey, token, basic } = auth
  const certificate = clientCertificate && clientKey ? clientCertificateReader(clientCertificate, clientKey) : undefined
  const file = auth.tokenFile ? tokenFile(auth.tokenFile, token?.unseal(), now) : undefined
  const impersonate = impersonationHeaders(config.impersonate)
  const authorization = async () => {
    if (file) return bearer(await file.read())
    if (token) return bearer(token.unseal())
    if (!basic) return {}
    const pair = Buffer.from(`${basic.username}:${basic.password.unseal()}`).toString('base64')
    return { Authorization: `Basic ${pair}` }
  }
  const current = async () => {
    const pair = await certificate?.()
    return credentialOf({
      headers: { ...impersonate, ...(await authorization()) },
      ...(pair && { clientCertificate: { cert: pair.cert, key: pair.key } }),
      generation: pair?.generation ?? 'no certificate',
    })
  }
  return {
    label,
    current,
    refresh: async (rejected) => {
      const header = rejected.headers['Authorization']
      if (file && typeof header === 'string' && (await file.reread(header.slice('Bearer '.length)))) return true
      return (await certificate?.())?.generation !== (certificate && rejected.generation)
    },
  }
}

async function hostOf(deps: CredentialDeps): Promise<PluginHost> {
  const env = deps.env ?? process.env
  return {
    env,
    policy: deps.policy ?? (await policyOf(env, deps.home ?? homedir())),
    terminal: deps.terminal ?? isatty(0),
    prompt: deps.prompt ?? ((text) => void process.stderr.write(text)),
    debug: deps.debug,
    limit: deps.pluginLimit ?? PLUGIN_LIMIT,
  }
}

/** During a request an invalid policy fails this cluster, not the whole command. */
async function policyOf(env: NodeJS.ProcessEnv, home: string): Promise<PluginPolicy> {
  try {
    return await loadPluginPolicy(env, home)
  } catch (error) {
    if (!(error instanceof C5c3Error)) throw error
    throw new ClusterError({ fault: 'unauthorized', message: `credential plugins may not run: ${error.message}` })
  }
}
