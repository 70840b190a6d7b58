// SPDX-License-Identifier: Apache-2.0
import { kubectlName } from './kubectl-name.ts'
import { isKubectlPlugin, isReadOnlyKubectl } from './kubectl-verbs.ts'
import { safeLine } from './sanitize.ts'

/** A command for the user to run, as its argv. Only formatCommand() quotes it for a shell. */
export interface ShellCommand {
  readonly words: readonly string[]
  readonly stdin?: string
}

/** The member of the fleet that a kubectl command addresses. */
export interface KubectlMember {
  readonly label: string
  /** Context of the user's own kubeconfig. Absent: only `kubectl c5c3 kubectl` can reach the cluster. */
  readonly context?: string
  /** File of that context, if kubectl does not read it by default. */
  readonly kubeconfig?: string
}

export interface KubectlTarget {
  readonly cluster: KubectlMember
  readonly namespace?: string
}

export const addressed = ({ cluster, namespace }: { cluster: string; namespace?: string }): KubectlTarget => ({
  cluster: { label: cluster },
  ...(namespace === undefined ? {} : { namespace }),
})

/** kubectl for one member: by its context if the user has one, else through `kubectl c5c3 kubectl`. */
export function kubectlCommand({ cluster, namespace }: KubectlTarget, ...args: readonly string[]): ShellCommand {
  const [plugin, rest] = isKubectlPlugin(args) ? [args.slice(0, 1), args.slice(1)] : [[], args]
  const scope = namespace === undefined ? [] : flagWords('-n', '--namespace', namespace)
  if (cluster.context === undefined) {
    const mode = isReadOnlyKubectl(args) ? [] : ['--allow-writes']
    return c5c3Command('kubectl', ...mode, `@${cluster.label}`, '--', ...plugin, ...scope, ...rest)
  }
  const file = cluster.kubeconfig === undefined ? [] : flagWords('--kubeconfig', '--kubeconfig', cluster.kubeconfig)
  const login = [...file, ...flagWords('--context', '--context', cluster.context)]
  // kubectl refuses flags before the name of a plugin
  return { words: ['kubectl', ...plugin, ...login, ...scope, ...rest] }
}

export const c5c3Command = (...args: readonly string[]): ShellCommand => ({ words: ['kubectl', 'c5c3', ...args] })

/** Trailing arguments, after `--` if one of them looks like a flag. */
export const operands = (...names: readonly string[]): readonly string[] =>
  names.some((name) => name.startsWith('-')) ? ['--', ...names] : names

/** An object as kubectl accepts it: TYPE NAME, or TYPE/NAME if the name alone looks like a flag. */
export const objectArgs = (resource: string, name: string): readonly string[] =>
  name.startsWith('-') ? [`${resource}/${name}`] : [resource, name]

/** A flag and its value, joined by = if the value looks like a flag itself. */
export const flagWords = (short: string, long: string, value: string): readonly string[] =>
  value.startsWith('-') ? [`${long}=${value}`] : [short, value]

/** The command as one line for a POSIX shell: the shell parses every argument back unchanged. */
export function formatCommand({ words, stdin }: ShellCommand): string {
  const [program, ...args] = words
  const argv = program === 'kubectl' ? [kubectlName(), ...args] : words
  const pipeline = stdin === undefined ? [argv] : [['printf', '%s', stdin], argv]
  return pipeline.map((each) => each.map(quoteWord).join(' ')).join(' | ')
}

/** Control characters have no portable spelling in a shell, so they are shown escaped, as in all other output. */
function quoteWord(word: string): string {
  const line = safeLine(word, Number.POSITIVE_INFINITY)
  // zsh expands a leading =
  return /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(line) ? line : `'${line.replaceAll("'", `'\\''`)}'`
}
