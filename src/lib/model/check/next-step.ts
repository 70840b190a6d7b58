// SPDX-License-Identifier: Apache-2.0

import type { GraphNode } from '../graph/graph.ts'
import {
  c5c3Command,
  formatCommand,
  type KubectlTarget,
  kubectlCommand,
  objectArgs,
  type ShellCommand,
} from '../text/command.ts'

/** Something to type next. */
export interface NextStep {
  readonly command: ShellCommand
  /** Why one would, where the command does not say it. */
  readonly why?: string
}

/** A next step as reports print it. */
export interface PrintedStep {
  readonly command: string
  readonly why?: string
}

export const printStep = ({ command, ...rest }: NextStep): PrintedStep => ({
  command: formatCommand(command),
  ...rest,
})

/** kubectl with the right cluster and namespace. */
export const kubectl = (target: KubectlTarget, ...words: readonly string[]): NextStep => ({
  command: kubectlCommand(target, ...words),
})

/** Shows an object and what was said about it. */
export const describe = (node: GraphNode): NextStep =>
  kubectl(node, 'describe', ...objectArgs(resourceOf(node), node.name))

/** Shows an object as it is stored. */
export const getYaml = (node: GraphNode): NextStep =>
  // nobody is told to print a secret: this names its keys and how long they are
  isSecret(node) ? describe(node) : kubectl(node, 'get', ...objectArgs(resourceOf(node), node.name), '-o', 'yaml')

/** Whether its data may not be shown. */
export const isSecret = ({ kind, group }: Pick<GraphNode, 'kind' | 'group'>): boolean =>
  kind === 'Secret' && group === ''

/** One of our own commands: kubectl c5c3 … */
export const c5c3 = (...words: readonly string[]): NextStep => ({ command: c5c3Command(...words) })

/** What kubectl calls the kind, with its group where it is not one of Kubernetes' own. */
function resourceOf({ kind, group, spec }: GraphNode): string {
  const isOwn = !group.includes('.') || group.endsWith('.k8s.io')
  return isOwn ? kind.toLowerCase() : `${spec?.plural ?? kind.toLowerCase()}.${group}`
}
