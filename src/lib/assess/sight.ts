// SPDX-License-Identifier: Apache-2.0
import { visibilityOf } from '../graph/visibility.ts'
import type { Assessment } from '../model/assessment.ts'
import { type Check, inputsOf, type Sight } from '../model/check.ts'
import type { GraphNode, NodeId } from '../model/graph.ts'
import { type KindSpec, kindName } from '../model/kind.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { WarningEvent } from '../model/warning-event.ts'

/** All that checks look at. */
export interface Inspected {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly kinds: readonly KindSpec[]
  /** Warnings by the UID of what they are about. */
  readonly events: ReadonlyMap<string, readonly WarningEvent[]>
}

/** What one check sees: the landscape without everything it did not declare, so that `check ID` finds the same. */
export function sightFor({ snapshot, assessment, kinds, events }: Inspected): (check: Check) => Sight {
  const { graph, now } = assessment
  const visibility = visibilityOf(snapshot, new Map(kinds.map((spec) => [kindName(spec), spec])))
  const outcomes = new Map(snapshot.readings.map(({ cluster, kind, outcome }) => [`${cluster} ${kind}`, outcome]))
  return (check) => {
    const inputs = new Set(inputsOf(check))
    const seen = (ids: readonly NodeId[], kind: string | undefined) =>
      [...new Set(ids)].flatMap((id) => {
        const node = graph.nodes.get(id)
        return node && inputs.has(kindName(node)) && (kind === undefined || kindName(node) === kind) ? [node] : []
      })
    return {
      now,
      of: (kind) => (inputs.has(kind) ? graph.of(kind) : []),
      out: ({ id }, kind) =>
        seen(
          graph.out(id).map(({ to }) => to),
          kind,
        ),
      into: ({ id }, kind) =>
        seen(
          graph.into(id).map(({ from }) => from),
          kind,
        ),
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
