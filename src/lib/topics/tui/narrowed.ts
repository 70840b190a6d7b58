// SPDX-License-Identifier: Apache-2.0
import { assess } from '../../assess/assess.ts'
import { type Refreshable, refreshGraph } from '../../graph/refresh.ts'
import type { Health } from '../../model/graph/health.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import { groupOf } from '../../model/object/reference.ts'
import type { Cluster, KubeObject, Resource } from '../../model/object/resource.ts'
import type { Observation } from '../../pipeline/observe.ts'

export interface Narrowing {
  /** What the command of a view reads. */
  readonly kinds: readonly KindSpec[]
  /** Leave out clusters that cannot hold any of the kinds. */
  readonly onlyHolders: boolean
  readonly acceptCached: boolean
  readonly memory: Memory
}

/** Cached results: only changes are computed again. */
export class Memory {
  graph: Refreshable | undefined
  readonly known = new WeakMap<KubeObject, Health>()
}

/** The observation of a command that reads less, so that its view shows exactly what the command prints. */
export function narrowedForCommand(
  observation: Observation,
  { kinds, onlyHolders, acceptCached, memory }: Narrowing,
): Observation {
  const { snapshot, scope } = observation
  const roles = new Map(kinds.map((kind) => [kindName(kind), new Set(kind.roles)]))
  const holds = ({ roles: clusterRoles }: Cluster, kind: string) =>
    clusterRoles.some(({ role }) => roles.get(kind)?.has(role))
  const isRead = ({ cluster, object }: Resource) =>
    holds(cluster, kindName({ group: groupOf(object.apiVersion), kind: object.kind }))
  const all = new Set(kinds.flatMap((kind) => kind.roles))
  const clusters = onlyHolders
    ? snapshot.clusters.filter(({ cluster }) => cluster.roles.some(({ role }) => all.has(role)))
    : snapshot.clusters
  const byLabel = new Map(clusters.map((one) => [one.label, one.cluster]))
  const isRelevant = ({ cluster, kind }: { readonly cluster: string; readonly kind?: string | undefined }) => {
    const owner = byLabel.get(cluster)
    return owner !== undefined && (kind === undefined || holds(owner, kind))
  }
  const { events, ...rest } = snapshot
  const narrow = {
    ...rest,
    clusters,
    resources: snapshot.resources.filter(isRead),
    readings: snapshot.readings.filter(isRelevant),
    gaps: snapshot.gaps.filter(isRelevant),
    ...(events && roles.has('Event') ? { events } : {}),
  }
  memory.graph = refreshGraph(memory.graph, narrow, kinds)
  const assessment = assess(memory.graph.graph, { now: snapshot.takenAt, acceptCached, known: memory.known })
  return { snapshot: narrow, assessment, kinds, scope }
}
