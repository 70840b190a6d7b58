// SPDX-License-Identifier: Apache-2.0
import { assess } from '../assess/assess.ts'
import { buildGraph } from '../graph/build.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import { groupOf } from '../model/object/reference.ts'
import type { Observation } from './observe.ts'

/**
 * Restricts an observation to some kinds and assesses it again, so one wide read gives exactly the answers of narrower
 * commands.
 */
export function projectObservation(
  { snapshot, scope }: Observation,
  kinds: readonly KindSpec[],
  acceptCached: boolean,
): Observation {
  const specs = new Map(kinds.map((kind) => [kindName(kind), kind]))
  const roles = new Map(snapshot.clusters.map(({ cluster, label }) => [label, cluster.roles.map(({ role }) => role)]))
  const labels = new Map(snapshot.clusters.map(({ cluster, label }) => [cluster.uid, label]))
  const isRead = (kind: string, label: string) =>
    specs.get(kind)?.roles.some((role) => roles.get(label)?.includes(role))
  const projected = {
    ...snapshot,
    resources: snapshot.resources.filter(({ cluster, object: { apiVersion, kind } }) =>
      isRead(kindName({ group: groupOf(apiVersion), kind }), labels.get(cluster.uid) ?? ''),
    ),
    readings: snapshot.readings.filter(({ kind, cluster }) => isRead(kind, cluster)),
    gaps: snapshot.gaps.filter(({ kind, cluster }) => kind === undefined || isRead(kind, cluster)),
  }
  const graph = buildGraph(projected, kinds)
  return { snapshot: projected, assessment: assess(graph, { now: snapshot.takenAt, acceptCached }), kinds, scope }
}
