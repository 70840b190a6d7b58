// SPDX-License-Identifier: Apache-2.0
import type { Collection } from '../cluster/read/collect.ts'
import { type AskableMember, MOST_NAMESPACES } from '../cluster/read/collect-referenced.ts'
import { type Answers, listNamespaces, listWhole } from '../cluster/read/referenced-lists.ts'
import { replicaSet } from '../kinds/kubernetes/replica-set.ts'
import type { GraphNode } from '../model/graph/graph.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import { describeFailure } from '../model/landscape/describe-failure.ts'
import type { Gap } from '../model/landscape/gap.ts'
import type { Snapshot } from '../model/landscape/snapshot.ts'
import { ownedPods } from '../reports/shared/owned-pods.ts'
import { explainingPods } from './explaining-pods.ts'
import { workloadPod } from './workload-pod.ts'

/** The kinds below a workload, in the order of ownership. */
export const POD_KINDS: readonly KindSpec[] = [replicaSet, workloadPod]

/**
 * Reads the ReplicaSets and Pods of unhealthy workloads: one list of each kind in each of their namespaces. Keeps only
 * those that explain why a workload has too few ready Pods. What cannot be read becomes a gap.
 */
export async function readWorkloadPods(
  members: readonly AskableMember[],
  workloads: readonly GraphNode[],
  { gaps }: Pick<Snapshot, 'gaps'>,
  signal: AbortSignal,
): Promise<Collection> {
  const unreachable = new Set(gaps.filter(({ kind }) => kind === undefined).map(({ cluster }) => cluster))
  const byCluster = Map.groupBy(workloads, ({ cluster }) => cluster.label)
  const reads = members
    .filter(({ label }) => !unreachable.has(label))
    .flatMap((member) => {
      const here = byCluster.get(member.label) ?? []
      const kinds = here.some(({ kind }) => kind === 'Deployment') ? POD_KINDS : [workloadPod]
      return here.length > 0 ? kinds.map((kind) => readKind(member, kind, here, signal)) : []
    })
  const parts = await Promise.all(reads)
  const owned = ownedPods(
    workloads,
    parts.flatMap(({ objects }) => objects),
  )
  return {
    objects: explainingPods(owned),
    gaps: parts.flatMap((part) => part.gaps),
    read: parts.flatMap(({ read }) => read),
  }
}

async function readKind(
  { client, cluster, label }: AskableMember,
  spec: KindSpec,
  workloads: readonly GraphNode[],
  signal: AbortSignal,
): Promise<Collection> {
  const about = { cluster: label, kind: kindName(spec) }
  const owners = workloads.filter(({ kind }) => spec !== replicaSet || kind === 'Deployment')
  const namespaces = [...new Set(owners.flatMap(({ namespace }) => namespace ?? []))].sort()
  const whole = namespaces.length > MOST_NAMESPACES ? await listWhole(client, spec, signal) : undefined
  const { read, failed } = whole ?? (await listNamespaces(client, spec, namespaces, signal))
  const objects = read.flatMap(({ listing }) => listing.items).map((object) => ({ cluster, object }))
  const outcome = read.length > 0 ? 'read' : 'failed'
  return {
    objects,
    gaps: gapsOf({ read, failed }).map((gap) => ({ ...about, ...gap })),
    read: [{ ...about, outcome, count: objects.length, onlyExplains: true }],
  }
}

/** One gap of each kind and fault: the namespaces are those of the workloads. */
function gapsOf({ read, failed }: Answers): readonly Pick<Gap, 'fault' | 'message'>[] {
  const failures = [...failed.map(({ failure }) => failure), ...read.flatMap(({ listing }) => listing.failures)]
  const first = new Map(failures.map((failure) => [failure.fault, failure]))
  return [...first.values()].map((failure) => ({ fault: failure.fault, message: describeFailure(failure) }))
}
