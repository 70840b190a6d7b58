// SPDX-License-Identifier: Apache-2.0
// https://kubernetes.io/docs/reference/kubectl/generated/

/** Whether these arguments of kubectl change nothing. Unknown commands count as writing. */
export function isReadOnlyKubectl(words: readonly string[]): boolean {
  const [verb = '', ...rest] = withoutGlobalFlags(words)
  if (!READS.has(verb)) return false
  // cluster-info dump writes files, and kubectl accepts `dump` at any position
  if (verb === 'cluster-info') return !rest.includes('dump')
  return READS.get(verb)?.has(withoutGlobalFlags(rest)[0] ?? '') ?? true
}

export const verbOf = (words: readonly string[]): string => withoutGlobalFlags(words)[0] ?? ''

export function isKubectlPlugin(words: readonly string[]): boolean {
  const [verb = ''] = words
  return verb !== '' && !verb.startsWith('-') && !READS.has(verb) && !WRITES.has(verb)
}

/** The first flag that would select another cluster or login, or undefined. */
export function loginFlagOf(words: readonly string[]): string | undefined {
  const end = words.indexOf('--')
  return (end === -1 ? words : words.slice(0, end)).find((word) =>
    word.startsWith('--') ? LOGIN.has(word.split('=')[0] ?? '') : word.startsWith('-') && namesServer(word.slice(1)),
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

function withoutGlobalFlags(words: readonly string[]): readonly string[] {
  const [first = '', ...rest] = words
  if (GLOBAL.has(first)) return withoutGlobalFlags(rest.slice(1))
  return first.startsWith('-') && GLOBAL.has(first.split('=')[0] ?? '') ? withoutGlobalFlags(rest) : words
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
