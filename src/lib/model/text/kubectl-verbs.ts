// SPDX-License-Identifier: Apache-2.0
// https://kubernetes.io/docs/reference/kubectl/generated/

/** Whether these arguments of kubectl change nothing. Unknown commands count as writing. */
export function isReadOnlyKubectl(args: readonly string[]): boolean {
  const [verb = '', ...rest] = withoutGlobalFlags(args)
  if (!READS.has(verb)) return false
  // cluster-info dump writes files, and kubectl accepts `dump` at any position
  if (verb === 'cluster-info') return !rest.includes('dump')
  return READS.get(verb)?.has(withoutGlobalFlags(rest)[0] ?? '') ?? true
}

export const verbOf = (args: readonly string[]): string => withoutGlobalFlags(args)[0] ?? ''

export function isKubectlPlugin(args: readonly string[]): boolean {
  const [verb = ''] = args
  return verb !== '' && !verb.startsWith('-') && !READS.has(verb) && !WRITES.has(verb)
}

/** The first flag that would select another cluster or login, or undefined. */
export function loginFlagOf(args: readonly string[]): string | undefined {
  const end = args.indexOf('--')
  return (end === -1 ? args : args.slice(0, end)).find((arg) =>
    arg.startsWith('--') ? LOGIN.has(arg.split('=')[0] ?? '') : arg.startsWith('-') && namesServer(arg.slice(1)),
  )
}

/** -s is --server, also behind other short flags, as in -As URL. */
function namesServer(letters: string): boolean {
  for (const letter of letters) {
    if (letter === 's') return true
    if (SHORT_WITH_VALUE.includes(letter) || letter === '=') return false
  }
  return false
}

function withoutGlobalFlags(args: readonly string[]): readonly string[] {
  const [first = '', ...rest] = args
  if (GLOBAL.has(first)) return withoutGlobalFlags(rest.slice(1))
  return first.startsWith('-') && GLOBAL.has(first.split('=')[0] ?? '') ? withoutGlobalFlags(rest) : args
}

/** Commands that only read; with a set, only these subcommands do. */
const READS: ReadonlyMap<string, ReadonlySet<string> | undefined> = new Map([
  ['api-resources', undefined],
  ['api-versions', undefined],
  ['auth', new Set(['can-i', 'whoami'])],
  ['cluster-info', undefined],
  ['describe', undefined],
  ['events', undefined],
  ['explain', undefined],
  ['get', undefined],
  ['logs', undefined],
  ['options', undefined],
  ['rollout', new Set(['history', 'status'])],
  ['top', undefined],
  ['version', undefined],
  ['wait', undefined],
])

const WRITES: ReadonlySet<string> = new Set(
  (
    'annotate apply attach autoscale certificate config cordon cp create debug delete diff drain edit exec expose ' +
    'kustomize label patch port-forward proxy replace run scale set taint uncordon ' +
    'alpha completion help plugin'
  ).split(' '),
)

/** Global flags with a value that may precede the command. */
const GLOBAL: ReadonlySet<string> = new Set([
  '-n',
  '--namespace',
  '--as',
  '--as-group',
  '--as-uid',
  '--request-timeout',
])

/** Flags that select another cluster or user, or read credentials from elsewhere. */
const LOGIN: ReadonlySet<string> = new Set(
  (
    '--kubeconfig --context --cluster --server --user --token --username --password --client-certificate ' +
    '--client-key --certificate-authority --insecure-skip-tls-verify --tls-server-name --kuberc'
  ).split(' '),
)

/** Short flags with a value: the rest of the argument is the value. */
const SHORT_WITH_VALUE = 'nolLckv'
