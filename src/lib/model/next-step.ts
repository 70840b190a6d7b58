// SPDX-License-Identifier: Apache-2.0
import type { GraphNode } from './graph.ts'

/** Something to type next. */
export interface NextStep {
  readonly command: string
  /** Why one would, where the command does not say it. */
  readonly why?: string
}

/** kubectl with the right context and namespace. */
export function kubectl(
  { cluster, namespace }: Pick<GraphNode, 'cluster' | 'namespace'>,
  ...words: string[]
): NextStep {
  const context = ['--context', cluster.context ?? `CONTEXT-OF-${cluster.label}`]
  const place = namespace === undefined ? [] : ['-n', namespace]
  return { command: ['kubectl', ...context, ...place, ...words].map(quoted).join(' ') }
}

/** Shows an object and what was said about it. */
export const describe = (node: GraphNode): NextStep => kubectl(node, 'describe', resourceOf(node), node.name)

/** Shows an object as it is stored. */
export const getYaml = (node: GraphNode): NextStep =>
  // nobody is told to print a secret: this names its keys and how long they are
  isSecret(node) ? describe(node) : kubectl(node, 'get', resourceOf(node), node.name, '-o', 'yaml')

/** Whether its data may not be shown. */
export const isSecret = ({ kind, group }: Pick<GraphNode, 'kind' | 'group'>): boolean =>
  kind === 'Secret' && group === ''

/** One of our own commands: kubectl c5c3 … */
export const c5c3 = (...words: string[]): NextStep => ({ command: ['kubectl', 'c5c3', ...words].map(quoted).join(' ') })

/** What kubectl calls the kind, with its group where it is not one of Kubernetes' own. */
function resourceOf({ kind, group, spec }: GraphNode): string {
  const isOwn = !group.includes('.') || group.endsWith('.k8s.io')
  return isOwn ? kind.toLowerCase() : `${spec?.plural ?? kind.toLowerCase()}.${group}`
}

/** A word as a POSIX shell reads it back. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
