// SPDX-License-Identifier: Apache-2.0
// The second reading: what explains something unhealthy and is too private or too much to read on every run.
import { CHECKS } from '../checks/index.ts'
import { type Collection, type CollectOptions, collect } from '../cluster/read/collect.ts'
import { type AskableMember, collectReferenced } from '../cluster/read/collect-referenced.ts'
import { mentionsOf } from '../graph/references.ts'
import type { Assessment } from '../model/graph/assessment.ts'
import type { Graph, GraphNode, NodeId } from '../model/graph/graph.ts'
import { isFine } from '../model/graph/health.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { ObjectReferences } from '../model/landscape/object-reference.ts'
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

/** What to read about unhealthy objects. */
export interface EvidencePlan {
  /** The kinds of evidence that the command does not read anyway. */
  readonly kinds: readonly KindSpec[]
  /** The Secrets and ConfigMaps that unhealthy objects and their dependencies refer to. */
  readonly references: ObjectReferences
  /** Those whose Pods are evidence. */
  readonly workloads: readonly GraphNode[]
}

/** Undefined when everything is healthy, or when the evidence was read already. */
export function planEvidence(
  seen: EvidenceRead & Judgement,
  kinds: readonly KindSpec[] = evidenceKinds(seen.kinds),
): EvidencePlan | undefined {
  const around = aroundUnhealthy(seen.snapshot, seen)
  if (around.resources.length === 0) return undefined
  const workloads = unhealthyWorkloads(seen)
  if (kinds.length === 0 && workloads.length === 0) return undefined
  const references = mentionsOf(around, seen.kinds, kinds.filter(isByReference))
  return { kinds, references, workloads }
}

/**
 * Reads the Secrets and ConfigMaps that unhealthy objects and their dependencies refer to, the Warning events of all
 * clusters, and the Pods of unhealthy workloads.
 */
export async function readEvidence(
  members: readonly AskableMember[],
  { kinds, references, workloads }: EvidencePlan,
  before: Pick<Snapshot, 'gaps'>,
  options: CollectOptions & { readonly signal: AbortSignal },
): Promise<Collection> {
  const listed = kinds.filter((kind) => !isByReference(kind))
  const [lists, referenced, pods] = await Promise.all([
    collect(members, listed, options),
    collectReferenced(members, kinds.filter(isByReference), references, before, options.signal),
    readWorkloadPods(members, workloads, before, options.signal),
  ])
  return {
    objects: [...lists.objects, ...referenced.objects, ...pods.objects],
    read: [...lists.read, ...referenced.read, ...pods.read],
    gaps: [...newGaps(before, lists), ...referenced.gaps, ...pods.gaps],
  }
}

/** The snapshot with its evidence. */
export function withEvidence(
  { snapshot, kinds }: EvidenceRead,
  plan: Pick<EvidencePlan, 'kinds' | 'workloads'>,
  { objects, read, gaps }: Collection,
): EvidenceRead {
  return {
    kinds: [...kinds, ...plan.kinds, ...(plan.workloads.length > 0 ? POD_KINDS : [])],
    snapshot: separateEvents({
      ...snapshot,
      resources: [...snapshot.resources, ...objects],
      readings: [...snapshot.readings, ...read.map((reading) => ({ ...reading, isEvidence: true }))],
      gaps: [...snapshot.gaps, ...gaps],
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
function aroundUnhealthy(snapshot: Snapshot, judgement: Judgement): Snapshot {
  const objects = new Set(unhealthyNodes(judgement).map(({ object }) => object))
  return { ...snapshot, resources: snapshot.resources.filter(({ object }) => objects.has(object)) }
}

/** A cluster that could not be reached is one gap, however often it was tried. */
function newGaps({ gaps }: Pick<Snapshot, 'gaps'>, lists: Collection): Snapshot['gaps'] {
  const known = new Set(gaps.filter(({ kind }) => kind === undefined).map(({ cluster }) => cluster))
  return lists.gaps.filter(({ cluster, kind }) => kind !== undefined || !known.has(cluster))
}

const isByReference = ({ byReference }: KindSpec) => byReference === true

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
