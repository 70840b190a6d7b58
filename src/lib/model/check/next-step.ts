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

export interface NextStep {
  readonly command: ShellCommand
  /** The purpose, if the command does not show it. */
  readonly why?: string
}

export interface PrintedStep {
  readonly command: string
  readonly why?: string
}

export const printStep = ({ command, ...rest }: NextStep): PrintedStep => ({
  command: formatCommand(command),
  ...rest,
})

/** kubectl with the right cluster and namespace. */
export const kubectl = (target: KubectlTarget, ...args: readonly string[]): NextStep => ({
  command: kubectlCommand(target, ...args),
})

export const describe = (node: GraphNode): NextStep =>
  kubectl(node, 'describe', ...objectArgs(resourceOf(node), node.name))

export const getYaml = (node: GraphNode): NextStep =>
  // never suggest printing a Secret: describe shows only its keys and their sizes
  isSecret(node) ? describe(node) : kubectl(node, 'get', ...objectArgs(resourceOf(node), node.name), '-o', 'yaml')

export const isSecret = ({ kind, group }: Pick<GraphNode, 'kind' | 'group'>): boolean =>
  kind === 'Secret' && group === ''

export const c5c3 = (...args: readonly string[]): NextStep => ({ command: c5c3Command(...args) })

/** The kind as kubectl accepts it, with its group unless it is built into Kubernetes. */
function resourceOf({ kind, group, spec }: GraphNode): string {
  const isBuiltIn = !group.includes('.') || group.endsWith('.k8s.io')
  return isBuiltIn ? kind.toLowerCase() : `${spec?.plural ?? kind.toLowerCase()}.${group}`
}
