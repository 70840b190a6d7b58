// SPDX-License-Identifier: Apache-2.0

import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { labelAt } from '../../model/object/fields.ts'
import { type MonitorQuorum, majority } from './monitors.ts'

/** What is left of the monitors when a machine or a whole pool is gone. */
export interface QuorumAfter {
  readonly total: number
  readonly needed: number
  readonly before: number
  readonly after: number
  readonly kept: boolean
  /** Set when nobody says which machine a monitor runs on: then the worst is assumed. */
  readonly assumed?: string
}

/** Without this machine. */
export function quorumAfterNode({ monitors, total, up }: MonitorQuorum, node: GraphNode): QuorumAfter | undefined {
  if (total === undefined || up === undefined) return undefined
  const host = labelAt(node.object, 'kubernetes.io/hostname') ?? node.name
  const inside = monitors.filter(({ arbiter }) => !arbiter)
  const placed = inside.length > 0 && inside.every((monitor) => monitor.node !== undefined)
  const here = inside.filter((monitor) => monitor.node === host && isFine(monitor.state)).length
  const assumed = placed ? {} : { assumed: 'no monitor says which machine it runs on: one is taken to run here' }
  return { ...left(total, up, up - (placed ? here : 1)), ...assumed }
}

/** With the pool go all monitors but the arbiters. */
export function quorumAfterPool({ monitors, total, up }: MonitorQuorum): QuorumAfter | undefined {
  if (total === undefined || up === undefined) return undefined
  return left(total, up, monitors.filter(({ arbiter, state }) => arbiter && isFine(state)).length)
}

function left(total: number, before: number, rest: number): QuorumAfter {
  const [needed, after] = [majority(total), Math.max(0, rest)]
  return { total, needed, before, after, kept: after >= needed }
}
