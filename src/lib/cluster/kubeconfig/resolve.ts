// SPDX-License-Identifier: Apache-2.0
import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import type { ClusterConfig } from '../config.ts'
import { resolveAuth } from './auth.ts'
import type { ClusterEntry, ContextEntry, LoadedKubeconfig } from './entries.ts'
import { freeze } from './freeze.ts'
import { type ImpersonationFlags, resolveImpersonation } from './impersonation.ts'
import { material } from './material.ts'
import { checkProxy, checkServer } from './server-url.ts'

/**
 * Resolves one context (the current one by default) to a validated, frozen configuration. Invalid configuration is a
 * C5c3Error that names file, entry and field, never a value.
 */
export function resolveContext(
  loaded: LoadedKubeconfig,
  contextName?: string,
  flags: ImpersonationFlags = {},
): ClusterConfig {
  const context = findContext(loaded, contextName)
  const cluster = findCluster(loaded, context)
  const user = context.user === '' ? undefined : loaded.users.get(context.user)
  if (context.user !== '' && !user)
    throw refuse(
      context.file,
      `context "${safeLine(context.name)}" names the user "${safeLine(context.user)}", which does not exist`,
    )
  const auth = user ? resolveAuth(user) : {}
  const impersonate = resolveImpersonation(user, flags)
  const ca = material(cluster.certificateAuthorityData, cluster.certificateAuthority)
  return freeze({
    context: safeLine(context.name),
    source: safeLine(context.file),
    server: serverOf(cluster, ca !== undefined || auth.clientCertificate !== undefined),
    ...(context.namespace && { namespace: namespaceOf(context) }),
    ...(ca && { ca }),
    ...(cluster.tlsServerName && { tlsServerName: safeLine(cluster.tlsServerName) }),
    insecureSkipTlsVerify: cluster.insecureSkipTlsVerify,
    ...(cluster.proxyUrl && { proxyUrl: cluster.proxyUrl }),
    // The plugin configuration belongs to the cluster entry, not to the user entry.
    auth:
      auth.exec && cluster.execExtension
        ? { ...auth, exec: { ...auth.exec, clusterConfig: cluster.execExtension } }
        : auth,
    ...(impersonate && { impersonate }),
  })
}

function findContext(loaded: LoadedKubeconfig, requested: string | undefined): ContextEntry {
  const names = loaded.contexts.map((context) => context.name)
  const name = requested || loaded.currentContext
  const files = loaded.files.map((file) => safeLine(file)).join(', ')
  if (!name) throw new C5c3Error('NO_CONTEXT', 'usage', `no current context in ${files}`, hints('', names))
  const context = loaded.contexts.find((candidate) => candidate.name === name)
  if (context) return context
  const which = requested ? 'context' : 'current context'
  throw new C5c3Error(
    'NO_CONTEXT',
    'usage',
    `${which} "${safeLine(name)}" does not exist in ${files}`,
    hints(name, names),
  )
}

function hints(requested: string, names: readonly string[]): string[] {
  if (names.length === 0) return ['there are no contexts']
  const closest = closestMatches(requested, names)
  const shown = names.slice(0, MAX_NAMES).map((name) => safeLine(name))
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  return [
    ...(closest.length > 0 ? [`did you mean ${closest.map((name) => safeLine(name)).join(', ')}?`] : []),
    `contexts: ${shown.join(', ')}${more}`,
  ]
}

const MAX_NAMES = 30

function findCluster(loaded: LoadedKubeconfig, context: ContextEntry): ClusterEntry {
  const name = `context "${safeLine(context.name)}"`
  if (context.cluster === '') throw refuse(context.file, `${name} names no cluster`)
  const cluster = loaded.clusters.get(context.cluster)
  if (!cluster)
    throw refuse(context.file, `${name} names the cluster "${safeLine(context.cluster)}", which does not exist`)
  return cluster
}

function serverOf(cluster: ClusterEntry, hasTlsSettings: boolean): string {
  const at = (field: string, problem: string) =>
    refuse(cluster.file, `${field} of cluster "${safeLine(cluster.name)}" ${problem}`)
  if (cluster.server === '') throw at('server', 'is missing')
  if (cluster.insecureSkipTlsVerify && (cluster.certificateAuthorityData || cluster.certificateAuthority))
    throw at('insecure-skip-tls-verify', 'is set together with a certificate authority: remove one of them')
  if (cluster.proxyUrl) {
    const proxy = checkProxy(cluster.proxyUrl.unseal())
    if ('refused' in proxy) throw at('proxy-url', proxy.refused)
  }
  const server = checkServer(cluster.server, hasTlsSettings || cluster.insecureSkipTlsVerify)
  if ('refused' in server) throw at('server', server.refused)
  return server.url
}

function namespaceOf(context: ContextEntry): string {
  if (/^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(context.namespace)) return context.namespace
  throw refuse(context.file, `namespace of context "${safeLine(context.name)}" is not a name Kubernetes allows`)
}

const refuse = (file: string, message: string) =>
  new C5c3Error('BAD_KUBECONFIG', 'usage', `${safeLine(file)}: ${message}`)
