// SPDX-License-Identifier: Apache-2.0
import { setImmediate as turn } from 'node:timers/promises'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import type { ClusterConfig } from '../config.ts'
import type { ClusterEntry, LoadedKubeconfig, UserEntry } from './entries.ts'
import { parseKubeconfigText } from './parse.ts'
import { resolveContext } from './resolve.ts'
import { CLUSTER_YAML, type YamlLimits } from './yaml-limits.ts'

/**
 * A kubeconfig that came out of a cluster, so whoever can write there wrote it. It may name an https server, a CA and a
 * login by value; whatever would run a program, read our files, or lead us elsewhere is refused by name.
 */
export async function untrustedKubeconfig(text: string, source: string): Promise<ClusterConfig> {
  if (Buffer.byteLength(text) > MAX_BYTES) throw refuse(source, 'is larger than 64 KiB')
  // many of these may wait for the parser: signals and deadlines must be served in between
  await turn()
  const loaded = await parseKubeconfigText(text, source, undefined, LIMITS)
  for (const cluster of loaded.clusters.values()) {
    const field = forbiddenInCluster(cluster)
    if (field) throw refuse(source, `sets ${field} for cluster "${safeLine(cluster.name)}": ${NOT_TRUSTED}`)
  }
  for (const user of loaded.users.values()) {
    const field = forbiddenInUser(user)
    if (field) throw refuse(source, `sets ${field} for user "${safeLine(user.name)}": ${NOT_TRUSTED}`)
  }
  return resolveContext(loaded, onlyContext(loaded, source))
}

/** Room for several clusters; a real one has one of about 6 KiB. */
const MAX_BYTES = 64 * 1024

/** Programs write these kubeconfigs, and none of them uses references. */
const LIMITS: YamlLimits = { ...CLUSTER_YAML, allowsReferences: false }

const NOT_TRUSTED = 'not accepted from a cluster'

function forbiddenInCluster(cluster: ClusterEntry): string | undefined {
  if (cluster.certificateAuthority) return 'certificate-authority (a file)'
  if (cluster.proxyUrl) return 'proxy-url'
  if (cluster.insecureSkipTlsVerify) return 'insecure-skip-tls-verify'
  if (!/^https:\/\//i.test(cluster.server)) return 'a server that is not https'
  return undefined
}

function forbiddenInUser(user: UserEntry): string | undefined {
  if (user.exec) return 'exec'
  if (user.authProvider !== undefined) return 'auth-provider'
  if (user.clientCertificate) return 'client-certificate (a file)'
  if (user.clientKey) return 'client-key (a file)'
  if (user.tokenFile) return 'tokenFile'
  if (user.as || user.asUid || user.asGroups.length > 0 || user.asExtra.size > 0) return 'impersonation (as)'
  return undefined
}

function onlyContext(loaded: LoadedKubeconfig, source: string): string {
  const current = loaded.currentContext
  if (current && loaded.contexts.some(({ name }) => name === current)) return current
  if (current) throw refuse(source, 'has a current-context that does not exist')
  const [first, ...others] = loaded.contexts
  if (!first) throw refuse(source, 'has no context')
  if (others.length > 0) throw refuse(source, `has ${others.length + 1} contexts and no current-context`)
  return first.name
}

const refuse = (source: string, message: string) =>
  new C5c3Error('BAD_KUBECONFIG', 'usage', `kubeconfig of ${safeLine(source)} ${message}`)
