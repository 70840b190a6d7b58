// SPDX-License-Identifier: Apache-2.0
import { visibilityOf } from '../graph/visibility.ts'
import { type Check, type CheckContext, inputsOf } from '../model/check/check.ts'
import type { WarningEvent } from '../model/check/warning-event.ts'
import type { Assessment } from '../model/graph/assessment.ts'
import type { GraphNode, NodeId } from '../model/graph/graph.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { Snapshot } from '../model/landscape/snapshot.ts'

/** The input of all checks. */
export interface Inspected {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly kinds: readonly KindSpec[]
  /** By the UID of the involved object. */
  readonly events: ReadonlyMap<string, readonly WarningEvent[]>
}

/** Hides every kind that a check did not declare, so that `check ID`, which reads only those, finds the same. */
export function checkContextFor({ snapshot, assessment, kinds, events }: Inspected): (check: Check) => CheckContext {
  const { graph, now } = assessment
  const visibility = visibilityOf(snapshot, new Map(kinds.map((spec) => [kindName(spec), spec])))
  const outcomes = new Map(snapshot.readings.map(({ cluster, kind, outcome }) => [`${cluster} ${kind}`, outcome]))
  return (check) => {
    const inputs = new Set(inputsOf(check))
    // No duplicates: two nodes share at most one edge.
    const add = (neighbours: GraphNode[], id: NodeId, kind: string | undefined) => {
      const node = graph.nodes.get(id)
      const name = node && kindName(node)
      if (node && name && (kind === undefined || name === kind) && inputs.has(name)) neighbours.push(node)
    }
    return {
      now,
      agents: snapshot.agents ?? {},
      of: (kind) => (inputs.has(kind) ? graph.of(kind) : []),
      out: ({ id }, kind) => {
        const targets: GraphNode[] = []
        for (const { to } of graph.out(id)) add(targets, to, kind)
        return targets
      },
      into: ({ id }, kind) => {
        const sources: GraphNode[] = []
        for (const { from } of graph.into(id)) add(sources, from, kind)
        return sources
      },
      own: ({ id }) => assessment.own(id),
      events: (node) => (inputs.has('Event') ? (events.get(uidOf(node)) ?? []) : []),
      isRead: (kind, cluster, namespace, name) => visibility(cluster, kind, namespace, name).type === 'readable',
      isInstalled: (kind, { label }) => {
        const outcome = inputs.has(kind) ? outcomes.get(`${label} ${kind}`) : undefined
        return outcome === undefined || outcome === 'failed' ? undefined : outcome === 'read'
      },
    }
  }
}

const uidOf = ({ object }: GraphNode) => object?.metadata.uid ?? ''
