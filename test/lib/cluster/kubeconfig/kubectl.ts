// SPDX-License-Identifier: Apache-2.0
// kubectl as the reference: its view of a KUBECONFIG, and ours in the same format.
import { execFile, spawnSync } from 'node:child_process'
import { dirname, isAbsolute, join } from 'node:path'
import type { ExecEntry, LoadedKubeconfig, UserEntry } from '../../../../src/lib/cluster/kubeconfig/entries.ts'
import type { Sealed } from '../../../../src/lib/model/secret/sealed.ts'

/** C5C3_TEST_KUBECTL selects another kubectl than the one on PATH. */
const KUBECTL = process.env['C5C3_TEST_KUBECTL'] ?? 'kubectl'

/** Whether kubectl is installed; warns if not. */
export function kubectlPresent(): boolean {
  const present = spawnSync(KUBECTL, ['version', '--client'], { stdio: 'ignore' }).status === 0
  if (!present)
    console.warn('SKIPPED: no kubectl on PATH, so nothing is compared with it (recorded expectations still run)')
  return present
}

/** The output of kubectl config view, or undefined if it fails. */
export function kubectlView(kubeconfig: string, cwd: string, flags: string[] = []): Promise<View | undefined> {
  return new Promise((resolve) => {
    execFile(
      KUBECTL,
      ['config', 'view', '--raw', '-o', 'json', ...flags],
      { cwd, env: { ...process.env, KUBECONFIG: kubeconfig, HOME: '/nonexistent' }, maxBuffer: 1 << 24 },
      (error, stdout) => resolve(error ? undefined : JSON.parse(stdout)),
    )
  })
}

type Fields = Record<string, unknown>

export interface View {
  readonly clusters: { name: string; cluster: Fields }[] | null
  readonly users: { name: string; user: Fields }[] | null
  readonly contexts: { name: string; context: Fields }[] | null
  readonly 'current-context': string
}

/** The view of kubectl without insignificant differences; relative paths as kubectl would resolve them. */
export function normalView(view: View, ours: LoadedKubeconfig): unknown {
  const at = (file: string | undefined, path: unknown) =>
    typeof path !== 'string' || path === '' || isAbsolute(path) ? path : join(dirname(file ?? ''), path)
  return {
    currentContext: view['current-context'],
    contexts: byName(view.contexts, ({ context }) => context),
    clusters: byName(view.clusters, ({ name, cluster }) => ({
      ...cluster,
      'certificate-authority': at(ours.clusters.get(name)?.file, cluster['certificate-authority']),
    })),
    users: byName(view.users, ({ name, user }) => {
      const file = ours.users.get(name)?.file
      const exec = user['exec'] as Fields | undefined
      const command = String(exec?.['command'] ?? '')
      return {
        ...user,
        'client-certificate': at(file, user['client-certificate']),
        'client-key': at(file, user['client-key']),
        tokenFile: at(file, user['tokenFile']),
        exec: exec && {
          ...exec,
          command: command.includes('/') ? at(file, command) : command,
          args: exec['args'] ?? [],
          env: exec['env'] ?? [],
        },
      }
    }),
  }
}

/** The kubeconfig that we loaded, in the format of kubectl. */
export function ourView(loaded: LoadedKubeconfig): unknown {
  return {
    currentContext: loaded.currentContext ?? '',
    contexts: byName([...loaded.contexts], ({ cluster, user, namespace }) => ({
      cluster,
      user,
      namespace: some(namespace),
    })),
    clusters: byName([...loaded.clusters.values()], (cluster) => ({
      server: cluster.server,
      'tls-server-name': some(cluster.tlsServerName),
      'insecure-skip-tls-verify': some(cluster.insecureSkipTlsVerify),
      'certificate-authority': some(cluster.certificateAuthority),
      'certificate-authority-data': base64(cluster.certificateAuthorityData),
      'proxy-url': cluster.proxyUrl?.unseal(),
      extensions: cluster.execExtension && [
        { name: 'client.authentication.k8s.io/exec', extension: JSON.parse(cluster.execExtension.unseal()) },
      ],
    })),
    users: byName([...loaded.users.values()], userView),
  }
}

function userView(user: UserEntry): Fields {
  return {
    'client-certificate': some(user.clientCertificate),
    'client-certificate-data': base64(user.clientCertificateData),
    'client-key': some(user.clientKey),
    'client-key-data': base64(user.clientKeyData),
    token: user.token?.unseal(),
    tokenFile: some(user.tokenFile),
    username: some(user.username),
    password: user.password?.unseal(),
    as: some(user.as),
    'as-uid': some(user.asUid),
    'as-groups': user.asGroups.length > 0 ? user.asGroups : undefined,
    'as-user-extra': user.asExtra.size > 0 ? Object.fromEntries(user.asExtra) : undefined,
    'auth-provider': user.authProvider === undefined ? undefined : { name: user.authProvider, config: null },
    exec: user.exec && execView(user.exec),
  }
}

function execView(exec: ExecEntry): Fields {
  return {
    command: exec.command,
    args: exec.args.map((arg) => arg.unseal()),
    env: exec.env.map(({ name, value }) => ({ name, value: value.unseal() })),
    apiVersion: some(exec.apiVersion),
    installHint: some(exec.installHint),
    provideClusterInfo: exec.provideClusterInfo,
    interactiveMode: some(exec.interactiveMode),
  }
}

const some = <T>(value: T) => value || undefined

const base64 = (sealed: Sealed | undefined) => sealed && Buffer.from(sealed.unseal()).toString('base64')

/** Sorted by name and without absent fields, so that toEqual ignores them. */
function byName<T extends { name: string }>(list: T[] | null, view: (item: T) => object): unknown {
  return Object.fromEntries(
    (list ?? []).map((item) => [
      item.name,
      Object.fromEntries(Object.entries(view(item)).filter(([, value]) => value !== undefined)),
    ]),
  )
}
