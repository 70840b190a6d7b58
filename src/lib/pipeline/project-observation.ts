// SPDX-License-Identifier: Apache-2.0
import { type Refreshable, refreshGraph } from '../graph/refresh.ts'
import type { Check } from '../model/check/check.ts'
import type { Health } from '../model/graph/health.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { Snapshot } from '../model/landscape/snapshot.ts'
import { groupOf } from '../model/object/reference.ts'
import type { Cluster, KubeObject, Resource } from '../model/object/resource.ts'
import { evidenceKinds, planEvidence, withEvidence } from './evidence.ts'
import { judge } from './judge.ts'
import { knownEvidence } from './known-evidence.ts'
import type { Observation } from './observe.ts'

/** What a narrower command reads. */
export interface NarrowRead {
  readonly kinds: readonly KindSpec[]
  /** Set when the command reads only these kinds; see ObserveOptions.checks. */
  readonly checks?: readonly Check[] | undefined
  readonly isPartial?: boolean
  /** Leave out clusters that can hold none of the kinds. */
  readonly onlyHolders?: boolean
  readonly acceptCached: boolean
  /** Kept between projections of a store that is refreshed. */
  readonly memory?: ProjectionMemory
}

/** Results of the last projection: only what changed is computed again. */
export class ProjectionMemory {
  graph: Refreshable | undefined
  graphWithEvidence: Refreshable | undefined
  /** A graph is refreshed only while its kinds are the same. */
  evidence: readonly KindSpec[] | undefined
  readonly known = new WeakMap<KubeObject, Health>()
}

/**
 * Restricts an observation to some kinds and judges it again, with the evidence that these kinds need, so one wide read
 * gives exactly the answers of narrower commands.
 */
export function projectObservation(seen: Observation, projection: NarrowRead): Observation {
  const { kinds, checks, isPartial = checks !== undefined, acceptCached } = projection
  const memory = projection.memory ?? new ProjectionMemory()
  const snapshot = projectSnapshot(seen.snapshot, projection)
  const options = { now: snapshot.takenAt, acceptCached, known: memory.known }
  memory.graph = refreshGraph(memory.graph, snapshot, kinds)
  const base = { snapshot, kinds, ...judge({ snapshot, kinds, graph: memory.graph.graph, checks, isPartial }, options) }
  memory.evidence ??= evidenceKinds(kinds)
  const plan = isPartial ? undefined : planEvidence(base, memory.evidence)
  if (!plan) return { ...base, scope: seen.scope }
  const more = withEvidence(base, plan, knownEvidence(seen.snapshot, plan))
  memory.graphWithEvidence = refreshGraph(memory.graphWithEvidence, more.snapshot, more.kinds)
  return { ...more, scope: seen.scope, ...judge({ ...more, graph: memory.graphWithEvidence.graph, checks }, options) }
}

function projectSnapshot(snapshot: Snapshot, { kinds, onlyHolders = false }: NarrowRead): Snapshot {
  const roles = new Map(kinds.map((kind) => [kindName(kind), new Set(kind.roles)]))
  // What is referenced is read in every cluster, whatever its roles.
  const byReference = new Set(kinds.filter((kind) => kind.byReference).map(kindName))
  const holds = ({ roles: played }: Cluster, kind: string) =>
    byReference.has(kind) || played.some(({ role }) => roles.get(kind)?.has(role))
  const isRead = ({ cluster, object }: Resource) =>
    holds(cluster, kindName({ group: groupOf(object.apiVersion), kind: object.kind }))
  const all = new Set(kinds.flatMap((kind) => kind.roles))
  const clusters = onlyHolders
    ? snapshot.clusters.filter(({ cluster }) => cluster.roles.some(({ role }) => all.has(role)))
    : snapshot.clusters
  const byLabel = new Map(clusters.map((one) => [one.label, one.cluster]))
  const concerns = ({ cluster, kind }: { readonly cluster: string; readonly kind?: string | undefined }) => {
    const found = byLabel.get(cluster)
    return found !== undefined && (kind === undefined || holds(found, kind))
  }
  const { events, ...rest } = snapshot
  return {
    ...rest,
    clusters,
    resources: snapshot.resources.filter(isRead),
    readings: snapshot.readings.filter(concerns),
    gaps: snapshot.gaps.filter(concerns),
    ...(events && roles.has('Event') ? { events } : {}),
  }
}
