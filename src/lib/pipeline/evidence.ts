// SPDX-License-Identifier: Apache-2.0
// The second reading: what explains something unhealthy and is too private or too much to read on every run.
import { CHECKS } from '../checks/index.ts'
import { type AskableMember, collectReferenced } from '../cluster/read/collect-referenced.ts'
import type { Fleet } from '../fleet/member.ts'
import { mentionsOf } from '../graph/references.ts'
import type { Assessment } from '../model/graph/assessment.ts'
import type { Graph, GraphNode, NodeId } from '../model/graph/graph.ts'
import { isFine } from '../model/graph/health.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { Snapshot } from '../model/landscape/snapshot.ts'
import { affectingStates } from '../reports/shared/affecting-states.ts'
import { onDemandInputs } from './check-inputs.ts'
import type { Judgement } from './judge.ts'
import { separateEvents } from './read-snapshot.ts'
import { subjectsToExplain } from './subjects-to-explain.ts'
import { POD_KINDS, readWorkloadPods } from './workload-pods.ts'

/** A snapshot and the kinds it was read for. */
export interface EvidenceRead {
  readonly snapshot: Snapshot
  readonly kinds: readonly KindSpec[]
}

/**
 * Reads the Secrets and ConfigMaps that unhealthy objects and their dependencies refer to, the Warning events of their
 * clusters, and the Pods of unhealthy workloads. Undefined when everything is healthy: then none of them is read.
 */
export async function readEvidence(
  { members }: Fleet,
  seen: EvidenceRead & Judgement,
  read: (kinds: readonly KindSpec[]) => Promise<Snapshot>,
  signal: AbortSignal,
): Promise<EvidenceRead | undefined> {
  const { snapshot, kinds } = seen
  const wanted = evidenceKinds(kinds)
  const around = aroundUnhealthy(snapshot, seen)
  if (around.resources.length === 0) return undefined
  const listed = wanted.filter((kind) => !kind.byReference)
  const byReference = wanted.filter((kind) => kind.byReference)
  const askable = members.filter((member): member is typeof member & AskableMember => member.client !== undefined)
  const [lists, referenced, pods] = await Promise.all([
    listed.length > 0 ? read(listed) : undefined,
    collectReferenced(askable, byReference, mentionsOf(around, kinds, byReference), snapshot, signal),
    readWorkloadPods(askable, unhealthyWorkloads(seen), snapshot, signal),
  ])
  if (wanted.length === 0 && pods.read.length === 0) return undefined
  return {
    kinds: [...kinds, ...wanted, ...(pods.read.length > 0 ? POD_KINDS : [])],
    snapshot: separateEvents({
      ...snapshot,
      resources: [...snapshot.resources, ...(lists?.resources ?? []), ...referenced.objects, ...pods.objects],
      readings: [...snapshot.readings, ...(lists?.readings ?? []), ...referenced.read, ...pods.read],
      gaps: [...snapshot.gaps, ...newGaps(snapshot, lists), ...referenced.gaps, ...pods.gaps],
    }),
  }
}

/** The kinds of evidence that are not among those that were read. */
export function evidenceKinds(read: readonly KindSpec[]): readonly KindSpec[] {
  const known = new Set(read.map(kindName))
  return onDemandInputs(CHECKS)
    .filter((kind) => !known.has(kindName(kind)))
    .map((kind) => ({ ...kind, onDemand: false }))
}

/** A snapshot with only the unhealthy objects and their dependencies. */
export function aroundUnhealthy(snapshot: Snapshot, judgement: Judgement): Snapshot {
  const objects = new Set(unhealthyNodes(judgement).map(({ object }) => object))
  return { ...snapshot, resources: snapshot.resources.filter(({ object }) => objects.has(object)) }
}

/** A cluster that could not be reached is one gap, however often it was tried. */
function newGaps({ gaps }: Snapshot, lists: Snapshot | undefined): Snapshot['gaps'] {
  const known = new Set(gaps.filter(({ kind }) => kind === undefined).map(({ cluster }) => cluster))
  return (lists?.gaps ?? []).filter(({ cluster, kind }) => kind !== undefined || !known.has(cluster))
}

/** Workloads with too few ready Pods that affect an OpenStack cluster or pool, or that a finding is about. */
function unhealthyWorkloads({ kinds, assessment, causes }: EvidenceRead & Judgement): readonly GraphNode[] {
  if (kinds.some((kind) => kindName(kind) === 'Pod')) return []
  const { graph, own } = assessment
  const found = causes.flatMap(({ subject, affects = [] }) => [subject, ...affects].map(({ id }) => id))
  const concerned = new Set([...affectingIds(assessment), ...found])
  return WORKLOADS.flatMap((kind) => graph.of(kind)).filter(
    ({ id, source }) => source === 'live' && concerned.has(id) && !isFine(own(id).state),
  )
}

const WORKLOADS = ['Deployment.apps', 'StatefulSet.apps', 'DaemonSet.apps', 'Job.batch']

/** Every object that reports trouble of its own below an unhealthy OpenStack cluster or pool, and what it depends on. */
function unhealthyNodes({ assessment }: Judgement): readonly GraphNode[] {
  const { graph, own } = assessment
  return dependencies(
    graph,
    [...affectingIds(assessment)].filter((id) => !isFine(own(id).state)),
  )
}

function affectingIds(assessment: Assessment): ReadonlySet<NodeId> {
  const subjects = subjectsToExplain(assessment.graph).filter(({ id }) => !isFine(assessment.state(id)))
  return new Set(subjects.flatMap((subject) => [...affectingStates(assessment, subject)]))
}

function dependencies(graph: Graph, start: readonly NodeId[]): readonly GraphNode[] {
  const found = new Set(start)
  for (const id of found) for (const { to } of graph.out(id)) found.add(to)
  return [...found].flatMap((id) => graph.nodes.get(id) ?? [])
}
