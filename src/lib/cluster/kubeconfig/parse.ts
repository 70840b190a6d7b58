// SPDX-License-Identifier: Apache-2.0
import { isAbsolute, join, sep } from 'node:path'
import type { Sealed } from '../../model/secret/sealed.ts'
import { seal } from '../secrets/seal.ts'
import { type Field, readDocument } from './document.ts'
import type { ClusterEntry, ContextEntry, ExecEntry, LoadedKubeconfig, UserEntry } from './entries.ts'
import type { YamlLimits } from './yaml-limits.ts'

/**
 * Parses one kubeconfig. Relative paths resolve against directory; without one they stay as written. Accepts what
 * kubectl accepts; anything else is BAD_KUBECONFIG with source, line and field, never with a value.
 */
export async function parseKubeconfigText(
  text: string,
  source: string,
  directory?: string,
  limits?: YamlLimits,
): Promise<LoadedKubeconfig> {
  const root = await readDocument(text, source, limits)
  if (!['', 'v1'].includes(root.get('apiVersion').text())) root.get('apiVersion').fail('must be v1')
  if (!['', 'Config'].includes(root.get('kind').text())) root.get('kind').fail('must be Config')
  const origin: Origin = {
    file: source,
    path: (path) => (path === '' || directory === undefined || isAbsolute(path) ? path : join(directory, path)),
  }
  const entriesOf = <T extends { name: string }>(list: string, inner: string, read: ReadEntry<T>) =>
    byName(root.get(list), (item) => read(item.get('name').text(), item.get(inner), origin))
  return {
    files: [source],
    looked: [source],
    currentContext: root.get('current-context').text() || undefined,
    contexts: [...entriesOf('contexts', 'context', contextEntry).values()],
    clusters: entriesOf('clusters', 'cluster', clusterEntry),
    users: entriesOf('users', 'user', userEntry),
    warnings: [],
  }
}

interface Origin {
  readonly file: string
  path(path: string): string
}

type ReadEntry<T> = (name: string, field: Field, origin: Origin) => T

/** kubectl refuses duplicate names in one list of a file. */
function byName<T extends { readonly name: string }>(list: Field, read: (item: Field) => T): Map<string, T> {
  const entries = new Map<string, T>()
  for (const item of list.items()) {
    const entry = read(item)
    if (entries.has(entry.name)) item.get('name').fail('is used twice in this file')
    entries.set(entry.name, entry)
  }
  return entries
}

function contextEntry(name: string, context: Field, origin: Origin): ContextEntry {
  extensions(context)
  return {
    name,
    file: origin.file,
    cluster: context.get('cluster').text(),
    user: context.get('user').text(),
    namespace: context.get('namespace').text(),
  }
}

function clusterEntry(name: string, cluster: Field, origin: Origin): ClusterEntry {
  cluster.get('disable-compression').flag()
  return {
    name,
    file: origin.file,
    server: cluster.get('server').text(),
    tlsServerName: cluster.get('tls-server-name').text(),
    insecureSkipTlsVerify: cluster.get('insecure-skip-tls-verify').flag(),
    certificateAuthority: origin.path(cluster.get('certificate-authority').text()),
    certificateAuthorityData: sealed(cluster.get('certificate-authority-data').base64()),
    proxyUrl: sealed(cluster.get('proxy-url').text()),
    execExtension: sealed(extensions(cluster).get('client.authentication.k8s.io/exec')?.json),
  }
}

function userEntry(name: string, user: Field, origin: Origin): UserEntry {
  extensions(user)
  const provider = user.get('auth-provider')
  return {
    name,
    file: origin.file,
    clientCertificate: origin.path(user.get('client-certificate').text()),
    clientCertificateData: sealed(user.get('client-certificate-data').base64()),
    clientKey: origin.path(user.get('client-key').text()),
    clientKeyData: sealed(user.get('client-key-data').base64()),
    token: sealed(user.get('token').text()),
    tokenFile: origin.path(user.get('tokenFile').text()),
    username: user.get('username').text(),
    password: sealed(user.get('password').text()),
    as: user.get('as').text(),
    asUid: user.get('as-uid').text(),
    asGroups: texts(user.get('as-groups')),
    asExtra: new Map(
      user
        .get('as-user-extra')
        .entries()
        .map(([key, values]) => [key, texts(values)]),
    ),
    authProvider: provider.absent ? undefined : provider.get('name').text(),
    exec: user.get('exec').absent ? undefined : execEntry(user.get('exec'), origin),
  }
}

function execEntry(exec: Field, origin: Origin): ExecEntry {
  const command = exec.get('command').text()
  const apiVersion = exec.get('apiVersion').text()
  const mode = exec.get('interactiveMode').text()
  return {
    // A bare name is resolved with PATH; anything else is relative to the file.
    command: command.includes(sep) ? origin.path(command) : command,
    args: texts(exec.get('args')).map(seal),
    env: exec
      .get('env')
      .items()
      .map((item) => ({ name: item.get('name').text(), value: seal(item.get('value').text()) })),
    apiVersion,
    installHint: exec.get('installHint').text(),
    provideClusterInfo: exec.get('provideClusterInfo').flag(),
    interactiveMode: mode || (OLD_VERSIONS.has(apiVersion) ? 'IfAvailable' : ''),
  }
}

// v1 requires interactiveMode; older versions do not have the field.
const OLD_VERSIONS = new Set(['client.authentication.k8s.io/v1alpha1', 'client.authentication.k8s.io/v1beta1'])

const extensions = (entry: Field) =>
  byName(entry.get('extensions'), (item) => ({ name: item.get('name').text(), json: item.get('extension').json() }))

const texts = (list: Field): string[] => list.items().map((item) => item.text())

const sealed = (text: string | undefined): Sealed | undefined => (text ? seal(text) : undefined)
