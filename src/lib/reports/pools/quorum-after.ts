// SPDX-License-Identifier: Apache-2.0

import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { labelAt } from '../../model/object/fields.ts'
import { type MonitorQuorum, majority } from './monitors.ts'

/** The monitors that remain after the loss of a machine or pool. */
export interface QuorumAfter {
  readonly total: number
  readonly needed: number
  readonly before: number
  readonly after: number
  readonly kept: boolean
  /** Set if a monitor's machine is unknown: the worst case is assumed. */
  readonly assumed?: string
}

export function quorumAfterNode({ monitors, total, up }: MonitorQuorum, node: GraphNode): QuorumAfter | undefined {
  if (total === undefined || up === undefined) return undefined
  const host = labelAt(node.object, 'kubernetes.io/hostname') ?? node.name
  const inside = monitors.filter(({ arbiter }) => !arbiter)
  const isPlaced = inside.length > 0 && inside.every((monitor) => monitor.node !== undefined)
  const lost = inside.filter((monitor) => monitor.node === host && isFine(monitor.state)).length
  const assumed = isPlaced ? {} : { assumed: 'the machines of the monitors are unknown: one is assumed to run here' }
  return { ...quorumWith(total, up, up - (isPlaced ? lost : 1)), ...assumed }
}

/** Only arbiters survive the loss of the pool. */
export function quorumAfterPool({ monitors, total, up }: MonitorQuorum): QuorumAfter | undefined {
  if (total === undefined || up === undefined) return undefined
  return quorumWith(total, up, monitors.filter(({ arbiter, state }) => arbiter && isFine(state)).length)
}

function quorumWith(total: number, before: number, remaining: number): QuorumAfter {
  const [needed, after] = [majority(total), Math.max(0, remaining)]
  return { total, needed, before, after, kept: after >= needed }
}
