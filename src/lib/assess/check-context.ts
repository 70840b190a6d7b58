// SPDX-License-Identifier: Apache-2.0
import { visibilityOf } from '../graph/visibility.ts'
import { type Check, type CheckContext, inputsOf } from '../model/check/check.ts'
import type { WarningEvent } from '../model/check/warning-event.ts'
import type { Assessment } from '../model/graph/assessment.ts'
import type { GraphNode, NodeId } from '../model/graph/graph.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { Snapshot } from '../model/landscape/snapshot.ts'

/** All that checks look at. */
export interface Inspected {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly kinds: readonly KindSpec[]
  /** Warnings by the UID of what they are about. */
  readonly events: ReadonlyMap<string, readonly WarningEvent[]>
}

/** What one check sees: the landscape without everything it did not declare, so that `check ID` finds the same. */
export function checkContextFor({ snapshot, assessment, kinds, events }: Inspected): (check: Check) => CheckContext {
  const { graph, now } = assessment
  const visibility = visibilityOf(snapshot, new Map(kinds.map((spec) => [kindName(spec), spec])))
  const outcomes = new Map(snapshot.readings.map(({ cluster, kind, outcome }) => [`${cluster} ${kind}`, outcome]))
  return (check) => {
    const inputs = new Set(inputsOf(check))
    // two nodes share at most one edge: nothing comes twice
    const add = (found: GraphNode[], id: NodeId, kind: string | undefined) => {
      const node = graph.nodes.get(id)
      const name = node && kindName(node)
      if (node && name && (kind === undefined || name === kind) && inputs.has(name)) found.push(node)
    }
    return {
      now,
      agents: snapshot.agents ?? {},
      of: (kind) => (inputs.has(kind) ? graph.of(kind) : []),
      out: ({ id }, kind) => {
        const found: GraphNode[] = []
        for (const { to } of graph.out(id)) add(found, to, kind)
        return found
      },
      into: ({ id }, kind) => {
        const found: GraphNode[] = []
        for (const { from } of graph.into(id)) add(found, from, kind)
        return found
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
